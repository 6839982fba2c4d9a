"""Tools that answer from a script and record how they were called."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from types import SimpleNamespace
from typing import Any, TypeVar
from zlib import crc32

from flowc.names import function_name
from flowc.runtime import Message, ToolContext

T = TypeVar("T")
FUNCTION = "tools"
"""The service of tools that have a function."""


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
    """The answers of one tool, one for each call; the last one is for all calls after it.

    With `keyed` the arguments choose the answer (:func:`keyed_answer`), whatever was called before:
    for tools that several runs of a Parallel node call at the same time. `service` is what runs the
    tool: `tools` (its function), `client_tool`, `executors`, `http` or `mcp` (SEMANTICS 17).
    """

    tool: str
    answers: tuple[Return | Raise, ...]
    keyed: bool = False
    service: str = FUNCTION


@dataclass(frozen=True, slots=True)
class Call:
    """One call: the name of the tool or of what else was asked, a copy of the arguments, and the
    service that was called (:class:`flowc.testing.ServiceScript`)."""

    tool: str
    arguments: Mapping[str, Any]
    service: str = FUNCTION


class OutOfCalls(Exception):
    """A flow called its tools more often than any generated flow does."""


def keyed_answer(answers: Sequence[T], values: Iterable[Any]) -> T:
    """The one of the answers that the values choose: the same one in every run and program, in
    whatever order the values come."""
    text = "\n".join(sorted(json_text(value) for value in values))
    return answers[crc32(text.encode("utf-8", "surrogatepass")) % len(answers)]


def json_text(value: Any) -> str:
    """A text that tells values apart, JSON or not."""
    return json.dumps(value, sort_keys=True, default=repr)


def played(answer: Return | Raise) -> Any:
    """What comes of an answer: a value, or an exception that is raised."""
    if isinstance(answer, Raise):
        raise FAILURES[answer.kind](answer.text)
    return copy.deepcopy(answer.value)


def settled(calls: Iterable[Call], unordered: Collection[str]) -> tuple[Call, ...]:
    """The calls, each unbroken row of those whose tools are `unordered` in an order of its own:
    runs of a Parallel node mix their calls as they like (SEMANTICS 6)."""
    found: list[Call] = []
    for mixed, group in groupby(calls, key=lambda call: call.tool in unordered):
        row = list(group)
        found += sorted(row, key=_text) if mixed else row
    return tuple(found)


def _text(call: Call) -> str:
    return json_text([call.tool, call.service, call.arguments])


class RecordingTools:
    """The tools of one run: `functions`, which has one function for every script of a tool that has
    one, and the `calls` made so far.

    With `async_` they are coroutine functions. Make a new one for every run, because the scripts
    go on from call to call.
    """

    MAX_CALLS = 2_000

    def __init__(self, scripts: Iterable[ToolScript], *, async_: bool = False) -> None:
        scripts = tuple(scripts)
        self.calls: list[Call] = []
        self.functions = SimpleNamespace(
            **{
                function_name(item.tool): self._function(item, async_)
                for item in scripts
                if item.service == FUNCTION
            }
        )
        self._unordered = {item.tool for item in scripts if item.keyed}

    @property
    def settled_calls(self) -> tuple[Call, ...]:
        """The calls so far, as two runs are to be compared by them."""
        return settled(self.calls, self._unordered)

    @property
    def messages(self) -> Sequence[Message]:
        """What was said so far: nothing, without a user."""
        return ()

    def record(self, call: Call) -> None:
        """Note a call; OutOfCalls if there were too many."""
        if len(self.calls) >= self.MAX_CALLS:
            raise OutOfCalls(f"more than {self.MAX_CALLS} calls")
        self.calls.append(call)

    def player(self, script: ToolScript) -> Callable[[Mapping[str, Any]], Any]:
        """A function of a tool's arguments that plays its script."""
        turn = 0

        def play(arguments: Mapping[str, Any]) -> Any:
            nonlocal turn
            given = {name: _plain(value) for name, value in arguments.items()}
            self.record(Call(script.tool, given, script.service))
            if script.keyed:
                return played(keyed_answer(script.answers, given.values()))
            answer = script.answers[min(turn, len(script.answers) - 1)]
            turn += 1
            return played(answer)

        return play

    def _function(self, script: ToolScript, async_: bool) -> Callable[..., Any]:
        play = self.player(script)

        def tool(**arguments: Any) -> Any:
            return play(arguments)

        async def async_tool(**arguments: Any) -> Any:
            return play(arguments)

        return async_tool if async_ else tool


def _plain(value: Any) -> Any:
    """A copy of an argument that stays as it is now; a context as an object (SEMANTICS 12)."""
    return asdict(value) if isinstance(value, ToolContext) else copy.deepcopy(value)
