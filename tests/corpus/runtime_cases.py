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
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import pydantic

from flowc.agentspec import Read, read_object, read_yaml
from flowc.diagnostics import FlowcError, has_errors
from flowc.faults import StepLimit
from flowc.ir.document import Document
from flowc.ir.nodes import BranchingNode, EndNode, FlowNode, StartNode, ToolNode
from flowc.semantics import check

SUPPORTED = frozenset({StartNode, EndNode, ToolNode, BranchingNode, FlowNode})
"""The node kinds that run in this version."""

Executor = Callable[[Document, object, Mapping[str, Callable[..., Any]]], tuple[dict, str]]


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


@dataclass(frozen=True)
class Case:
    """A document, its inputs, the source of its tools by name, and what the engines did."""

    name: str
    document: Mapping[str, Any] | str
    inputs: object
    tools: Mapping[str, str]
    observed: Mapping[str, Any]

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

    @property
    def node_kinds(self) -> set[str]:
        """The component types of the document's nodes, at any depth."""
        return set(_node_kinds(self.document))

    @property
    def is_supported(self) -> bool:
        """Whether all node kinds of the document run in this version."""
        return self.node_kinds <= {kind.__name__ for kind in SUPPORTED}


def load_cases(corpus: Path) -> dict[str, Case]:
    """All cases by name."""
    observed = json.loads((corpus / "observed_runtime.json").read_text("utf-8"))
    cases = {}
    for path in sorted((corpus / "runtime").glob("*.json")):
        case = json.loads(path.read_text("utf-8"))
        cases[path.stem] = Case(
            path.stem, case["doc"], case["inputs"], case["tools"], observed[path.stem]
        )
    return cases


def run_case(case: Case, execute: Executor, *, checked: bool = True) -> Ran:
    """Read and check the document, then execute it; errors are part of the result."""
    calls: list[Any] = []
    try:
        read = read_case(case)
        found = (*read.diagnostics, *check(read.document)) if checked else ()
        if has_errors(found):
            raise FlowcError(found)
        # A copy, because some of the tools change what they are given.
        outputs, branch = execute(read.document, deepcopy(case.inputs), tools_of(case, calls))
    except FlowcError as error:
        codes = dict.fromkeys(found.code for found in error.diagnostics if found.is_error)
        return Ran(refused=tuple(codes), calls=calls)
    except (Exception, StepLimit) as error:
        return Ran(error=(type(error), str(error)), calls=calls)
    return Ran(outputs, branch, calls=calls)


def read_case(case: Case) -> Read:
    """The document of a case: an object, or a YAML text."""
    if isinstance(case.document, str):
        return read_yaml(case.document, f"{case.name}.yaml")
    return read_object(case.document)


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


def _node_kinds(value: Any) -> set[str]:
    if isinstance(value, Mapping):
        own = value.get("component_type")
        found = {own} if isinstance(own, str) and own.endswith("Node") else set()
        return found.union(*map(_node_kinds, value.values()))
    if isinstance(value, list):
        return set().union(*map(_node_kinds, value))
    return set()
