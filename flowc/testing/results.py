"""What a run did, and how two runs differ (SEMANTICS 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import zip_longest
from types import SimpleNamespace
from typing import Any

from flowc.faults import StepLimit
from flowc.ir.values import same_json
from flowc.records import dataclass, replace
from flowc.runtime import Message
from flowc.testing.tools import Call, RecordingTools


@dataclass(frozen=True, slots=True)
class Failure:
    """The error that ended a run: its type's name, its text, and its notes, innermost first."""

    kind: str
    text: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """How a run ended, the calls it made, of tools and services, and what was said. `outputs` and
    `branch` are None after a failure. Calls that runs of a Parallel node mixed are in an order of
    their own (:func:`flowc.testing.tools.settled`)."""

    outputs: Mapping[str, Any] | None
    branch: str | None
    failure: Failure | None
    calls: tuple[Call, ...]
    messages: tuple[Message, ...] = ()


def observe(
    run: Callable[[SimpleNamespace], tuple[Mapping[str, Any], str | None]], tools: RecordingTools
) -> Result:
    """The result of `run(tools.functions)`, which gives outputs and branch, or raises. A run that
    needs more than tools takes `tools.services()` (:class:`flowc.testing.RecordingServices`).

    A `StepLimit` is a failure like any other; what else is no `Exception` passes through.
    """
    try:
        outputs, branch = run(tools.functions)
    except (Exception, StepLimit) as error:
        notes = tuple(getattr(error, "__notes__", ()))
        failure = Failure(type(error).__name__, str(error), notes)
        return Result(None, None, failure, tools.settled_calls, tuple(tools.messages))
    return Result(outputs, branch, None, tools.settled_calls, tuple(tools.messages))


def differences(one: Result, other: Result) -> list[str]:
    """How two results differ, in words; empty if the runs behaved the same.

    Values are compared exactly: `1`, `1.0` and `True` are three values. Of an error's notes those
    count that name a node; others are hints.
    """
    return list(_differences(one, other))


def _differences(one: Result, other: Result) -> Iterator[str]:
    for number, (a, b) in enumerate(zip_longest(one.calls, other.calls), 1):
        if a is None or b is None or not _same_call(a, b):
            yield f"call {number}: {a} / {b}"
            break
    if one.messages != other.messages:
        yield f"messages: {one.messages} / {other.messages}"
    if _essence(one.failure) != _essence(other.failure):
        yield f"failure: {one.failure} / {other.failure}"
    if one.branch != other.branch:
        yield f"branch: {one.branch!r} / {other.branch!r}"
    if not same_json(one.outputs, other.outputs) or not _same_order(one.outputs, other.outputs):
        yield f"outputs: {one.outputs!r} / {other.outputs!r}"


def _essence(failure: Failure | None) -> Failure | None:
    if failure is None:
        return None
    return replace(failure, notes=tuple(n for n in failure.notes if n.startswith("in node ")))


def _same_call(a: Call, b: Call) -> bool:
    same = (a.tool, a.service) == (b.tool, b.service)
    return same and same_json(a.arguments, b.arguments)


def _same_order(a: Mapping[str, Any] | None, b: Mapping[str, Any] | None) -> bool:
    return a is None or b is None or list(a) == list(b)
