"""The part of a worker that is the same for all engines: cases come in, what happened goes out.

One JSON object per line each way. A worker runs in the environment of its engine, which has no
flowc, so this module and `wire` need the standard library alone.
"""

from __future__ import annotations

import asyncio
import builtins
import copy
import json
import os
import sys
import time
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TextIO
from zlib import crc32

from wire import decode, encode

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


@dataclass
class Job:
    """A case to run: a document's text, inputs, tools by name, and what the user answers in turn:
    `{"user": text}`, `{"result": value}` for a ClientTool, `{"confirm": bool, "reason": text}`.
    ClientTools in `client_tool` and tools to be confirmed in `confirm` are answered by
    these functions instead."""

    document: str
    inputs: dict[str, Any]
    replies: list[dict[str, Any]]
    tools: dict[str, Callable[..., Any]] = field(default_factory=dict)
    client_tool: dict[str, Callable[..., Any]] = field(default_factory=dict)
    confirm: dict[str, Callable[..., Any]] = field(default_factory=dict)
    calls: list[Any] = field(default_factory=list)
    stage: str = "load"
    """How far it got: `load`, `start` (inputs given), `run`."""

    def load(self, loader: Any) -> Any:
        """What an AgentSpecLoader makes of the document, JSON or YAML."""
        load = loader.load_json if self.document.startswith("{") else loader.load_yaml
        return load(self.document)

    def reply(self, asked: str) -> dict[str, Any]:
        """What the user answers next."""
        if not self.replies:
            raise NoReply(asked)
        return self.replies.pop(0)

    def client_reply(self, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """What is answered to a call of a ClientTool."""
        if tool in self.client_tool:
            return {"result": self.client_tool[tool](**arguments)}
        return self.reply(tool)

    def confirmation(self, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """What is answered to the question whether a tool may run."""
        if tool in self.confirm:
            return {"confirm": self.confirm[tool](**arguments), "reason": "no"}
        return self.reply(tool)


@dataclass
class Finished:
    """How a run ended. Messages are pairs of `agent` or `user` and a text."""

    outputs: Mapping[str, Any]
    branch: str
    messages: list[tuple[str, str]]


class NoReply(Exception):
    """The flow asked the user once more than the case has replies."""


def serve(run: Callable[[Job], Finished]) -> None:
    """Run the cases that come in until there are no more."""
    answers = _only_for_answers()
    sys.addaudithook(_stay_at_home)
    warnings.simplefilter("ignore")
    print(json.dumps({"ready": True}), file=answers, flush=True)
    for line in sys.stdin:
        job = _job(json.loads(line))
        print(json.dumps(_observe(run, job)), file=answers, flush=True)


def _only_for_answers() -> TextIO:
    """The pipe to the tests; what engines and tools print goes elsewhere."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def _stay_at_home(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuses to look up or connect to anything but this machine."""
    if event == "socket.getaddrinfo":
        host = arguments[0]
    elif event == "socket.connect" and isinstance(arguments[1], tuple):
        host = arguments[1][0]
    else:
        return
    if host not in LOOPBACK:
        raise ConnectionRefusedError("workers have no network")


def remember_valid_schemas() -> None:
    """Checks each JSON schema once: pyagentspec does it for each property of each node, which is
    two thirds of the time that a case takes."""
    from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

    check, valid = Draft202012Validator.check_schema, set()

    def check_schema(schema: Any, *arguments: Any, **options: Any) -> None:
        text = json.dumps(schema)
        if text not in valid:
            check(schema, *arguments, **options)
            valid.add(text)

    Draft202012Validator.check_schema = check_schema


def _observe(run: Callable[[Job], Finished], job: Job) -> dict[str, Any]:
    found: dict[str, Any] = {}
    try:
        finished = run(job)
        found["outputs"] = encode(dict(finished.outputs))
        found["branch"] = finished.branch
        found["messages"] = finished.messages
    except Exception as error:
        found["error"] = [type(error).__name__, str(error)]
    return found | {"stage": job.stage, "calls": encode(job.calls)}


def _job(request: Mapping[str, Any]) -> Job:
    job = Job(request["document"], decode(request["inputs"]), request["replies"])
    for service in ("tools", "client_tool", "confirm"):
        functions = getattr(job, service)
        for name, script in request[service].items():
            functions[name] = (
                _written_tool(name, script, job.calls)
                if isinstance(script, str)
                else _scripted_tool(name, script, service, job.calls)
            )
    return job


def _scripted_tool(
    name: str, script: Mapping[str, Any], service: str, calls: list[Any]
) -> Callable[..., Any]:
    """A tool that gives its answers in turn, the last one for ever, or those that the arguments
    choose, and notes its calls."""
    answers, turn = script["answers"], 0

    def tool(**arguments: Any) -> Any:
        nonlocal turn
        calls.append((name, copy.deepcopy(arguments), service))
        if script["keyed"]:
            answer = answers[chosen(arguments, len(answers))]
        else:
            answer = answers[min(turn, len(answers) - 1)]
            turn += 1
        if "raise" in answer:
            kind, text = answer["raise"]
            raise _exception(kind)(text)
        return decode(answer["return"])

    return tool


def chosen(arguments: Mapping[str, Any], count: int) -> int:
    """The number of the answer that the arguments choose: `flowc.testing.tools.keyed_answer`."""
    values = (decode(encode(value)) for value in arguments.values())
    text = "\n".join(sorted(json.dumps(it, sort_keys=True, default=repr) for it in values))
    return crc32(text.encode("utf-8", "surrogatepass")) % count


def _exception(name: str) -> type[Exception]:
    """Python's own exception of that name, or a new one."""
    found = getattr(builtins, name, None)
    return found if isinstance(found, type) else type(name, (Exception,), {})


def _written_tool(name: str, source: str, calls: list[Any]) -> Callable[..., Any]:
    """The tool that a `def` or a `lambda` defines; it notes what it likes in `CALLS`."""
    import pydantic

    scope: dict[str, Any] = {"CALLS": calls, "asyncio": asyncio, "pydantic": pydantic, "time": time}
    if source.startswith("lambda"):
        return eval(source, scope)  # type: ignore[no-any-return]
    exec(source, scope)
    return scope[name]  # type: ignore[no-any-return]
