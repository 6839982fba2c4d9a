"""@retry, @timeout, @state, @context and requires_confirmation (SEMANTICS 5, 12, 15, 16)."""

from __future__ import annotations

import time

import pytest
from written_flows import outcome_or_error, run

from flowc.runtime import ConfirmationRejected, ConfirmationRequired


class Clock:
    """Notes the delays, and draws the middle of every interval."""

    def __init__(self):
        self.slept = []

    def sleep(self, seconds):
        self.slept.append(seconds)

    def uniform(self, low, high):
        return (low + high) / 2


def flaky(failures, error=ConnectionError):
    left = iter(range(failures))

    def t(x):
        for number in left:
            raise error(f"failure {number}")
        return x

    return t


def flow_of(annotation, tool_annotation="", fields=""):
    return f"""
{tool_annotation}
tool t(x: string) -> (y: string) {fields}
flow main(x: string) -> (y: string) {{
  {annotation}
  t(x)
  return t.y
}}
"""


def test_a_tool_is_retried_with_growing_delays():
    clock = Clock()
    source = flow_of("@retry(max_attempts = 4, initial_delay = 1, backoff_factor = 3)")
    assert run(source, {"x": "a"}, {"t": flaky(3)}, clock=clock).outputs == {"y": "a"}
    assert clock.slept == [1.0, 3.0, 9.0]


def test_the_last_error_is_raised_as_it_is():
    source = flow_of("@retry(max_attempts = 2)")
    error = outcome_or_error(source, {"x": "a"}, {"t": flaky(3)}, clock=Clock())
    assert error == (ConnectionError, "failure 1")


@pytest.mark.parametrize("annotation", ["", "@retry(max_attempts = 1)", "@retry(max_attempts = 0)"])
def test_nothing_is_retried_unasked(annotation):
    error = outcome_or_error(flow_of(annotation), {"x": "a"}, {"t": flaky(1)}, clock=Clock())
    assert error == (ConnectionError, "failure 0")


def test_only_the_listed_exceptions_are_retried_by_class_or_base_class():
    source = flow_of('@retry(exceptions = ["OSError"])')
    assert run(source, {"x": "a"}, {"t": flaky(1)}, clock=Clock()).outputs == {"y": "a"}
    error = outcome_or_error(source, {"x": "a"}, {"t": flaky(1, ValueError)}, clock=Clock())
    assert error == (ValueError, "failure 0")


def test_the_node_says_more_than_its_tool():
    source = flow_of("@retry(max_attempts = 1)", "@retry(max_attempts = 9)")
    error = outcome_or_error(source, {"x": "a"}, {"t": flaky(1)}, clock=Clock())
    assert error == (ConnectionError, "failure 0")


def test_a_tool_that_takes_too_long_is_abandoned_and_may_be_retried():
    calls = []

    def t(x):
        calls.append(x)
        if len(calls) == 1:
            time.sleep(0.5)
        return x

    error = outcome_or_error(flow_of("@timeout(0.05)"), {"x": "a"}, {"t": t})
    assert error == (TimeoutError, "no result within 0.05 seconds")
    calls.clear()
    source = flow_of("@timeout(0.05) @retry")
    assert run(source, {"x": "a"}, {"t": t}, clock=Clock()).outputs == {"y": "a"}


def test_the_state_fills_what_has_no_other_value():
    source = """
tool t(x: integer, y: string = "own") -> (z: string)
flow main() -> (z: string) {
  @state
  t(x: integer, y: string)
  return t.z
}
"""
    tools = {"t": lambda x, y: f"{x} {y}"}
    assert run(source, {}, tools, state={"x": 1.0, "y": "state"}).outputs == {"z": "1 own"}
    assert outcome_or_error(source, {}, tools, state={"y": "state"}) == (
        LookupError,
        "input 'x' of node 't' has no value and no source",
    )


def test_the_context_names_the_call_and_holds_the_state():
    seen = []

    def t(x, context):
        context.state["count"] = context.state.get("count", 0) + 1
        seen.append((context.node, context.call_id))
        return x

    source = """
@context
tool t(x: string) -> (y: string)
flow inner(x: string) -> (y: string) {
  t(x)
  return t.y
}
export flow main(x: string) -> (y: string) {
  a = inner(x)
  t(x = a.y)
  return t.y
}
"""
    state = {}
    assert run(source, {"x": "a"}, {"t": t}, state=state).outputs == {"y": "a"}
    assert seen == [("a/t", "call-1"), ("t", "call-2")]
    assert state == {"count": 2}


CONFIRMED = flow_of("", fields="{ requires_confirmation: true }")


def test_a_confirmed_tool_runs():
    asked = []

    def confirm(tool, arguments):
        asked.append((tool, dict(arguments)))
        return True

    assert run(CONFIRMED, {"x": "a"}, {"t": lambda x: x}, confirm=confirm).outputs == {"y": "a"}
    assert asked == [("t", {"x": "a"})]


@pytest.mark.parametrize(
    ("confirm", "error"),
    [
        (
            None,
            (
                ConfirmationRequired,
                "tool 't' requires a confirmation, and nobody can give it",
            ),
        ),
        (lambda *_: False, (ConfirmationRejected, "the call of tool 't' was not confirmed")),
    ],
)
def test_an_unconfirmed_tool_never_runs(confirm, error):
    calls = []
    tools = {"t": lambda x: calls.append(x)}
    assert outcome_or_error(CONFIRMED, {"x": "a"}, tools, confirm=confirm) == error
    assert calls == []
