"""The small agent runner, against a model server on loopback (SEMANTICS 21)."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from model_server import text_message, tool_call, tool_calls

from flowc.runtime import ConfirmationRejected, ConfirmationRequired, Conversation
from flowc.runtime.agent_tools import offered_names


class Asked:
    """A user who answers with these texts."""

    def __init__(self, both, *answers):
        self.is_async = both.is_async
        self.answers = list(answers)
        self.heard = []

    def say(self, text):
        self.heard.append(text)
        return self._result(None)

    def ask(self, text):
        self.heard.append(text)
        return self._result(self.answers.pop(0))

    def _result(self, value):
        async def later():
            return value

        return later() if self.is_async else value


def functions(both, **found):
    """The functions of a run; asynchronous runs have coroutine functions."""

    def later(function):
        async def call(**arguments):
            return function(**arguments)

        return call

    made = {name: later(function) for name, function in found.items()} if both.is_async else found
    return SimpleNamespace(**made)


def agent(model, **fields):
    llm = {
        "component_type": "VllmConfig",
        "id": "l",
        "name": "l",
        "model_id": "m",
        "url": model.url,
    }
    return {
        "component_type": "Agent",
        "id": "ag",
        "name": "ag",
        "llm_config": llm,
        "system_prompt": "You are {{x}}",
        "human_in_the_loop": False,
        **fields,
    }


def run(both, component, inputs=None, *, tools=None, user=None, **services):
    def use(llm):
        runner = both.Agents(llm, **services)
        asked = {"tools": tools, "user": user or Asked(both)}
        return (yield runner.run(component, inputs or {"x": "hi"}, **asked))

    return both.run(use, both.Llm())


def offered(model):
    """The names of the functions in the first request."""
    return [tool["function"]["name"] for tool in model.bodies[0]["tools"]]


OUTPUT = {"outputs": [{"title": "o", "type": "string"}]}
LOOKUP = {
    "component_type": "ServerTool",
    "name": "look up",
    "description": "Finds it.",
    "inputs": [
        {"title": "user id", "type": "string"},
        {"title": "n", "type": "integer", "default": 3},
    ],
}


def test_the_model_gives_the_outputs_through_the_first_function(both, model):
    assert run(both, agent(model, **OUTPUT)) == {"o": "S"}
    (body,) = model.bodies
    assert body["messages"] == [
        {"role": "system", "content": "You are hi"},
        {"role": "user", "content": "Begin."},
    ]
    (offered,) = body["tools"]
    assert offered["function"] == {
        "name": "submit_outputs",
        "description": "Finish the task by giving its outputs.",
        "parameters": {
            "type": "object",
            "properties": {"o": {"title": "o", "type": "string"}},
            "required": ["o"],
        },
    }


def test_tools_are_called_and_their_results_go_to_the_model(both, model):
    model.scripted = [
        tool_call("look_up", {"user id": "u1"}, "c1"),
        tool_call("submit_outputs", {"o": "found"}, "c2"),
    ]
    calls = []

    def look_up(**arguments):
        calls.append(arguments)
        return {"status": "sent", "é": None}

    component = agent(model, tools=[LOOKUP], **OUTPUT)
    assert run(both, component, tools=functions(both, look_up=look_up)) == {"o": "found"}
    assert calls == [{"user_id": "u1", "n": 3}]
    assert offered(model) == ["look_up", "submit_outputs"]
    assert model.bodies[1]["messages"][2:] == [
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [
                {
                    "id": "c1",
                    "type": "function",
                    "function": {"name": "look_up", "arguments": '{"user id": "u1"}'},
                }
            ],
        },
        {
            "role": "tool",
            "tool_call_id": "c1",
            "content": '{"status": "sent", "\\u00e9": null}',
        },
    ]


def test_tools_without_a_function_are_completed(both, model, echo):
    remote = {
        "component_type": "RemoteTool",
        "name": "get",
        "inputs": [{"title": "p", "type": "string"}],
        "url": echo.url + "/{{p}}",
        "http_method": "GET",
    }
    asked = {"component_type": "ClientTool", "name": "ask", "inputs": []}
    model.scripted = [
        tool_calls(("1", "get", {"p": "a b"}), ("2", "ask", {})),
        tool_call("submit_outputs", {"o": "x"}),
    ]

    component = agent(model, tools=[remote, asked], **OUTPUT)

    def use(http):
        ways = {"http": http, "client_tool": lambda name, arguments: f"{name} {arguments}"}
        llm = both.Llm()
        runner = both.Agents(llm, **ways)
        found = yield runner.run(component, {"x": 1}, tools=None, user=Asked(both))
        yield llm.close()
        return found

    assert both.run(use, both.Http()) == {"o": "x"}
    fetched, told = (message["content"] for message in model.bodies[1]["messages"][3:])
    assert json.loads(fetched)["path"] == "/a%20b"
    assert told == "ask {}"


def test_an_agent_without_outputs_ends_with_a_text(both, model):
    model.scripted = [text_message("All done.")]
    user = Asked(both)
    assert run(both, agent(model), user=user) == {}
    assert user.heard == ["All done."]


def test_a_text_instead_of_outputs_is_not_enough(both, model):
    model.scripted = [text_message("The answer is 5."), tool_call("submit_outputs", {"o": "5"})]
    user = Asked(both)
    assert run(both, agent(model, **OUTPUT), user=user) == {"o": "5"}
    assert model.bodies[1]["messages"][-2:] == [
        {"role": "assistant", "content": "The answer is 5."},
        {"role": "user", "content": "Give the outputs by calling the function for that."},
    ]
    assert user.heard == []


def test_the_user_is_asked_only_when_the_model_asks(both, model):
    model.scripted = [
        tool_call("ask_user", {"question": "Which one?"}),
        tool_call("submit_outputs", {"o": "that"}),
    ]
    user = Asked(both, "That one")
    component = agent(model, human_in_the_loop=True, **OUTPUT)
    assert run(both, component, user=user) == {"o": "that"}
    assert user.heard == ["Which one?"]
    assert model.bodies[1]["messages"][-1]["content"] == "That one"
    assert offered(model) == ["submit_outputs", "ask_user"]


def test_a_human_is_in_the_loop_unless_the_agent_says_no(both, model):
    component = agent(model, **OUTPUT)
    del component["human_in_the_loop"]
    run(both, component)
    run(both, agent(model, **OUTPUT))
    counts = [len(body["tools"]) for body in model.bodies]
    assert counts == [2, 1]


def test_a_conversation_records_what_is_asked():
    from flowc.runtime import AgentRunner, Message, Replies
    from flowc.runtime.chat import Reply, ToolCall

    class Chat:
        def reply(self, messages, *, config, tools):
            return answers.pop(0)

    answers = [Reply(None, (ToolCall("1", "ask_user", '{"question": "Q?"}'),)), Reply("Bye")]

    user = Conversation(Replies(["A"]))
    component = agent(SimpleNamespace(url=""), human_in_the_loop=True)
    AgentRunner(Chat()).run(component, {}, tools=None, user=user)
    assert user.messages == [Message("agent", "Q?"), Message("user", "A"), Message("agent", "Bye")]


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (tool_call("ask_user", {"question": "?"}), "There is no function 'ask_user'."),
        (tool_call("nothing", {}), "There is no function 'nothing'."),
        (tool_call("submit_outputs", "no json"), "The arguments are no JSON object."),
        (tool_call("submit_outputs", "[1]"), "The arguments are no JSON object."),
        (tool_call("submit_outputs", "[" * 99_999), "The arguments are no JSON object."),
        (tool_call("submit_outputs", {"p": 1}), "These arguments are missing: o."),
        (tool_call("look_up", {"n": 1}), "These arguments are missing: user id."),
    ],
)
def test_the_model_is_told_what_it_does_wrong(both, model, call, complaint):
    model.scripted = [call, tool_call("submit_outputs", {"o": "x", "unknown": 1})]
    component = agent(model, tools=[LOOKUP], **OUTPUT)
    tools = functions(both, look_up=lambda **_: 1 / 0)
    assert run(both, component, tools=tools) == {"o": "x"}
    assert model.bodies[1]["messages"][-1]["content"] == complaint


def test_outputs_with_defaults_may_be_left_out(both, model):
    outputs = [{"title": "b", "type": "array", "default": [1]}, {"title": "a", "type": "string"}]
    model.scripted = [tool_call("submit_outputs", {"a": "x"})]
    found = run(both, agent(model, outputs=outputs))
    assert list(found.items()) == [("b", [1]), ("a", "x")]
    assert found["b"] is not outputs[0]["default"]


def test_an_error_of_a_tool_fails_the_agent(both, model):
    model.scripted = [tool_call("look_up", {"user id": "u"})]
    component = agent(model, tools=[LOOKUP], **OUTPUT)
    with pytest.raises(ZeroDivisionError):
        run(both, component, tools=functions(both, look_up=lambda **_: 1 / 0))


def test_turns_are_limited(both, model):
    model.scripted = [text_message("hm") for _ in range(9)]
    with pytest.raises(RuntimeError, match=r"^agent 'ag' did not finish in 3 turns$"):
        run(both, agent(model, **OUTPUT), max_turns=3)
    assert len(model.bodies) == 3


def confirmed(both, model, asks=True, **services):
    """The calls of a tool that requires a confirmation, and the error of the agent."""
    model.scripted = [
        tool_call("look_up", {"user id": "u"}),
        tool_call("submit_outputs", {"o": "x"}),
    ]
    component = agent(model, tools=[{**LOOKUP, "requires_confirmation": asks}], **OUTPUT)
    calls = []
    tools = functions(both, look_up=lambda **arguments: calls.append(arguments))
    try:
        run(both, component, tools=tools, **services)
    except Exception as error:
        return calls, type(error), str(error)
    return calls, None, ""


def test_a_tool_is_never_run_unconfirmed(both, model):
    assert confirmed(both, model) == (
        [],
        ConfirmationRequired,
        "tool 'look up' requires a confirmation, and nobody can give it",
    )
    assert confirmed(both, model, confirm=lambda name, arguments: False) == (
        [],
        ConfirmationRejected,
        "the call of tool 'look up' was not confirmed",
    )


@pytest.mark.parametrize("asks", ["yes", "false", "", 1, 0, [], {}])
def test_a_tool_is_run_unconfirmed_only_if_it_says_false(both, model, asks):
    calls, error, _ = confirmed(both, model, asks)
    assert (calls, error) == ([], ConfirmationRequired)


@pytest.mark.parametrize("asks", [False, None])
def test_a_tool_that_asks_for_no_confirmation_gets_none(both, model, asks):
    assert confirmed(both, model, asks) == ([{"user_id": "u", "n": 3}], None, "")


def test_confirmation_is_asked_with_name_and_arguments(both, model):
    asked = []

    def confirm(name, arguments):
        asked.append((name, dict(arguments)))
        return True

    calls, error, _ = confirmed(both, model, confirm=confirm)
    assert (calls, error) == ([{"user_id": "u", "n": 3}], None)
    assert asked == [("look up", {"user id": "u", "n": 3})]


@pytest.mark.parametrize(
    "kind", ["Swarm", "ManagerWorkers", "SpecializedAgent", "A2AAgent", "Flow"]
)
def test_other_agentic_components_are_refused_by_name(both, model, kind):
    with pytest.raises(NotImplementedError, match=f"^no runner for a {kind}$"):
        run(both, agent(model, component_type=kind))


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"toolboxes": [{"component_type": "MCPToolBox"}]},
         "agent 'ag' has a MCPToolBox, which no runner knows"),
        ({"transforms": [{"component_type": "MessageSummarizationTransform"}]},
         "agent 'ag' has a MessageSummarizationTransform, which no runner knows"),
        ({"tools": [LOOKUP, {**LOOKUP, "name": "b"}]}, "no implementation for look up, b"),
    ],
)  # fmt: skip
def test_what_an_agent_cannot_have(both, model, fields, text):
    with pytest.raises(NotImplementedError) as caught:
        run(both, agent(model, **fields))
    assert str(caught.value) == text
    assert model.seen == []


def test_names_that_the_api_does_not_allow():
    assert offered_names(
        ["a b", "a_b", "größe", "", "a" * 99, "submit_outputs", "submit_outputs"]
    ) == [
        "a_b",
        "a_b_2",
        "gr__e",
        "_",
        "a" * 60,
        "submit_outputs",
        "submit_outputs_2",
    ]
