"""Tools that need no function of the user's (SEMANTICS 17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from flowc.runtime.api import call_api, call_api_async
from flowc.runtime.clock import AsyncRealClock, RealClock, slept
from flowc.runtime.driving import Plan, finished, finished_async
from flowc.runtime.mcp_results import tool_result
from flowc.runtime.names import function_name, parameter_name
from flowc.runtime.retry_policy import RetryPolicy, attempts
from flowc.runtime.services import AsyncClock, AsyncHttp, AsyncMcp, ClientTool, Clock, Http, Mcp

Component = Mapping[str, Any]
Executor = Callable[[Component, Mapping[str, Any]], Any]
"""Runs BuiltinTools of one `tool_type`: called with the tool's JSON and the arguments."""


class CompletedTools:
    """Functions of the user's, and for tools without one those that were made: attributes by
    :func:`flowc.names.function_name`."""

    def __init__(self, tools: object, made: Mapping[str, Callable[..., Any]]) -> None:
        self.__tools = tools
        self.__made = made

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.__tools, name, None)
        if found is None:
            found = self.__made.get(name)
        if found is None:
            raise AttributeError(f"there is no tool function '{name}'")
        setattr(self, name, found)  # the next look-up finds it without this method
        return found


def completed(
    tools: object,
    components: Mapping[str, Component],
    *,
    http: Http | None = None,
    mcp: Mcp | None = None,
    client_tool: ClientTool | None = None,
    executors: Mapping[str, Executor] | None = None,
    clock: Clock | None = None,
) -> Any:
    """`tools` with the functions that it lacks made from the tools' kinds.

    `components` are the tools as JSON, references resolved and inputs listed, by name. A function
    of `tools` wins. Without one a RemoteTool is done by `http`, an MCPTool by `mcp`, a ClientTool
    by `client_tool(name, arguments)` and a BuiltinTool by the executor of its `tool_type`. What
    has neither function nor service is no attribute of the result. Made functions take what the
    user's would, by the same keywords.
    """
    used = clock or RealClock()

    def make(component: Component) -> Callable[[dict[str, Any]], Any] | None:
        match component["component_type"]:
            case "RemoteTool" if http is not None:
                return lambda arguments: call_api(component, arguments, http=http, clock=used)
            case "MCPTool" if mcp is not None:
                return lambda arguments: finished(
                    _mcp_call(component, arguments, mcp, used.sleep, used)
                )
        return _callback(component, client_tool, executors)

    return CompletedTools(tools, _functions(components, make))


def completed_async(
    tools: object,
    components: Mapping[str, Component],
    *,
    http: AsyncHttp | None = None,
    mcp: AsyncMcp | None = None,
    client_tool: ClientTool | None = None,
    executors: Mapping[str, Executor] | None = None,
    clock: Clock | AsyncClock | None = None,
) -> Any:
    """:func:`completed` for asynchronous modules: made functions are awaited. `client_tool` and
    the executors may be `async` or not."""
    used = clock or AsyncRealClock()
    sleep = partial(slept, used)

    def make(component: Component) -> Callable[[dict[str, Any]], Any] | None:
        match component["component_type"]:
            case "RemoteTool" if http is not None:
                return lambda arguments: call_api_async(component, arguments, http=http, clock=used)
            case "MCPTool" if mcp is not None:
                return lambda arguments: finished_async(
                    _mcp_call(component, arguments, mcp, sleep, used)
                )
        callback = _callback(component, client_tool, executors)
        return callback and (lambda arguments: finished_async(_once(callback, arguments)))

    return CompletedTools(tools, _functions(components, make))


def _functions(
    components: Mapping[str, Component],
    make: Callable[[Component], Callable[[dict[str, Any]], Any] | None],
) -> dict[str, Callable[..., Any]]:
    made = {function_name(name): (tool, make(tool)) for name, tool in components.items()}
    return {name: _by_keyword(tool, call) for name, (tool, call) in made.items() if call}


def _by_keyword(component: Component, call: Callable[[dict[str, Any]], Any]) -> Callable[..., Any]:
    """A function that takes the tool's inputs as keywords, like one of the user's."""
    titles = {
        parameter_name(item["title"]): item["title"] for item in component.get("inputs") or ()
    }

    def function(**arguments: Any) -> Any:
        arguments.pop("context", None)  # of `@context`, which only functions of the user's know
        return call({titles.get(name, name): value for name, value in arguments.items()})

    return function


def _callback(
    component: Component,
    client_tool: ClientTool | None,
    executors: Mapping[str, Executor] | None,
) -> Callable[[dict[str, Any]], Any] | None:
    match component["component_type"]:
        case "ClientTool" if client_tool is not None:
            return partial(client_tool, component["name"])
        case "BuiltinTool" if component.get("tool_type") in (executors or {}):
            return partial((executors or {})[component["tool_type"]], component)
    return None


def _once(call: Callable[[dict[str, Any]], Any], arguments: dict[str, Any]) -> Plan[Any]:
    return (yield call(arguments))


def _mcp_call(
    component: Component,
    arguments: Mapping[str, Any],
    mcp: Mcp | AsyncMcp,
    sleep: Callable[[float], Any],
    clock: Clock | AsyncClock,
) -> Plan[Any]:
    """The result of an MCPTool. Its `retry_policy`, else its transport's, is for connections that
    fail; an error that the tool reports is its answer."""

    transport = component["client_transport"]
    policy = RetryPolicy.of(transport if component.get("retry_policy") is None else component)

    def attempt() -> Plan[Any]:
        answer = yield mcp.call_tool(transport, component["name"], arguments)
        return tool_result(answer, component.get("outputs"))

    return (yield from attempts(attempt, policy, sleep, clock.uniform))
