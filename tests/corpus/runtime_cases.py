"""The corpus's runtime cases: small documents, with what the official SDK's engines did with them.

A case is run through the whole front end (read, check) and then an *executor*: a function that
takes a document, inputs and tools, and gives outputs and branch. So the interpreter and the
generated module can be put to the same cases.
"""

from __future__ import annotations

import ast
import asyncio
import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import pydantic
from echo_server import EchoServer
from model_server import ModelServer

from flowc.agentspec import Read, read_object, read_yaml
from flowc.diagnostics import FlowcError, has_errors
from flowc.faults import StepLimit
from flowc.ir.document import Document
from flowc.semantics import check

Executor = Callable[["World", Document, object, Mapping[str, Callable[..., Any]]], tuple[dict, str]]


@dataclass
class World:
    """What a run meets besides its tools: the user's script, and loopback servers in the places of
    those that the engines were observed with."""

    script: list[Mapping[str, Any]]
    secrets: Mapping[str, Any] = field(default_factory=dict)
    slept: list[float] = field(default_factory=list)
    messages: list[Any] = field(default_factory=list)

    @property
    def replies(self) -> list[str]:
        """The texts that the user answers."""
        return [entry["user"] for entry in self.script if "user" in entry]

    def confirm(self, tool: str, arguments: Mapping[str, Any]) -> bool:
        """What the user says to a confirmation: the script, else yes."""
        return next((entry["confirm"] for entry in self.script if "confirm" in entry), True)

    def client_tool(self, tool: str, arguments: Mapping[str, Any]) -> Any:
        """What the client gives for a ClientTool."""
        return next(entry["result"] for entry in self.script if "result" in entry)

    # A clock that does not wait.

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    def uniform(self, low: float, high: float) -> float:
        return (low + high) / 2


@dataclass(frozen=True)
class Observed:
    """What an engine did: outputs and branch if it finished, else None."""

    outputs: dict[str, Any] | None
    branch: str | None
    calls: list[Any] | None


@dataclass(frozen=True)
class Ran:
    """What flowc did: outputs and branch, or the codes of its refusal, or the error of the run."""

    outputs: dict[str, Any] | None = None
    branch: str | None = None
    refused: tuple[str, ...] = ()
    error: tuple[type[BaseException], str] | None = None
    calls: list[Any] = field(default_factory=list)
    messages: list[Any] = field(default_factory=list)


@dataclass(frozen=True)
class Case:
    """A document, its inputs, the source of its tools by name, and what the engines did."""

    name: str
    document: Mapping[str, Any] | str
    inputs: object
    tools: Mapping[str, str]
    observed: Mapping[str, Any]
    script: list[Mapping[str, Any]] = field(default_factory=list)

    @cached_property
    def wayflow(self) -> Observed:
        return _observed(self.observed["wayflow"])

    @cached_property
    def langgraph(self) -> Observed:
        return _observed(self.observed["langgraph"])

    @property
    def agreed(self) -> dict[str, Any] | None:
        """The outputs of both engines if they are the same; WayFlow may leave out what is null."""
        one, other = self.wayflow.outputs, self.langgraph.outputs
        if one is None or other is None:
            return None
        return other if repr(_without_nulls(one)) == repr(_without_nulls(other)) else None


def load_cases(corpus: Path) -> dict[str, Case]:
    """All cases by name."""
    observed = json.loads((corpus / "observed_runtime.json").read_text("utf-8"))
    cases = {}
    for path in sorted((corpus / "runtime").glob("*.json")):
        case = json.loads(path.read_text("utf-8"))
        cases[path.stem] = Case(
            path.stem,
            case["doc"],
            case["inputs"],
            case["tools"],
            observed[path.stem],
            case.get("script") or [],
        )
    return cases


@contextmanager
def servers() -> Iterator[dict[str, str]]:
    """The loopback servers: the port that each has for the port that documents name."""
    with EchoServer() as echo, ModelServer() as model:
        yield {"18765": str(echo.port), "18766": str(model.port)}


def run_case(
    case: Case,
    execute: Executor,
    *,
    checked: bool = True,
    ports: Mapping[str, str] | None = None,
) -> Ran:
    """Read and check the document, then execute it; errors are part of the result."""
    calls: list[Any] = []
    world = World(case.script, secrets_of(case.document))
    try:
        read = read_case(case, ports or {})
        found = (*read.diagnostics, *check(read.document)) if checked else ()
        if has_errors(found):
            raise FlowcError(found)
        # A copy, because some of the tools change what they are given.
        inputs = deepcopy(_at_ports(case.inputs, ports or {}))
        outputs, branch = execute(world, read.document, inputs, tools_of(case, calls))
    except FlowcError as error:
        codes = dict.fromkeys(found.code for found in error.diagnostics if found.is_error)
        return Ran(refused=tuple(codes), calls=calls)
    except (Exception, StepLimit) as error:
        text = _at_ports(str(error), {new: old for old, new in (ports or {}).items()})
        return Ran(error=(type(error), text), calls=calls, messages=world.messages)
    return Ran(outputs, branch, calls=calls, messages=world.messages)


def read_case(case: Case, ports: Mapping[str, str] | None = None) -> Read:
    """The document of a case: an object, or a YAML text."""
    document = _at_ports(case.document, ports or {})
    if isinstance(document, str):
        return read_yaml(document, f"{case.name}.yaml")
    return read_object(document)


def secrets_of(value: Any) -> dict[str, Any]:
    """The secret headers in a document, which flowc does not read, by the ids of their owners."""
    found: dict[str, Any] = {}
    if isinstance(value, Mapping):
        if value.get("sensitive_headers") and "id" in value:
            found[f"{value['id']}.sensitive_headers"] = value["sensitive_headers"]
        for item in value.values():
            found |= secrets_of(item)
    elif isinstance(value, list):
        for item in value:
            found |= secrets_of(item)
    return found


def _at_ports(value: Any, ports: Mapping[str, str]) -> Any:
    """A JSON value that names other ports."""
    text = json.dumps(value)
    for old, new in ports.items():
        text = text.replace(f"127.0.0.1:{old}", f"127.0.0.1:{new}")
    return json.loads(text) if ports else value


def tools_of(case: Case, calls: list[Any]) -> dict[str, Callable[..., Any]]:
    """The case's tools as functions; what they note goes to `calls`."""
    tools = {}
    for name, source in case.tools.items():
        scope: dict[str, Any] = {
            "CALLS": calls,
            "asyncio": asyncio,
            "pydantic": pydantic,
            "time": time,
        }
        if source.startswith("lambda"):
            tools[name] = eval(source, scope)
        else:
            exec(source, scope)
            tools[name] = scope[name]
    return tools


def _observed(engine: Mapping[str, Any]) -> Observed:
    if not engine["ok"]:
        return Observed(None, None, None)
    calls = engine.get("calls")
    return Observed(
        ast.literal_eval(engine["outputs"]),
        engine.get("branch"),
        None if calls is None else ast.literal_eval(calls) if isinstance(calls, str) else calls,
    )


def _without_nulls(outputs: Mapping[str, Any]) -> dict[str, Any]:
    return {title: outputs[title] for title in sorted(outputs) if outputs[title] is not None}
