"""Keys and texts of a type of their own are texts like any other; keys that are none stay keys."""

from __future__ import annotations

import pytest


class Text(str):
    """Text of a type of its own, as other libraries have."""


SOURCE = """
tool t(a: { x: integer }) -> (a: string, b: any, c: { x: integer }, d: { [string]: integer })
flow main(a: { x: integer }) -> (
  a: string, b: any, c: { x: number }, d: { [string]: number }, e: string, f: string
) {
  t(a)
  return (a = t.a, b = t.b, c = t.c, d = t.d, e = t.b, f = t.d)
}
"""


@pytest.mark.parametrize("of", [str, Text])
def test_texts_of_a_type_of_their_own_are_read_converted_and_written(run, of):
    given = []

    def t(a):
        given.append(a)
        return {
            of("a"): of("7"),
            of("b"): {of("k"): [of("v"), {of("l"): None}]},
            of("c"): {of("x"): 1},
            of("d"): {of("y"): 2},
        }

    outputs = run(SOURCE, {of("a"): {of("x"): 1.5}}, {"t": t}).outputs
    assert given == [{"x": 1}]
    assert outputs == {
        "a": "7",
        "b": {"k": ["v", {"l": None}]},
        "c": {"x": 1.0},
        "d": {"y": 2.0},
        "e": '{"k": ["v", {"l": null}]}',
        "f": '{"y": 2}',
    }
    assert [type(value) for value in (outputs["c"]["x"], outputs["d"]["y"])] == [float, float]


@pytest.mark.parametrize("of", [str, Text])
def test_a_text_of_a_type_of_its_own_takes_its_branch(run, of):
    source = """
tool t() -> (a: string)
flow main() -> (b: string) {
  t()
  match t.a {
    "x" => return (b = "is x")
    else => return (b = "is another")
  }
}
"""
    assert run(source, {}, {"t": lambda: of("x")}).outputs == {"b": "is x"}


@pytest.mark.parametrize(
    ("key", "text"), [(1, "1"), (None, "null"), (True, "true"), (1.5, "1.5"), ((1,), None)]
)
def test_a_key_that_is_no_text_stays_and_is_written_as_json_has_it(ending, key, text):
    keep = "tool t() -> (a: any)\nflow main() -> (b: any) {\n  t()\n  return (b = t.a)\n}\n"
    assert ending(keep, {}, {"t": lambda: {key: 1}}) == {"b": {key: 1}}
    ended = ending(keep.replace("(b: any)", "(b: string)"), {}, {"t": lambda: {key: 1}})
    if text is None:
        assert ended == (TypeError, "input 'b' of node 'end': expected string, got dict")
    else:
        assert ended == {"b": f'{{"{text}": 1}}'}
