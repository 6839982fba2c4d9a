"""Scripted services: what they answer, and what they record."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from flowc.runtime import Message, Request
from flowc.testing import (
    BASE_URL,
    Call,
    Raise,
    RecordingServices,
    Result,
    Return,
    ServiceScript,
    Status,
    ToolFailure,
    ToolScript,
    differences,
    observe,
)
from flowc.testing.services import EXECUTOR
from flowc.testing.tools import keyed_answer, settled

CONFIG = {"model_id": "m"}
SCRIPTS = (
    ServiceScript("llm", "m", (Return("text"),)),
    ServiceScript("http", "a", (Return({"x": 1}),)),
    ServiceScript("http", "b", (Status(404, {"no": True}),)),
    ServiceScript("agents", "agent", (Raise("ToolFailure", "no agent"),)),
    ServiceScript("confirm", "t", (Return(False),)),
)
TOOLS = (
    ToolScript("a tool", (Return([1]), Return([2])), service="http"),
    ToolScript("mine", (Return("client"),), service="client_tool"),
    ToolScript("built", (Return("in"),), service="executors"),
    ToolScript("far", (Return("mcp"),), service="mcp"),
    ToolScript("function", (Return(5),)),
)


def recording(**given: Any) -> RecordingServices:
    return RecordingServices(TOOLS, SCRIPTS, **given)


def request(path: str, body: bytes | None = None) -> Request:
    return Request(method="POST", url=f"{BASE_URL}/{path}", body=body)


def test_every_service_plays_its_script_and_is_recorded() -> None:
    found = recording()
    given = found.services()
    assert given["llm"].complete("p", config=CONFIG, schema=None) == "text"
    good = given["http"].send(request("a/b?c=d", b"body"))
    assert (good.status, good.body) == (200, b'{"x": 1}')
    bad = given["http"].send(request("b"))
    assert (bad.status, bad.body) == (404, b'{"no": true}')
    with pytest.raises(ToolFailure, match=r"\Ano agent\Z"):
        given["agents"].run({"name": "agent"}, {"q": 1}, tools=None, user=None)
    assert given["confirm"]("t", {"x": 2}) is False
    assert given["client_tool"]("mine", {"y": 3}) == "client"
    assert given["executors"][EXECUTOR]({"name": "built"}, {}) == "in"
    assert given["mcp"].call_tool({}, "far", {}) == "mcp"
    given["clock"].sleep(1.5)
    assert given["clock"].uniform(-1.0, 3.0) == 1.0
    assert found.calls == [
        Call("m", {"prompt": "p", "schema": None}, "llm"),
        Call("a", {"method": "POST", "url": "/b?c=d", "body": "body"}, "http"),
        Call("b", {"method": "POST", "url": "", "body": None}, "http"),
        Call("agent", {"q": 1}, "agents"),
        Call("t", {"x": 2}, "confirm"),
        Call("mine", {"y": 3}, "client_tool"),
        Call("built", {}, "executors"),
        Call("far", {}, "mcp"),
        Call("sleep", {"seconds": 1.5}, "clock"),
    ]


def test_a_remote_tool_is_a_request_whose_body_has_the_arguments() -> None:
    found = recording()
    http = found.services()["http"]
    answers = [http.send(request("tools/a%20tool", b'{"x": "1"}')).body for _ in range(2)]
    assert answers == [b"[1]", b"[2]"]
    assert found.calls == [Call("a tool", {"x": "1"}, "http")] * 2


def test_only_tools_with_a_function_have_one() -> None:
    assert list(vars(recording().functions)) == ["function"]


def test_async_services_do_the_same_when_awaited() -> None:
    found = recording(async_=True, replies=["yes"])
    given = found.services()

    async def run() -> list[Any]:
        await given["clock"].sleep(2.0)
        await given["user"].say("hello")
        return [
            await given["llm"].complete("p", config=CONFIG, schema=None),
            (await given["http"].send(request("b"))).status,
            await given["mcp"].call_tool({}, "far", {}),
            await given["user"].ask(None),
        ]

    assert asyncio.run(run()) == ["text", 404, "mcp", "yes"]
    assert [call.service for call in found.calls] == ["clock", "llm", "http", "mcp"]
    assert found.messages == [Message("agent", "hello"), Message("user", "yes")]


def test_nobody_confirms_without_a_script() -> None:
    assert RecordingServices((), SCRIPTS[:1]).services()["confirm"] is None


def test_a_user_has_the_replies_and_no_more() -> None:
    user = recording(replies=["yes"]).services()["user"]
    assert user.ask("sure?") == "yes"
    with pytest.raises(LookupError, match=r"\Athe user has no more answers\Z"):
        user.ask("and now?")


def test_a_state_is_of_one_run() -> None:
    state = {"a": [1]}
    recording(state=state).services()["state"]["a"].append(2)
    assert state == {"a": [1]}


# What the request chooses -------------------------------------------------------------------------


def test_a_keyed_answer_is_chosen_by_the_values_alone() -> None:
    answers = tuple(range(1000))
    chosen = keyed_answer(answers, ["a", 1, None])
    assert keyed_answer(answers, [None, "a", 1]) == chosen
    others = {keyed_answer(answers, values) for values in ([1], [1.0], [True], ["1"], [[1]])}
    assert len(others) == 5


def test_a_keyed_tool_forgets_what_was_called_before() -> None:
    script = ToolScript("f", tuple(Return(number) for number in range(50)), keyed=True)
    one, other = RecordingServices([script]), RecordingServices([script])
    forwards = [one.functions.f(x=value) for value in (1, 2, 3)]
    backwards = [other.functions.f(x=value) for value in (3, 2, 1)]
    assert forwards == backwards[::-1] and len(set(forwards)) > 1
    assert one.calls != other.calls
    assert one.settled_calls == other.settled_calls


def test_only_unbroken_rows_of_unordered_calls_are_put_in_order() -> None:
    a, b, between = Call("a", {}), Call("b", {}), Call("t", {})
    calls = [b, a, between, b, between, a]
    assert settled(calls, {"a", "b"}) == (a, b, between, b, between, a)
    assert settled(calls, ()) == tuple(calls)


# Results ------------------------------------------------------------------------------------------


def test_observe_tells_what_was_said() -> None:
    found = recording(replies=["yes"])
    user = found.services()["user"]

    def run(_: Any) -> tuple[dict[str, Any], str]:
        user.say("hello")
        return {"a": user.ask("sure?")}, "next"

    said = (Message("agent", "hello"), Message("agent", "sure?"), Message("user", "yes"))
    assert observe(run, found) == Result({"a": "yes"}, "next", None, (), said)


def test_messages_and_services_make_a_difference() -> None:
    one = Result({}, "next", None, (Call("m", {}, "llm"),), (Message("agent", "a"),))
    other = Result({}, "next", None, (Call("m", {}, "agents"),), (Message("user", "a"),))
    assert differences(one, one) == []
    assert differences(one, other) == [
        f"call 1: {one.calls[0]} / {other.calls[0]}",
        f"messages: {one.messages} / {other.messages}",
    ]
