"""@retry, @timeout, @state, @context and requires_confirmation (SEMANTICS 5, 12, 15, 16)."""

from __future__ import annotations

import asyncio
import json
import threading
import time

import pytest

import flowc
from flowc import FlowcError
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


def test_a_tool_is_retried_with_growing_delays(run):
    clock = Clock()
    source = flow_of("@retry(max_attempts = 4, initial_delay = 1, backoff_factor = 3)")
    assert run(source, {"x": "a"}, {"t": flaky(3)}, clock=clock).outputs == {"y": "a"}
    assert clock.slept == [1.0, 3.0, 9.0]


def test_the_last_error_is_raised_as_it_is(ending):
    source = flow_of("@retry(max_attempts = 2)")
    error = ending(source, {"x": "a"}, {"t": flaky(3)}, clock=Clock())
    assert error == (ConnectionError, "failure 1")


@pytest.mark.parametrize("annotation", ["", "@retry(max_attempts = 1)", "@retry(max_attempts = 0)"])
def test_nothing_is_retried_unasked(ending, annotation):
    error = ending(flow_of(annotation), {"x": "a"}, {"t": flaky(1)}, clock=Clock())
    assert error == (ConnectionError, "failure 0")


def test_only_the_listed_exceptions_are_retried_by_class_or_base_class(run, ending):
    source = flow_of('@retry(exceptions = ["OSError"])')
    assert run(source, {"x": "a"}, {"t": flaky(1)}, clock=Clock()).outputs == {"y": "a"}
    error = ending(source, {"x": "a"}, {"t": flaky(1, ValueError)}, clock=Clock())
    assert error == (ValueError, "failure 0")


def test_the_node_says_more_than_its_tool(ending):
    source = flow_of("@retry(max_attempts = 1)", "@retry(max_attempts = 9)")
    error = ending(source, {"x": "a"}, {"t": flaky(1)}, clock=Clock())
    assert error == (ConnectionError, "failure 0")


def test_a_tool_that_takes_too_long_is_abandoned_and_may_be_retried(execution, run, ending):
    calls = []

    def slow_at_first(x):
        calls.append(x)
        if len(calls) == 1:
            time.sleep(0.5)
        return x

    async def slow_at_first_async(x):
        calls.append(x)
        if len(calls) == 1:
            await asyncio.sleep(0.5)
        return x

    t = slow_at_first_async if execution == "async module" else slow_at_first
    error = ending(flow_of("@timeout(0.05)"), {"x": "a"}, {"t": t})
    assert error == (TimeoutError, "no result within 0.05 seconds")
    calls.clear()
    source = flow_of("@timeout(0.05) @retry")
    assert run(source, {"x": "a"}, {"t": t}, clock=Clock()).outputs == {"y": "a"}


def test_the_state_fills_what_has_no_other_value(run, ending):
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
    assert ending(source, {}, tools, state={"y": "state"}) == (
        LookupError,
        "input 'x' of node 't' has no value and no source",
    )


def asked_state(on_tool, on_node, arguments):
    return f"""
tool g() -> (a: string)
{on_tool}
tool t(a: string, b: string) -> (z: string)
flow main(go: boolean) -> (z: string) {{
  if go {{ g() }}
  {on_node}
  t({arguments})
  return t.z
}}
"""


@pytest.mark.parametrize(
    ("on_tool", "on_node", "filled"),
    [
        ("", "", ""),
        ("@state", "", "ab"),
        ("@state(a)", "", "a"),
        ("", "@state", "ab"),
        ("", "@state(b)", "b"),
        ("@state", "@state(b)", "b"),
        ("@state(a)", "@state(b)", "b"),
        ("@state(a)", "@state", "ab"),
    ],
)
def test_what_a_node_asks_of_the_state_replaces_what_its_tool_asks(
    ending, on_tool, on_node, filled
):
    """A run fills those inputs alone, and the check wants something for all others."""
    unfilled = [name for name in "ab" if name not in filled]
    tools = {"g": lambda: "g", "t": lambda a, b: f"{a} {b}"}
    source = asked_state(on_tool, on_node, "a = g.a, b = g.a")
    ended = ending(source, {"go": False}, tools, state={"a": "A", "b": "B"})
    if unfilled:
        what = f"input '{unfilled[0]}' of node 't' has no value: g gave none"
        assert ended == (LookupError, what)
    else:
        assert ended == {"z": "A B"}
    names = ", ".join(f"'{name}'" for name in unfilled)
    found = flowc.parse(asked_state(on_tool, on_node, "")).diagnostics
    told = [("FLOW131", f"'t' gets nothing for {names}")] if unfilled else []
    assert [(it.code, it.title) for it in found if it.code != "FLOW402"] == told


