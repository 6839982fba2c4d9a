"""MapNode and ParallelMapNode (SEMANTICS 22)."""

from __future__ import annotations

import asyncio
import threading

import pytest

from flowc.runtime import Message

SCALED = """
tool scale(n: number, by: number) -> (scaled: number)
flow one(n: number, by: number = 10) -> (scaled: number) {
  scale(n, by)
  return scale.scaled
}
export flow main(xs: number[], by: number) -> (ys: number[]) {
  m = FORM one(n = each xs, by)
  return (ys = m.collected_scaled)
}
"""
FORMS = pytest.mark.parametrize("form", ["map", "parallel map"])


@FORMS
def test_a_list_is_gone_over_and_the_rest_is_the_same_for_all_items(run, form):
    calls = []

    def scale(n, by):
        calls.append((n, by))
        return n * by

    source = SCALED.replace("FORM", form)
    outcome = run(source, {"xs": [1, 2.5, 3], "by": 2}, {"scale": scale})
    assert repr(outcome.outputs) == "{'ys': [2.0, 5.0, 6.0]}"
    assert sorted(calls) == [(1.0, 2.0), (2.5, 2.0), (3.0, 2.0)]


@FORMS
def test_no_items_are_no_runs(run, form):
    source = SCALED.replace("FORM", form)
    assert run(source, {"xs": [], "by": 2}, {"scale": lambda n, by: 1 / 0}).outputs == {"ys": []}


@FORMS
def test_several_lists_are_gone_over_together(run, ending, form):
    source = f"""
tool join(a: string, b: integer) -> (c: string)
flow one(a: string, b: integer) -> (c: string) {{
  join(a, b)
  return join.c
}}
export flow main(xs: string[], ys: integer[]) -> (cs: string[]) {{
  m = {form} one(a = each xs, b = each ys)
  return (cs = m.collected_c)
}}
"""
    tools = {"join": lambda a, b: f"{a}{b}"}
    inputs = {"xs": ["a", "b"], "ys": [1, 2]}
    assert run(source, inputs, tools).outputs == {"cs": ["a1", "b2"]}
    assert ending(source, {"xs": ["a", "b"], "ys": [1]}, tools) == (
        ValueError,
        "node 'm' goes over lists of unequal length: 'iterated_a' has 2, 'iterated_b' has 1",
    )


@FORMS
@pytest.mark.parametrize(
    ("reducer", "type_", "xs", "expected"),
    [
        ("sum", "number", [1, 2, 4], 7.0),
        ("sum", "number", [], 0.0),
        ("sum", "integer", [1.5, 2.5], 4),
        ("average", "number", [1, 2, 4], 7 / 3),
        ("max", "number", [1, 4, 2], 4.0),
        ("min", "number", [4, 1, 2], 1.0),
        ("max", "number?", [], None),
        ("average", "number?", [], None),
    ],
)
def test_reducers(run, form, reducer, type_, xs, expected):
    source = reduced(form, reducer, type_)
    [result] = run(source, {"xs": xs}, {"same": lambda x: x}).outputs.values()
    assert repr(result) == repr(expected)


def reduced(form, reducer, type_):
    return f"""
tool same(x: number) -> (y: number)
flow one(x: number) -> (y: number) {{
  same(x)
  return same.y
}}
export flow main(xs: number[]) -> (y: {type_}) {{
  m = {form} one(x = each xs) -> (collected_y: {type_}) {{ reducers: {{ y: "{reducer}" }} }}
  return (y = m.collected_y)
}}
"""


@pytest.mark.parametrize("reducer", ["average", "max", "min"])
def test_nothing_to_reduce(ending, reducer):
    assert ending(reduced("map", reducer, "number"), {"xs": []}, {"same": None}) == (
        NotImplementedError,
        "no implementation for same",
    )
    tools = {"same": lambda x: x}
    assert ending(reduced("map", reducer, "number"), {"xs": []}, tools) == (
        ValueError,
        f"output 'collected_y' of node 'm': there is no {reducer} of no items",
    )


SPOKEN = """
tool greet(name: string) -> (text: string)
flow one(name: string) -> (text: string) {
  say "hello {{name}}" (name)
  greet(name)
  say "bye {{name}}" (name)
  return greet.text
}
export flow main(names: string[]) -> (texts: string[]) {
  m = FORM one(name = each names)
  return (texts = m.collected_text)
}
"""


def test_a_map_stops_at_its_first_failure(ending):
    calls = []
    source = SPOKEN.replace("FORM", "map")
    assert ending(source, {"names": ["a", "b", "c"]}, {"greet": failing(calls)}) == (
        ValueError,
        "no b",
    )
    assert calls == ["a", "b"]


def failing(calls):
    def greet(name):
        calls.append(name)
        if name != "a":
            raise ValueError(f"no {name}")
        return name

    return greet


def test_a_parallel_map_runs_all_items_and_raises_the_first_error_in_their_order(ending):
    calls = []
    source = SPOKEN.replace("FORM", "parallel map")
    assert ending(source, {"names": ["a", "b", "c"]}, {"greet": failing(calls)}) == (
        ValueError,
        "no b",
    )
    assert sorted(calls) == ["a", "b", "c"]


def test_messages_are_in_the_order_of_the_items_whoever_was_first(execution, run):
    """Each item waits for the one after it."""
    asynchronous = execution == "async module"
    done = {name: asyncio.Event() if asynchronous else threading.Event() for name in "abc"}

    def greet(name):
        if name != "c":
            assert done[chr(ord(name) + 1)].wait(10)
        done[name].set()
        return name

    async def greet_async(name):
        if name != "c":
            await asyncio.wait_for(done[chr(ord(name) + 1)].wait(), 10)
        done[name].set()
        return name

    source = SPOKEN.replace("FORM", "parallel map")
    tools = {"greet": greet_async if asynchronous else greet}
    outcome = run(source, {"names": list("abc")}, tools)
    assert outcome.outputs == {"texts": ["a", "b", "c"]}
    assert outcome.messages == [
        Message("agent", f"{word} {name}") for name in "abc" for word in ("hello", "bye")
    ]


def test_parallel_maps_inside_parallel_maps_speak_in_order_too(run):
    source = """
flow one(name: string) -> (name: string) {
  say "hello {{name}}" (name)
  return (name = name)
}
flow some(names: string[]) -> (names: string[]) {
  say "some"
  m = parallel map one(name = each names)
  return (names = m.collected_name)
}
export flow main(names: string[][]) -> (all: string[][]) {
  m = parallel map some(names = each names)
  return (all = m.collected_names)
}
"""
    outcome = run(source, {"names": [["a", "b"], [], ["c"]]})
    assert outcome.outputs == {"all": [["a", "b"], [], ["c"]]}
    assert [message.text for message in outcome.messages] == [
        "some",
        "hello a",
        "hello b",
        "some",
        "some",
        "hello c",
    ]


def test_what_is_no_list_after_all_is_an_error(ending):
    source = """
flow one(n: number) -> (m: number) { return (m = n) }
tool xs() -> (xs: number[])
export flow main(again: boolean) -> (ms: number[] = []) {
  if again { xs() }
  m = map one(n = each xs.xs default 5)
  return (ms = m.collected_m)
}
"""
    assert ending(source, {"again": False}, {"xs": lambda: [1]}) == (
        TypeError,
        "input 'iterated_n' of node 'm': expected number[], got float",
    )
