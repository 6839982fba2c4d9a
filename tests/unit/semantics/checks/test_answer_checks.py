"""FLOW416 and FLOW417: an InputMessageNode gives one text."""

from __future__ import annotations

import pytest
from findings_shown import component, in_flow, in_json

import flowc

CODES = ("FLOW416", "FLOW417")
ASK = 'flow f() {{\n  a = ask "n?" -> ({outputs})\n}}\n'


@pytest.mark.parametrize(
    "type_", ["integer", "number", "boolean", "null", "string[]", "{ a: string }", "integer?"]
)
def test_an_answer_is_no(type_):
    assert in_flow(ASK.format(outputs=f"n: {type_}"), *CODES) == [
        f"FLOW416 2:20 'n: {type_}' output 'n' of 'a' is {type_}, but an InputMessageNode gives "
        "text | takes no text | Declare it as string, and let a tool make more of it."
    ]


@pytest.mark.parametrize("type_", ["string", "any", "string | null", "string | integer", '"a" | 1'])
def test_an_answer_may_be(type_):
    assert in_flow(ASK.format(outputs=f"n: {type_}"), *CODES) == []


def test_an_answer_without_a_name_is_text():
    assert in_flow('flow f() {\n  a = ask "n?"\n}\n', *CODES) == []


def test_two_outputs_for_one_answer():
    text = ASK.format(outputs="n: string, m: string, o: string")
    assert in_flow(text, *CODES) == [
        "FLOW417 2:31 'm: string' 'a' has 3 outputs for one answer | gets what 'n' gets | Ask once "
        "for each, or let a tool take the answer apart."
    ]


def test_in_a_document_the_place_is_the_output():
    document = flowc.parse(ASK.format(outputs="n: string")).to_dict()
    asks = component("InputMessageNode", "a", outputs=[{"title": "n", "type": "integer"}])
    nodes = document["$referenced_components"]
    [key] = [key for key, it in nodes.items() if it["component_type"] == "InputMessageNode"]
    nodes[key] = {**asks, "id": key}
    [found] = in_json(document, *CODES)
    assert "output 'n' of 'a' is integer, but an InputMessageNode gives text" in found
    assert '"title": "n"' in found