def test_the_context_names_the_call_and_holds_the_state(run):
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


def test_the_path_leads_through_all_that_runs_flows(run):
    seen = {}

    def t(x, context):
        seen.setdefault(context.node, set()).add(context.call_id)
        return x

    source = """
@context
tool t(x: string) -> (y: string)
flow inner(x: string) -> (y: string) {
  t(x)
  return t.y
}
flow outer(x: string) -> (y: string = "") {
  i = inner(x)
  return i.y
}
flow other(x: string) -> (z: string) {
  t(x)
  return (z = t.y)
}
export flow main(xs: string[], x: string) {
  m = map inner(x = each xs)
  p = parallel map inner(x = each xs)
  both = parallel [inner, other](x)
  c = try outer(x) {
    catch => {}
    else => {}
  }
}
"""
    run(source, {"xs": ["a", "b"], "x": "c"}, {"t": t})
    assert {node: len(ids) for node, ids in seen.items()} == {
        "m/t": 2,
        "p/t": 2,
        "both/t": 2,
        "c/i/t": 1,
    }
    assert set().union(*seen.values()) == {f"call-{number}" for number in range(1, 8)}


def test_all_attempts_of_a_call_have_one_id(run):
    seen = []

    def t(x, context):
        seen.append(context.call_id)
        if len(seen) < 3:
            raise ConnectionError
        return x

    run(flow_of("@retry @context"), {"x": "a"}, {"t": t}, clock=Clock())
    assert seen == ["call-1", "call-1", "call-1"]


def test_a_node_can_ask_for_a_context_where_others_of_the_tool_do_not(run):
    seen = []

    def t(x, context=None):
        seen.append(context and context.node)
        return x

    source = """
tool t(x: string) -> (y: string)
flow main(x: string) -> (y: string) {
  t(x)
  @context
  again = t(x)
  return again.y
}
"""
    assert run(source, {"x": "a"}, {"t": t}).outputs == {"y": "a"}
    assert seen == [None, "again"]


def test_the_state_comes_after_a_source_that_may_not_have_run(ending):
    source = """
tool first() -> (x: string)
tool t(x: string, more: any) -> (z: string)
flow main(go: boolean) -> (z: string) {
  if go { first() }
  @state("x", "more")
  t(first.x, more: any)
  return t.z
}
"""
    tools = {"first": lambda: "own", "t": lambda x, more: f"{x} {more}"}
    state = {"x": 5, "more": (1,)}
    assert ending(source, {"go": True}, tools, state=state) == {"z": "own (1,)"}
    assert ending(source, {"go": False}, tools, state=state) == {"z": "5 (1,)"}
    assert ending(source, {"go": False}, tools, state={"more": 1}) == (
        LookupError,
        "input 'x' of node 't' has no value: first gave none",
    )
    assert ending(source, {"go": True}, tools, state={"x": 1}) == (
        LookupError,
        "input 'more' of node 't' has no value and no source",
    )


CONFIRMED = flow_of("", fields="{ requires_confirmation: true }")


def test_a_confirmed_tool_runs(run):
    asked = []

    def confirm(tool, arguments):
        asked.append((tool, dict(arguments)))
        return True

    assert run(CONFIRMED, {"x": "a"}, {"t": lambda x: x}, confirm=confirm).outputs == {"y": "a"}
    assert asked == [("t", {"x": "a"})]


@pytest.mark.parametrize("asks", ['"yes"', '"false"', '""', "1", "0", "[]", "{}", '"{{ASK}}"'])
@pytest.mark.parametrize("form", ["fields", "with"])
def test_a_tool_whose_confirmation_is_not_clear_never_runs(ending, asks, form):
    fields = f"{{ requires_confirmation: {asks} }}"
    source = flow_of("", fields=fields)
    if form == "with":
        source = flow_of("").replace("tool t", f"@with({fields})\ntool t")
    calls = []
    error, _ = ending(source, {"x": "a"}, {"t": calls.append}, confirm=lambda *_: True)
    assert (error, calls) == (FlowcError, [])


@pytest.mark.parametrize("asks", ["false", "null", "absent"])
def test_what_is_false_or_left_out_requires_none(run, asks):
    with_ = f"@with({{ requires_confirmation: {asks} }})\ntool t"
    source = flow_of("", fields="{ requires_confirmation: true }").replace("tool t", with_)
    assert run(source, {"x": "a"}, {"t": lambda x: x}).outputs == {"y": "a"}


