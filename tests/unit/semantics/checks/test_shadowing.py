"""Names that may be taken for something else."""

from __future__ import annotations

import pytest
from check_texts import said

TOOLS = """
tool search(text: string) -> (hits: string)
tool look_up(text: string) -> (hits: string)
flow inner(text: string) -> (hits: string = "") {
  search(text)
  return search.hits
}
flow main(text: string) -> (hits: string) {
"""


def test_a_node_named_like_another_tool():
    text = TOOLS + "  search = look_up(text)\n  i = inner(search.hits)\n  return i.hits\n}"
    assert said(text) == [
        "FLOW320 note `search`: node 'search' is named like something that it does not run | "
        "runs no 'search' | Give the node another name."
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "search(text)",
        "search = search(text)",
        "inner = try inner(text) { else => {} }",
        "found = look_up(text)",
    ],
)
def test_a_node_named_like_what_it_runs(statement: str):
    name = statement.partition(" =")[0].partition("(")[0]
    text = f"{TOOLS}  {statement}\n  i = inner({name}.hits)\n  l = look_up(i.hits)\n"
    assert said(text + "  return l.hits\n}") == []


def test_a_node_named_like_a_type_or_a_model():
    text = """
type hits = string
tool look_up(text: string) -> (hits: hits)
flow main(text: string) -> (hits: hits) {
  hits = look_up(text)
  return hits.hits
}
"""
    assert said(text) == []


def test_a_tool_named_like_a_node_type():
    text = "tool ApiNode(text: string)\nflow main(text: string) { a = ApiNode(text) }"
    assert said(text) == [
        "FLOW321 warning `ApiNode`: 'ApiNode' is the name of a node type, which cannot be written "
        "in this file then | hides the node type | "
        'Give it another name; @name("…") keeps the one in the document.'
    ]


def test_a_tool_that_is_only_nearly_named_so():
    assert said("tool Api(text: string)\nflow main(text: string) { a = Api(text) }") == []
