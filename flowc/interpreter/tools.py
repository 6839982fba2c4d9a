"""The implementations of tools: functions of the tools' mangled names (SEMANTICS 12 and 17)."""

from __future__ import annotations

import asyncio
import functools
import inspect
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

from flowc.interpreter.services import Services
from flowc.ir.document import Document
from flowc.ir.resolved import resolved_tool
from flowc.names import function_name
from flowc.runtime.completing import completed


class ToolNamespace:
    """The functions of an object, a module or a mapping, as attributes by their mangled names.

    What is no function is no attribute. An `async def` function is run to its end by each call.
    """

    def __init__(self, tools: object) -> None:
        self.__tools = _namespace(tools) if isinstance(tools, Mapping) else tools

    def __getattr__(self, name: str) -> Callable[..., Any]:
        function = getattr(self.__tools, name, None)
        if not callable(function):
            raise AttributeError(f"there is no tool function '{name}'")
        found = _run_to_end(function) if inspect.iscoroutinefunction(function) else function
        setattr(self, name, found)  # the next look-up finds it without this method
        return found


def tool_namespace(tools: object) -> ToolNamespace:
    """The functions of `tools` by attribute; the keys of a mapping are names of tools or their
    mangled names. Both executions look tools up in one of these, so they agree on what is there."""
    return tools if isinstance(tools, ToolNamespace) else ToolNamespace(tools)


def completed_tools(document: Document, tools: object, services: Services) -> ToolNamespace:
    """The functions of `tools`, and those that services make of tools without one
    (SEMANTICS 17)."""
    components = {
        item.name: resolved_tool(document, item)
        for item in document.components.values()
        if item.component_type in _PROVIDED
    }
    if not components:
        return tool_namespace(tools)
    own = tool_namespace(tools)
    return ToolNamespace(
        completed(
            own,
            components,
            http=services.http,
            mcp=services.mcp,
            client_tool=services.client_tool,
            executors=services.executors,
            clock=services.clock,
        )
    )


_PROVIDED = frozenset({"ClientTool", "BuiltinTool", "RemoteTool", "MCPTool"})


def implementation(tools: object, name: str) -> Callable[..., Any] | None:
    """The function that implements the tool `name`, None if `tools` has none."""
    return getattr(tool_namespace(tools), function_name(name), None)


def _namespace(tools: Mapping[str, Any]) -> SimpleNamespace:
    mangled = {function_name(name): function for name, function in tools.items()}
    exact = {name: function for name, function in tools.items() if name in mangled}
    return SimpleNamespace(**mangled | exact)


def _run_to_end(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(**arguments: Any) -> Any:
        return asyncio.run(function(**arguments))

    return call
