"""What an engine and flowc did with a case, and whether it is the same (SEMANTICS 6)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from engine import Engine, Ran, script, scripts
from service_server import ServiceServer
from wire import decode, encode

from flowc.agentspec import to_json
from flowc.ir.values import same_json
from flowc.names import parameter_name
from flowc.testing import BASE_URL, Call, Case, Raise, Result
from flowc.testing.tools import FAILURES, settled

REMOTE = ("llm", "http")
"""The services that engines reach over HTTP."""


def run(engine: Engine, case: Case, server: ServiceServer) -> Ran:
    """What an engine does with a case, and what it asked of the case's services."""
    server.serve(case)
    clients = _names(case, "ClientTool")
    ran = engine.run(
        to_json(case.document).replace(BASE_URL, server.url),
        mapping(case.inputs),
        scripts(it for it in case.tools if it.tool not in clients),
        [{"user": text} for text in case.replies],
        client_tool=scripts(it for it in case.tools if it.tool in clients),
        confirm={
            it.name: script(it.answers, keyed=True)
            for it in case.services
            if it.service == "confirm"
        },
    )
    return replace(ran, calls=(*ran.calls, *server.recording.calls))


def _names(case: Case, kind: str) -> set[str]:
    """The names of the case's components of a type."""
    components = case.document.components.values()
    return {item.name for item in components if item.component_type == kind}


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
    """How a result of flowc and an engine's run differ, in words: in the calls, in how they end, in
    messages, outputs and branch. Values are compared exactly; what is null may be absent.

    Calls over HTTP and all others are compared apart: nobody sees in which order an engine makes
    both. What was said before an error is not compared, because engines forget it. Texts and kinds
    of errors are each engine's own, except where a tool raised.
    """
    return list(_disagreements(case, result, ran))


def _disagreements(case: Case, result: Result, ran: Ran) -> Iterator[str]:
    for remote in (False, True):
        pairs = zip_longest(_calls(case, result, remote), _calls(case, ran, remote))
        for number, (ours, theirs) in enumerate(pairs, 1):
            if ours is None or theirs is None or not _same_call(ours, theirs):
                yield f"call {number}: {ours} / {theirs}"
                break
    if result.failure is not None or ran.error is not None:
        yield from _failures(case, result, ran)
        return
    said = tuple((message.role, message.text) for message in result.messages)
    if said != ran.messages:
        yield f"messages: {said} / {ran.messages}"
    if result.branch != ran.branch:
        yield f"branch: {result.branch!r} / {ran.branch!r}"
    outputs = _on_the_pipe(_without_null(result.outputs))
    if not same_json(outputs, _without_null(ran.outputs)):
        yield f"outputs: {result.outputs!r} / {ran.outputs!r}"


def _failures(case: Case, result: Result, ran: Ran) -> Iterator[str]:
    failure = result.failure
    if failure is None or ran.error is None:
        yield f"failure: {failure} / {ran.error} ({ran.stage})"
    elif ran.stage == "load" and failure.kind != "NotImplementedError":
        yield f"it does not load: {failure} / {ran.error}"
    elif (failure.kind, failure.text) in _raised(case) and ran.error != (
        failure.kind,
        failure.text,
    ):
        yield f"the tool's own error: {failure} / {ran.error}"


def _raised(case: Case) -> set[tuple[str, str]]:
    """The kinds and texts of the errors that the case's tools raise."""
    raises = (it for script in case.tools for it in script.answers if isinstance(it, Raise))
    return {(it.kind, str(FAILURES[it.kind](it.text))) for it in raises}


def _calls(case: Case, done: Result | Ran, remote: bool) -> tuple[Call, ...]:
    """The calls over HTTP, or all others; those of Parallel nodes in an order of their own."""
    unordered = {it.tool for it in case.tools if it.keyed}
    unordered |= {it.name for it in case.services if it.keyed}
    calls = (_comparable(call) for call in done.calls if (call.service in REMOTE) == remote)
    return settled(calls, unordered)


def _comparable(call: Call) -> Call:
    """Engines call with the titles as keywords, flowc with identifiers (SEMANTICS 12); each asks
    models for JSON in its own way, and what does a tool's work, a function or the client, is no
    matter; but whether somebody confirmed it is."""
    arguments = {parameter_name(title): value for title, value in call.arguments.items()}
    if call.service == "llm":
        del arguments["schema"]
    service = call.service if call.service in (*REMOTE, "confirm") else "tools"
    return replace(call, arguments=_on_the_pipe(arguments), service=service)


def _on_the_pipe(values: dict[str, Any]) -> Any:
    """Values as an engine's are when they arrive here."""
    return decode(encode(values))


def _same_call(ours: Call, theirs: Call) -> bool:
    return (ours.service, ours.tool) == (theirs.service, theirs.tool) and same_json(
        ours.arguments, theirs.arguments
    )


def _without_null(outputs: Mapping[str, Any] | None) -> dict[str, Any]:
    return {title: value for title, value in (outputs or {}).items() if value is not None}
