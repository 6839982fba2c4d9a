"""What an engine and flowc did with a case, and whether it is the same (SEMANTICS 6)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from engine import Engine, Ran, scripts

from flowc.agentspec import to_json
from flowc.ir.values import same_json
from flowc.names import parameter_name
from flowc.testing import Call, Case, Raise, Result
from flowc.testing.tools import FAILURES


def run(engine: Engine, case: Case) -> Ran:
    """What an engine does with a case."""
    return engine.run(to_json(case.document), mapping(case.inputs), scripts(case.tools))


def mapping(inputs: Any) -> Any:
    """The inputs of a case in the one form that engines take; what is none stays as it is."""
    if inputs is None or inputs == "" or inputs == []:
        return {}
    if isinstance(inputs, str):
        try:
            return mapping(json.loads(inputs))
        except ValueError:
            return inputs
    if isinstance(inputs, list) and all(isinstance(item, dict) for item in inputs):
        return {item["name"]: item["value"] for item in inputs}
    return inputs


def disagreements(case: Case, result: Result, ran: Ran) -> list[str]:
    """How a result of flowc and an engine's run differ, in words: in the tool calls, in how they
    end, in outputs and branch. Values are compared exactly; what is null may be absent.

    Texts and kinds of errors are each engine's own, except where a tool raised.
    """
    return list(_disagreements(case, result, ran))


def _disagreements(case: Case, result: Result, ran: Ran) -> Iterator[str]:
    for number, (ours, theirs) in enumerate(zip_longest(result.calls, ran.calls), 1):
        if ours is None or theirs is None or not _same_call(ours, theirs):
            yield f"call {number}: {ours} / {theirs}"
            break
    if result.failure is not None or ran.error is not None:
        yield from _failures(case, result, ran)
        return
    if result.branch != ran.branch:
        yield f"branch: {result.branch!r} / {ran.branch!r}"
    if not same_json(_without_null(result.outputs), _without_null(ran.outputs)):
        yield f"outputs: {result.outputs!r} / {ran.outputs!r}"


def _failures(case: Case, result: Result, ran: Ran) -> Iterator[str]:
    failure = result.failure
    if failure is None or ran.error is None:
        yield f"failure: {failure} / {ran.error} ({ran.stage})"
    elif (failure.kind, failure.text) in _raised(case) and ran.error != (
        failure.kind,
        failure.text,
    ):
        yield f"the tool's own error: {failure} / {ran.error}"


def _raised(case: Case) -> set[tuple[str, str]]:
    """The kinds and texts of the errors that the case's tools raise."""
    raises = (it for script in case.tools for it in script.answers if isinstance(it, Raise))
    return {(it.kind, str(FAILURES[it.kind](it.text))) for it in raises}


def _same_call(ours: Call, theirs: Call) -> bool:
    """Engines call with the titles as keywords, flowc with identifiers (SEMANTICS 12)."""
    named = {parameter_name(title): value for title, value in theirs.arguments.items()}
    return ours.tool == theirs.tool and same_json(ours.arguments, named)


def _without_null(outputs: Mapping[str, Any] | None) -> dict[str, Any]:
    return {title: value for title, value in (outputs or {}).items() if value is not None}
