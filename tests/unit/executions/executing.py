"""The three executions of a flow: interpreted, and as a generated module of either form."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from inspect import signature
from types import ModuleType, SimpleNamespace
from typing import Any

import flowc
from flowc.interpreter import Services, interpret
from flowc.interpreter.needs import Needs
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.resolved import resolved_tool
from flowc.names import function_name
from flowc.python import emit
from flowc.runtime import AsyncConversation, Conversation, Message, as_async, completed_async


@dataclass(frozen=True)
class Ended:
    """How a run ended."""

    outputs: dict[str, Any]
    branch: str
    messages: list[Message]


Execution = Callable[[Document, object, Mapping[str, Any], Services, int | None], Ended]


def interpreted(document, inputs, tools, services, max_steps) -> Ended:
    outcome = interpret(document, inputs, tools=tools, services=services, max_steps=max_steps)
    return Ended(outcome.outputs, outcome.branch, outcome.messages)


def generated(document, inputs, tools, services, max_steps) -> Ended:
    """The synchronous module, which completes the tools by `http` and `mcp` itself."""
    needs = Needs(document, root_of(document))
    needs.met(tools, services)
    module = module_of(document, async_=False)
    functions = needs.functions(tools, replace(services, http=None, mcp=None))
    user = Conversation(services.user)
    given = services.filled(user)
    given["max_steps"] = max_steps
    branch, outputs = module.run_outcome(inputs, tools=functions, **taken(module, given))
    return Ended(outputs, branch, user.messages)


def generated_async(document, inputs, tools, services, max_steps) -> Ended:
    """The asynchronous module, with tools and services that are awaited."""
    Needs(document, root_of(document)).met(tools, services)
    module = module_of(document, async_=True)
    own = as_async(SimpleNamespace(**{function_name(name): tools[name] for name in tools}))
    called_back = {
        tool.name: resolved_tool(document, tool)
        for tool in document.components.values()
        if tool.component_type in ("ClientTool", "BuiltinTool")
    }
    functions = completed_async(
        own, called_back, client_tool=services.client_tool, executors=services.executors
    )
    user = AsyncConversation(services.user)
    given = services.filled(user)
    for name in ("llm", "http", "mcp", "agents"):
        given[name] = given[name] and as_async(given[name])
    given["max_steps"] = max_steps
    run = module.run_outcome(inputs, tools=functions, **taken(module, given))
    branch, outputs = asyncio.run(run)
    return Ended(outputs, branch, user.messages)


EXECUTIONS: dict[str, Execution] = {
    "interpreter": interpreted,
    "module": generated,
    "async module": generated_async,
}


def run_as(
    execution: str,
    source: str | Mapping[str, Any],
    inputs: object = None,
    tools: Any = None,
    *,
    max_steps: int | None = None,
    **services: Any,
) -> Ended:
    """Run the root flow of a `.flow` text, or of a document, which must have no errors; all other
    keywords are services."""
    program = flowc.parse(source) if isinstance(source, str) else flowc.from_json(source)
    program.require_no_errors()
    document = program.document
    return EXECUTIONS[execution](document, inputs, tools or {}, Services(**services), max_steps)


def root_of(document: Document) -> Flow:
    root = document.root_component
    assert isinstance(root, Flow)
    return root


def module_of(document: Document, *, async_: bool) -> ModuleType:
    module = ModuleType("generated")
    code = emit(document, async_=async_, source_name="test.flow", source_sha256="0" * 64)
    exec(compile(code, "generated.py", "exec"), module.__dict__)
    return module


def taken(module: ModuleType, given: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the services that the module asks for."""
    names = signature(module.run_outcome).parameters
    return {name: service for name, service in given.items() if name in names}
