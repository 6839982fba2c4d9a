"""The first seed, sentence by sentence: a tool as a fixed step of a flow (`flowc.as_node`)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import flowc
from flowc.ir.types import ANY
from flowc.runtime.policies import Retry
from flowc.semantics import check
from flowc.steps import StepContext


def double(x: int) -> dict[str, int]:
    return {"x": 2 * x}


def run(*steps: Any, value: object = None, **options: Any) -> Any:
    return flowc.sequence("flow", *steps).run(value, **options).output


def failure(*steps: Any, **options: Any) -> tuple[type[BaseException], str]:
    with pytest.raises(Exception) as caught:
        run(*steps, **options)
    return caught.type, str(caught.value)


def recorder(calls: list[dict[str, Any]]) -> Any:
    def record(**arguments: Any) -> dict[str, Any]:
        calls.append(arguments)
        return arguments

    return flowc.as_node(record)


def content(*texts: str | None) -> Any:
    return SimpleNamespace(parts=[SimpleNamespace(text=text) for text in texts])


# What a step is -----------------------------------------------------------------------------------


def test_the_predecessors_output_becomes_the_arguments_and_the_result_the_output():
    def to_text(x: int) -> str:
        return f"x is {x}"

    assert run(flowc.as_node(double), flowc.as_node(to_text), value={"x": 4}) == "x is 8"


def test_any_tool_can_be_a_step():
    class McpLikeTool:
        name = "look-up"

        def run(self, arguments: dict[str, Any], context: StepContext) -> Any:
            return {"found": arguments["key"]}

    assert run(flowc.as_node(McpLikeTool()), value={"key": "k"}) == {"found": "k"}


def test_an_asynchronous_tool_can_be_a_step():
    async def fetch(x: int) -> int:
        return x + 1

    assert run(flowc.as_node(fetch), value={"x": 1}) == 2


def test_a_tool_that_works_only_inside_the_model_fails_the_node():
    search = SimpleNamespace(name="google_search")
    assert failure(flowc.as_node(search), value={"q": "x"}) == (
        NotImplementedError,
        "tool 'google_search' works only inside a model call",
    )


# Input --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value", [{"x": 1}, '{"x": 1}', ' \n{"x": 1} ', content('{"x": 1}'), content('{"x"', ": 1}")]
)
def test_a_map_or_a_text_or_a_content_that_is_a_json_object(value):
    calls: list[dict[str, Any]] = []
    run(recorder(calls), value=value)
    assert calls == [{"x": 1}]


@pytest.mark.parametrize(
    "value", [None, "", "  \n", "null", " null ", content(), content(" "), content("null")]
)
def test_null_and_blank_text_call_the_tool_with_no_arguments(value):
    calls: list[dict[str, Any]] = []
    run(recorder(calls), value=value)
    assert calls == [{}]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("hello", "and its text is no JSON object"),
        (content("hello"), "and its text is no JSON object"),
        ("[1]", "not list"),
        ([{"name": "x", "value": 1}], "not list"),
        ("5", "not int"),
        (5, "not int"),
        (True, "not bool"),
        ('"text"', "not str"),
    ],
)
def test_anything_else_fails_the_node(value, text):
    calls: list[dict[str, Any]] = []
    kind, message = failure(recorder(calls), value=value)
    assert kind is TypeError
    assert message == f"step 'record' takes arguments, {text}"
    assert calls == []


def test_a_required_parameter_that_the_input_lacks_is_read_from_the_session_state():
    def greet(name: str, greeting: str = "Hello") -> str:
        return f"{greeting}, {name}"

    state = {"name": "Ann", "greeting": "Ahoy"}
    assert run(flowc.as_node(greet), state=state) == "Hello, Ann"
    assert run(flowc.as_node(greet), value={"name": "Bob"}, state=state) == "Hello, Bob"


def test_a_state_without_the_key_leaves_the_tool_to_say_so():
    kind, message = failure(flowc.as_node(double), state={"y": 1})
    assert kind is TypeError
    assert "missing 1 required positional argument: 'x'" in message


# Validation, output -------------------------------------------------------------------------------


def test_the_arguments_are_checked_against_no_schema():
    assert run(flowc.as_node(double), value={"x": "ab"}) == {"x": "abab"}
    step = flowc.as_node(double)
    components = flowc.sequence("flow", step).document.components.values()
    [tool] = [item for item in components if item.name == "double"]
    assert [item.type for item in (*tool.inputs, *tool.outputs)] == [ANY, ANY]


@pytest.mark.parametrize("value", [{"a": {1, 2}}, object(), (1, 2), "text", 0, False, []])
def test_the_return_value_is_the_output_unchanged(value):
    def give() -> Any:
        return value

    assert run(flowc.as_node(give)) is value


def test_a_tool_that_returns_nothing_gives_no_output():
    calls: list[dict[str, Any]] = []

    def nothing() -> None:
        pass

    assert run(flowc.as_node(nothing), recorder(calls)) == {}
    assert calls == [{}]
    assert run(flowc.as_node(nothing)) is None


def test_changes_of_state_and_artifacts_travel_on_the_output():
    def count(context: StepContext) -> dict[str, int]:
        context.state["count"] = context.state["count"] + 1
        del context.state["old"]
        context.artifacts["log.txt"] = b"counted"
        return {"by": 10}

    def add(by: int, context: StepContext) -> int:
        return context.state["count"] + by

    state: dict[str, Any] = {"count": 5, "old": 1}
    artifacts: dict[str, Any] = {}
    steps = flowc.sequence("flow", flowc.as_node(count), flowc.as_node(add))
    finished = steps.run(state=state, artifacts=artifacts)
    assert finished.output == 16
    assert state == {"count": 6}
    assert artifacts == {"log.txt": b"counted"}
    assert [(event.step, event.output) for event in finished.events] == [
        ("count", {"by": 10}),
        ("add", 16),
    ]
    assert finished.events[0].state == {"count": 6}
    assert finished.events[0].artifacts == {"log.txt": b"counted"}
    assert finished.events[1].state == {}


def test_actions_that_only_a_model_call_can_honor_are_dropped():
    def act(context: StepContext) -> str:
        context.actions.transfer_to_agent = "other"
        context.actions.skip_summarization = True
        context.actions.requested_confirmation = {"hint": "sure?"}
        return "done"

    finished = flowc.sequence("flow", flowc.as_node(act)).run()
    [event] = finished.events
    assert (event.output, event.state, event.artifacts) == ("done", {}, {})


# Errors -------------------------------------------------------------------------------------------


class Flaky:
    name = "flaky"

    def __init__(self, failures: int) -> None:
        self.left = failures
        self.calls = 0

    def run(self, arguments: dict[str, Any], context: StepContext) -> Any:
        self.calls += 1
        context.state["attempt"] = self.calls
        if self.calls <= self.left:
            raise ConnectionError(f"attempt {self.calls}")
        return dict(context.state)


class NoWait:
    def sleep(self, seconds: float) -> None:
        pass

    def uniform(self, low: float, high: float) -> float:
        return low


def test_an_exception_of_the_tool_fails_the_node():
    tool = Flaky(1)
    state: dict[str, Any] = {}
    assert failure(flowc.as_node(tool), state=state) == (ConnectionError, "attempt 1")
    assert (tool.calls, state) == (1, {})


def test_the_retry_policy_runs_the_tool_again():
    tool = Flaky(2)
    node = flowc.as_node(tool, retry=Retry(max_attempts=3))
    assert run(node, clock=NoWait()) == {"attempt": 3}
    tool = Flaky(3)
    node = flowc.as_node(tool, retry=Retry(max_attempts=3))
    assert failure(node, clock=NoWait()) == (ConnectionError, "attempt 3")


def test_an_error_map_is_a_value_like_any_other():
    def careful(**arguments: Any) -> dict[str, str]:
        return {"error": "x is missing"} if "x" not in arguments else {}

    calls: list[dict[str, Any]] = []
    assert run(flowc.as_node(careful), recorder(calls)) == {"error": "x is missing"}
    assert calls == [{"error": "x is missing"}]


def test_a_tool_that_requires_confirmation_gives_its_placeholder_error():
    class Careful:
        name = "careful"
        requires_confirmation = True

        def run(self, arguments: dict[str, Any], context: StepContext) -> Any:
            raise AssertionError("never run")

    assert run(flowc.as_node(Careful())) == {
        "error": "This tool call requires confirmation, please approve or reject."
    }


# Identity -----------------------------------------------------------------------------------------


def test_each_call_returns_a_new_node():
    assert flowc.as_node(double) is not flowc.as_node(double)
    assert flowc.as_node(double) != flowc.as_node(double)


def test_one_node_stands_at_several_places():
    node = flowc.as_node(double)
    assert run(node, node, node, value={"x": 1}) == {"x": 8}


def test_two_distinct_nodes_of_one_name_are_rejected():
    with pytest.raises(ValueError, match="two different nodes of 'flow' are named 'double'"):
        flowc.sequence("flow", flowc.as_node(double), flowc.as_node(double))
    renamed = flowc.as_node(double, name="again")
    assert run(flowc.as_node(double), renamed, value={"x": 1}) == {"x": 4}


def test_names_that_would_be_one_function_are_rejected():
    nodes = [flowc.as_node(double, name=name) for name in ("a-b", "a b")]
    with pytest.raises(ValueError, match="would both be the function `a_b`"):
        flowc.sequence("flow", *nodes)


def test_a_sequence_has_steps_and_a_step_has_a_tool_with_a_name():
    with pytest.raises(ValueError, match="sequence 'flow' has no steps"):
        flowc.sequence("flow")


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (("flow", double), "'double' in sequence 'flow' is no node; make one with as_node(…)"),
        (("flow", [double]), "'list' in sequence 'flow' is no node; make one with as_node(…)"),
        ((double, double), "the name of a sequence is text, not function"),
    ],
)
def test_what_is_no_node_is_refused(given, text):
    with pytest.raises(TypeError) as refused:
        flowc.sequence(*given)
    assert str(refused.value) == text
    with pytest.raises(TypeError, match="int has no name"):
        flowc.as_node(5)


def test_a_call_id_is_generated_for_each_run():
    ids: list[str] = []

    def note(context: StepContext) -> None:
        ids.append(context.call_id)

    node = flowc.as_node(note)
    run(node, node)
    assert len(ids) == len(set(ids)) == 2


def test_the_flow_is_a_document_that_checks_find_nothing_in():
    document = flowc.sequence("flow", flowc.as_node(double)).document
    assert check(document) == ()