def test_arguments_are_converted_before_anybody_is_asked_or_anything_is_tried(ending):
    source = """
@retry @timeout(5)
tool t(x: integer, ys: number[]) -> (y: string) { requires_confirmation: true }
flow main(x: number) -> (y: string) {
  t(x, ys = [1])
  return t.y
}
"""
    asked = []

    def confirm(tool, arguments):
        asked.append(repr(arguments))
        return True

    tools = {"t": lambda x, ys: f"{x} {ys}"}
    assert ending(source, {"x": 1.5}, tools, confirm=confirm) == {"y": "1 [1.0]"}
    assert asked == ["{'x': 1, 'ys': [1.0]}"]
    assert ending(source, {"x": float("inf")}, tools, confirm=confirm) == (
        TypeError,
        "input 'x' of node 't': expected integer, got float",
    )
    assert len(asked) == 1


def test_every_turn_of_a_loop_tries_again(run):
    clock, calls = Clock(), []

    def step(x):
        calls.append(x)
        if len(calls) % 2:
            raise OSError
        return {"x": x + 1, "more": x < 2}

    source = """
tool step(x: integer) -> (x: integer, more: boolean)
flow main() -> (x: integer) {
  @retry
  step(x = step.x default 0)
  if step.more { goto step }
  return step.x
}
"""
    assert run(source, {}, {"step": step}, clock=clock).outputs == {"x": 3}
    assert calls == [0, 0, 1, 1, 2, 2]
    assert clock.slept == [1.0, 1.0, 1.0]


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
def test_an_unconfirmed_tool_never_runs(ending, confirm, error):
    calls = []
    tools = {"t": lambda x: calls.append(x)}
    assert ending(CONFIRMED, {"x": "a"}, tools, confirm=confirm) == error
    assert calls == []


MOST = 1_000_000_000
AMOUNTS = ("max_attempts", "initial_delay", "max_delay", "backoff_factor", "jitter")
NOT_MEANT = (MOST + 1, 10**30, 1e300, -1, True, "1", None)
"""What is no amount of a policy: nobody means it, or it is no number."""


def waits_of(run, **retry):
    """How the waits between three attempts were, in a document, which may hold anything."""
    document = json.loads(flowc.parse(flow_of("", "@retry")).to_json())
    document["$referenced_components"]["t"]["metadata"]["flowc"]["retry"] = retry
    clock = Clock()
    assert run(document, {"x": "a"}, {"t": flaky(2)}, clock=clock).outputs == {"y": "a"}
    return clock.slept


@pytest.mark.parametrize("name", AMOUNTS)
def test_an_amount_that_nobody_means_is_as_if_it_was_not_said(run, name):
    others = {"max_attempts": 3, "initial_delay": 2, "max_delay": 50, "backoff_factor": 3}
    others.pop(name, None)
    expected = waits_of(run, **others)
    assert [waits_of(run, **others, **{name: amount}) for amount in NOT_MEANT] == [expected] * 7
    assert waits_of(run, **others, **{name: MOST}) == WAITS_OF_MOST[name]


WAITS_OF_MOST = {
    "max_attempts": [2.0, 6.0],
    "initial_delay": [25.0, 25.0],
    "max_delay": [2.0, 6.0],
    "backoff_factor": [2.0, 25.0],
    "jitter": [50 / (1 + MOST)] * 2,
}
"""The waits with the largest amount of a kind, which counts."""


@pytest.mark.parametrize("name", AMOUNTS)
def test_a_source_that_says_an_amount_that_nobody_means_is_refused(name):
    kind = "whole number" if name == "max_attempts" else "number"
    seconds = " of seconds" if name.endswith("delay") else ""
    for amount, codes in ((MOST, []), (MOST + 1, ["FLOW114"]), (10**30, ["FLOW114"])):
        found = flowc.parse(flow_of("", f"@retry({name} = {amount})")).diagnostics
        assert [it.code for it in found] == codes
        assert all(
            it.title == f"'{name}' is not a {kind}{seconds}, from 0 to 1,000,000,000"
            for it in found
        )


@pytest.mark.parametrize("seconds", [MOST, *NOT_MEANT])
def test_a_timeout_that_nobody_means_is_none(run, execution, seconds):
    document = json.loads(flowc.parse(flow_of("", "@timeout(1)")).to_json())
    document["$referenced_components"]["t"]["metadata"]["flowc"]["timeout"] = seconds
    threads = []

    def t(x):
        threads.append(threading.current_thread().name)
        return x

    assert run(document, {"x": "a"}, {"t": t}).outputs == {"y": "a"}
    is_timed = seconds == MOST and execution != "async module"  # which needs no thread for it
    assert [name == "flowc timeout" for name in threads] == [is_timed]


def test_a_source_that_says_a_timeout_that_nobody_means_is_refused():
    for seconds, codes in ((MOST, []), (MOST + 1, ["FLOW114"]), (10**30, ["FLOW114"])):
        found = flowc.parse(flow_of("", f"@timeout({seconds})")).diagnostics
        assert [it.code for it in found] == codes
