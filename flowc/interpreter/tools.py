"""The implementations of tools: functions of the tools' mangled names (SEMANTICS 12 and 17)."""

from __future__ import annotations

import asyncio
import functools
import inspect
from collections.abc import Callable, Mapping
from types import FunctionType, MethodType, SimpleNamespace
from typing import Any

from flowc.names import function_name


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
        found = _run_to_end(function) if _is_async(function) else function
        setattr(self, name, found)  # the next look-up finds it without this method
        return found


def tool_namespace(tools: object) -> ToolNamespace:
    """The functions of `tools` by attribute; the keys of a mapping are names of tools or their
    mangled names. Both executions look tools up in one of these, so they agree on what is there."""
    return tools if isinstance(tools, ToolNamespace) else ToolNamespace(tools)


def implementation(tools: object, name: str) -> Callable[..., Any] | None:
    """The function that implements the tool `name`, None if `tools` has none."""
    return getattr(tool_namespace(tools), function_name(name), None)


def _is_async(function: Callable[..., Any]) -> bool:
    """As :mod:`inspect` has it, but most functions are told by their code alone, which is quicker;
    only those with attributes can be marked as `async`."""
    plain = function.__func__ if isinstance(function, MethodType) else function
    if isinstance(plain, FunctionType) and not plain.__dict__:
        return bool(plain.__code__.co_flags & inspect.CO_COROUTINE)
    return inspect.iscoroutinefunction(function)


def _namespace(tools: Mapping[str, Any]) -> SimpleNamespace:
    mangled = {function_name(name): function for name, function in tools.items()}
    exact = {name: function for name, function in tools.items() if name in mangled}
    return SimpleNamespace(**mangled | exact)


def _run_to_end(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(**arguments: Any) -> Any:
        return asyncio.run(function(**arguments))

    return call
