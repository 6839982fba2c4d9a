"""Findings about inputs and outputs point at the parameter, argument or entry that says them."""

from __future__ import annotations

import pytest
from check_texts import lines, of_flow, of_json, place, said

from flowc.ir.flow import Flow


def places(text: str) -> list[tuple[str, str]]:
    return [(item.code, place(item.location)) for item in of_flow(text)]


def test_defaults_and_titles_of_a_declaration():
    text = """
tool t(
  a: integer = "many",
  "A description of its own."
  b: string = 5,
  `c d`: string = "",
) -> (y: { z?: integer } = {})
"""
    assert places(text) == [
        ("FLOW225", 'a: integer = "many"'),
        ("FLOW226", "b: string = 5"),
        ("FLOW233", '`c d`: string = ""'),
        ("FLOW235", "y: { z?: integer } = {}"),
    ]


def test_the_argument_that_gives_another_default():
    text = "tool t(a: string, b: string)\nflow main(x: string) {\n  t(a = 3, b = x)\n}"
    assert places(text) == [("FLOW226", "a = 3")]


def test_an_argument_is_no_default_but_what_stands_for_a_source_is():
    text = """
tool t(x: ("A" | "B"), n: integer = 1) -> (y: string)
flow main(q: ("A" | "B")) -> (y: integer) {
  t(x = "C", n = 4.0)
  u = t(x = q default "D")
  return "3x"
}
"""
    assert [(item.code, item.title, item.hint) for item in of_flow(text)] == [
        (
            "FLOW225",
            """the value of input 'x' of ToolNode 't' is "C", which is no "A" | "B\"""",
            'Write a value of type "A" | "B".',
        ),
        (
            "FLOW226",
            "the value of input 'n' of ToolNode 't' is 4.0, which is no integer",
            "Write a value of type integer.",
        ),
        (
            "FLOW225",
            """the default of input 'x' of ToolNode 'u' is "D", which is no "A" | "B\"""",
            'Write a value of type "A" | "B", or leave the default out.',
        ),
        (
            "FLOW225",
            """the value of output 'y' of EndNode 'end' is "3x", which is no integer""",
            "Write a value of type integer.",
        ),
    ]


def test_the_input_of_a_flow_and_the_output_of_a_return():
    text = """
flow main(x: integer = "many") -> (y: integer) {
  return (y = x) -> (y: string)
}
"""
    assert places(text) == [("FLOW225", 'x: integer = "many"'), ("FLOW230", "y = x")]


def test_an_input_that_may_be_unset_is_shown_where_it_is_fed():
    text = """
tool t(a: string) -> (y: string)
flow main(go: boolean, x: string) {
  if go { first = t(a = x) }
  second = t(a = first.y)
}
"""
    assert said(text) == [
        "FLOW403 warning `a = first.y`: input 'a' of node 'second' may have no value | "
        "'first' does not run on the path if[default] -> second | "
        "Feed it on that path too, or give it a default."
    ]


def test_of_two_sources_neither_runs():
    text = """
tool t(a: string) -> (y: string)
flow main(kind: string, x: string) {
  match kind {
    "a" => first = t(a = x)
    "b" => second = t(a = x)
  }
  third = t(a = first.y | second.y)
}
"""
    (found,) = said(text)
    assert "neither 'first' nor 'second' runs on the path match[default] -> third" in found


TOOL = {"component_type": "ServerTool", "agentspec_version": "25.4.1", "id": "t", "name": "t"}


def test_the_entry_of_a_document():
    inputs = [
        {"title": "a", "type": "string"},
        {"title": "b", "type": "integer", "default": "many"},
        {"title": "c d", "type": "string"},
        {"title": "a", "type": "string"},
    ]
    found = of_json({**TOOL, "inputs": inputs})
    assert [(item.code, item.location.path) for item in found] == [
        ("FLOW225", ("inputs", 1)),
        ("FLOW233", ("inputs", 2)),
        ("FLOW227", ("inputs", 3)),
    ]


def test_an_input_without_a_title_is_told_once():
    assert lines(of_json({**TOOL, "inputs": [{"name": "text", "type": "string"}]}))[0].endswith(
        "an input of ServerTool 't' has no title, so it is called 'property' | no title | "
        'Write "title": "text" instead of "name".'
    )
    assert lines(of_json({**TOOL, "outputs": [{"type": "string"}]}))[0].endswith(
        "an output of ServerTool 't' has no title, so it is called 'property' | no title | "
        'Write "title": "…".'
    )
    assert of_json({**TOOL, "inputs": [{"title": "property", "type": "string"}]}) == []


@pytest.mark.parametrize(
    ("inputs", "outputs", "paths"),
    [
        ([5], [5], [("inputs", 0)]),
        ([5], [6], [("inputs", 0), ("outputs", 0)]),
        (["x"], [6], [("outputs", 0)]),
        ([5], ["x"], [("inputs", 0)]),
        ([], [6], [("outputs", 0)]),
        ([5], [], [("inputs", 0)]),
        (["x"], ["x"], []),
    ],
)
def test_of_the_two_lists_of_an_end_both_are_checked_and_what_they_share_once(
    inputs, outputs, paths
):
    """A flow without outputs of its own gives those of its ends (SEMANTICS 20)."""
    end = {"component_type": "EndNode", "id": "e", "name": "e", "agentspec_version": "25.4.1"}
    for key, defaults in (("inputs", inputs), ("outputs", outputs)):
        end[key] = [{"title": "a", "type": "string", "default": it} for it in defaults]
    found = [item for item in of_json(end) if item.code == "FLOW226"]
    assert [item.location.path for item in found] == paths


def test_a_start_without_titles_is_told_once():
    start = {"component_type": "StartNode", "id": "s", "name": "s"}
    document = {**start, "agentspec_version": "25.4.1", "inputs": [{"type": "string"}]}
    assert [item.code for item in of_json(document)] == ["FLOW239"]


@pytest.mark.parametrize("side", ["inputs", "outputs"])
def test_what_a_node_only_repeats_has_no_place_of_its_own(side: str):
    from flowc import api

    text = 'tool t(a: string, b: string = "x") -> (y: string)\nflow main(a: string) {\n  t(a)\n}'
    flow = api.parse(text).document.root_component
    assert isinstance(flow, Flow)
    (node,) = (node for node in flow.nodes if node.name == "t")
    origins = {item.title: place(item.origin) for item in getattr(node, side)}
    assert origins == ({"a": "a", "b": ""} if side == "inputs" else {"y": ""})
