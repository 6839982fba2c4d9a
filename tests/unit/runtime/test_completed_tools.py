"""What implements a tool without a function of the user's (SEMANTICS 17)."""

from __future__ import annotations

import asyncio
import inspect
from types import SimpleNamespace

import pytest

from flowc.runtime import McpToolError


class FakeMcp:
    """Gives these answers in turn; errors are raised."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.calls = []

    def call_tool(self, transport, tool, arguments):
        self.calls.append((transport["name"], tool, dict(arguments)))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


class AsyncFakeMcp(FakeMcp):
    async def call_tool(self, transport, tool, arguments):
        return super().call_tool(transport, tool, arguments)


def fake_mcp(both, *answers):
    return (AsyncFakeMcp if both.is_async else FakeMcp)(*answers)


def called(function, **arguments):
    result = function(**arguments)
    return asyncio.run(_awaited(result)) if inspect.isawaitable(result) else result


async def _awaited(result):
    return await result


def tool(kind, *titles, outputs=None, **fields):
    inputs = [{"title": title, "type": "string"} for title in titles]
    return {"component_type": kind, "name": "t", "inputs": inputs, "outputs": outputs, **fields}


TRANSPORT = {"component_type": "StdioTransport", "name": "server"}


@pytest.mark.parametrize(
    "kind", ["ServerTool", "ClientTool", "BuiltinTool", "RemoteTool", "MCPTool"]
)
def test_a_function_of_the_users_wins(both, kind):
    def mine(**arguments):
        return "mine"

    component = tool(kind, tool_type="x", client_transport=TRANSPORT)
    made = both.completed(
        SimpleNamespace(t=mine, other=mine),
        {"t": component},
        client_tool=lambda name, arguments: 1 / 0,
        executors={"x": lambda tool, arguments: 1 / 0},
        http=object(),
        mcp=object(),
    )
    assert made.t is mine
    assert made.other is mine


@pytest.mark.parametrize(
    "kind", ["ServerTool", "ClientTool", "BuiltinTool", "RemoteTool", "MCPTool"]
)
def test_without_function_and_service_there_is_nothing(both, kind):
    made = both.completed(
        SimpleNamespace(), {"t": tool(kind, tool_type="x")}, executors={"y": lambda tool, a: 1}
    )
    assert not hasattr(made, "t")
    assert not hasattr(made, "no_such_tool")


def test_a_client_tool_asks_the_callback(both):
    made = both.completed(
        SimpleNamespace(),
        {"ask-it": {**tool("ClientTool", "user id", "class", "context"), "name": "ask-it"}},
        client_tool=lambda name, arguments: (name, arguments),
    )
    assert called(made.ask_it, user_id=1, class_=2, context_=3) == (
        "ask-it",
        {"user id": 1, "class": 2, "context": 3},
    )


def test_a_callback_may_be_async():
    from flowc.runtime import completed_async

    async def ask(name, arguments):
        return (name, arguments)

    made = completed_async(SimpleNamespace(), {"t": tool("ClientTool", "x")}, client_tool=ask)
    assert called(made.t, x=1) == ("t", {"x": 1})


def test_the_context_is_for_functions_of_the_users_only(both):
    made = both.completed(
        SimpleNamespace(), {"t": tool("ClientTool", "x")}, client_tool=lambda name, a: a
    )
    assert called(made.t, x=1, context=object()) == {"x": 1}


def test_a_builtin_tool_is_run_by_the_executor_of_its_type(both):
    component = tool("BuiltinTool", "x", tool_type="plsql_exec", configuration={"procedure": "p"})
    made = both.completed(
        SimpleNamespace(),
        {"t": component},
        executors={"plsql_exec": lambda tool, arguments: (tool["configuration"], arguments)},
    )
    assert called(made.t, x=1) == ({"procedure": "p"}, {"x": 1})


def test_a_remote_tool_is_done_over_http(both, echo):
    component = tool(
        "RemoteTool", "x", url=echo.url + "/r/{{x}}", http_method="POST", data=["{{x}}"]
    )

    def use(http):
        made = both.completed(SimpleNamespace(), {"t": component}, http=http)
        return (yield made.t(x="a b"))

    found = both.run(use, both.Http())
    assert (found["method"], found["path"], found["body"]) == ("POST", "/r/a%20b", '["a b"]')


def test_an_mcp_tool_is_done_over_mcp(both):
    mcp = fake_mcp(both, "text")
    component = tool("MCPTool", "user id", client_transport=TRANSPORT)
    made = both.completed(SimpleNamespace(), {"t": component}, mcp=mcp)
    assert called(made.t, user_id="a") == "text"
    assert mcp.calls == [("server", "t", {"user id": "a"})]


@pytest.mark.parametrize(
    ("outputs", "answer", "result"),
    [
        ([{"title": "o", "type": "integer"}], {"result": 3}, 3),
        ([{"title": "o"}], {"result": 3}, 3),
        ([{"title": "result", "type": "string"}], {"result": "a"}, "a"),
        ([{"title": "o", "type": "object"}], {"result": 3}, {"result": 3}),
        ([{"title": "o", "type": "string"}], {"result": 3, "more": 1}, {"result": 3, "more": 1}),
        ([{"title": "result"}, {"title": "b"}], {"result": 3}, {"result": 3}),
        ([], {"result": 3}, {"result": 3}),
        (None, {"result": 3}, {"result": 3}),
        ([{"title": "o", "type": "string"}], "text", "text"),
        ([{"title": "o"}], [1], [1]),
    ],
)
def test_a_value_that_the_server_had_to_wrap_is_unwrapped(both, outputs, answer, result):
    component = tool("MCPTool", outputs=outputs, client_transport=TRANSPORT)
    made = both.completed(SimpleNamespace(), {"t": component}, mcp=fake_mcp(both, answer))
    assert called(made.t) == result


@pytest.mark.parametrize("place", ["tool", "transport"])
def test_an_mcp_connection_is_retried_by_policy(both, place):
    policy = {"retry_policy": {"max_attempts": 1, "jitter": None}}
    transport = TRANSPORT | (policy if place == "transport" else {})
    component = tool("MCPTool", client_transport=transport, **policy if place == "tool" else {})
    clock = both.Clock()
    mcp = fake_mcp(both, ConnectionError("a"), "text", TimeoutError("b"), TimeoutError("c"))
    made = both.completed(SimpleNamespace(), {"t": component}, mcp=mcp, clock=clock)
    assert called(made.t) == "text"
    with pytest.raises(TimeoutError, match=r"^c$"):
        called(made.t)
    assert clock.slept == [1.0, 1.0]


def test_an_error_of_an_mcp_tool_is_its_answer(both):
    component = tool("MCPTool", client_transport=TRANSPORT, retry_policy={})
    mcp = fake_mcp(both, McpToolError("refused"), "never asked")
    made = both.completed(SimpleNamespace(), {"t": component}, mcp=mcp, clock=both.Clock())
    with pytest.raises(McpToolError, match=r"^refused$"):
        called(made.t)
    assert len(mcp.calls) == 1
