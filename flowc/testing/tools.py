"""Tools that answer from a script and record how they were called."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from flowc.names import function_name


class ToolFailure(Exception):
    """What a scripted tool raises, beside exceptions of Python's own."""


FAILURES: Mapping[str, type[Exception]] = {
    "ToolFailure": ToolFailure,
    "ValueError": ValueError,
    "KeyError": KeyError,
    "LookupError": LookupError,
}


@dataclass(frozen=True, slots=True)
class Return:
    """An answer: the tool returns a fresh copy of `value`."""

    value: Any


@dataclass(frozen=True, slots=True)
class Raise:
    """An answer: the tool raises the exception that :data:`FAILURES` has under `kind`."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class ToolScript:
    """The answers of one tool, one for each call; the last one is for all calls after it."""

    tool: str
    answers: tuple[Return | Raise, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """One call: the tool's name and a copy of the keyword arguments."""

    tool: str
    arguments: Mapping[str, Any]


class OutOfCalls(Exception):
    """A flow called its tools more often than any generated flow does."""


class RecordingTools:
    """The tools of one run: `functions`, which has one function for every script, and the `calls`
    made so far.

    With `async_` they are coroutine functions. Make a new one for every run, because the scripts
    go on from call to call.
    """

    MAX_CALLS = 2_000

    def __init__(self, scripts: Iterable[ToolScript], *, async_: bool = False) -> None:
        self.calls: list[Call] = []
        self.functions = SimpleNamespace(
            **{function_name(item.tool): self._function(item, async_) for item in scripts}
        )

    def _function(self, script: ToolScript, async_: bool) -> Callable[..., Any]:
        turn = 0

        def tool(**arguments: Any) -> Any:
            nonlocal turn
            self._record(Call(script.tool, copy.deepcopy(arguments)))
            answer = script.answers[min(turn, len(script.answers) - 1)]
            turn += 1
            if isinstance(answer, Raise):
                raise FAILURES[answer.kind](answer.text)
            return copy.deepcopy(answer.value)

        async def async_tool(**arguments: Any) -> Any:
            return tool(**arguments)

        return async_tool if async_ else tool

    def _record(self, call: Call) -> None:
        if len(self.calls) >= self.MAX_CALLS:
            raise OutOfCalls(f"more than {self.MAX_CALLS} calls")
        self.calls.append(call)
