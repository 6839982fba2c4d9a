"""Placeholders against inputs, in both directions, and what is no placeholder."""

from __future__ import annotations

from dataclasses import replace

import pytest
from check_builder import document, end, flow, port, shown, start
from check_texts import lines, of_flow, of_json, said

from flowc.ir.components import Component
from flowc.ir.nodes import ApiNode
from flowc.ir.values import Ref
from flowc.semantics.check import check


def message(text: str, *names: str) -> str:
    """A flow that says the text with these inputs."""
    inputs = ", ".join(f"{name}: string" for name in names)
    arguments = ", ".join(f"{name} = {name}" for name in names)
    return f'flow main({inputs}) {{\n  say "{text}" ({arguments})\n}}'


def test_an_input_that_no_placeholder_uses():
    assert said(message("Hello {{a}}", "a", "b")) == [
        "FLOW410 warning `b = b`: no placeholder uses input 'b' of OutputMessageNode 'say' | "
        "never read | Write {{b}} where its value belongs, or remove the input."
    ]


def test_an_input_in_single_braces():
    assert said(message("Hello {a}", "a")) == [
        "FLOW410 warning `a = a`: no placeholder uses input 'a' of OutputMessageNode 'say' | "
        "never read | Write {{a}} instead of {a}."
    ]


def test_each_text_of_a_request_uses_inputs():
    text = """
flow main(a: string, b: string, c: string, d: string) {
  ApiNode(a, b, c, d) {
    url: "https://example.com/{{a}}"
    http_method: "POST"
    data: { "{{b}}": ["{{c}}"] }
    headers: { trace: "{{d}}" }
  }
}
"""
    assert said(text) == []


def test_a_secret_may_use_what_nothing_else_does():
    node = ApiNode(
        component_type="ApiNode",
        id="a",
        name="a",
        inputs=(port("x"),),
        outputs=(port("y"),),
        url="https://example.com",
        http_method="GET",
    )

    def found(asked: ApiNode) -> list[str]:
        asking = flow(
            start("x"), asked, end(), control_edges="start -> a -> end", data_edges="start.x -> a.x"
        )
        return shown(check(document(asking)))

    assert found(node) == [
        "FLOW410 warning: no placeholder uses input 'x' of ApiNode 'a' | never read | "
        "Write {{x}} where its value belongs, or remove the input."
    ]
    assert found(replace(node, sensitive_headers={"key": "{{x}}"})) == []
    assert "FLOW410" not in "".join(found(replace(node, sensitive_headers=Ref("a.s"))))
    assert "FLOW410" not in "".join(found(replace(node, url=None, http_method=None)))


def test_agents_and_tools_with_texts_too():
    agent = Component(
        component_type="Agent",
        id="g",
        name="g",
        inputs=(port("topic"), port("tone")),
        fields={"system_prompt": "Talk of {{topic}}."},
    )
    assert shown(check(document(agent))) == [
        "FLOW410 warning: no placeholder uses input 'tone' of Agent 'g' | never read | "
        "Write {{tone}} where its value belongs, or remove the input."
    ]
    assert check(document(replace(agent, component_type="Swarm"))) == ()
    assert check(document(replace(agent, extern=True))) == ()


def test_a_misspelt_placeholder_is_one_finding():
    node = {
        "component_type": "OutputMessageNode",
        "id": "say",
        "name": "say",
        "inputs": [{"title": "topic", "type": "string"}],
        "message": "About {{topci}}",
    }
    assert lines(of_json(one_node(node))) == [
        "FLOW409 warning `{{topci}}`: placeholder '{{topci}}' of node 'say' is not fed | "
        "it must be defined when the flow runs | Did you mean {{topic}}?"
    ]


def test_a_misspelt_placeholder_of_a_node_that_lists_no_inputs():
    node = {
        "component_type": "OutputMessageNode",
        "id": "say",
        "name": "say",
        "message": "About {{topci}}",
    }
    assert (
        "FLOW409 warning `{{topci}}`: placeholder '{{topci}}' of node 'say' is not fed | "
        "it must be defined when the flow runs | Did you mean {{topic}}?"
    ) in lines(of_json(one_node(node)))


def test_a_part_of_a_value_may_mean_an_input():
    text = """tool a() -> (name: string)
flow f() {
  a()
  say "{{a.name}}, {{a.other}}, {{name.first}}" (name = a.name)
}
"""
    assert [item for item in lines(of_flow(text)) if item.startswith("FLOW411")] == [
        "FLOW411 warning `{{a.name}}`: '{{a.name}}' in 'message' of OutputMessageNode 'say' is no "
        "placeholder | stays in the text as it stands | "
        "Write {{name}}: placeholders name inputs of the node.",
        "FLOW411 warning `{{a.other}}`: '{{a.other}}' in 'message' of OutputMessageNode 'say' is "
        "no placeholder | stays in the text as it stands | "
        "Only plain names are filled, like {{a}}; let a tool make the value that is meant.",
        "FLOW411 warning `{{name.first}}`: '{{name.first}}' in 'message' of OutputMessageNode "
        "'say' is no placeholder | stays in the text as it stands | "
        "Only plain names are filled, like {{name}}; let a tool make the value that is meant.",
    ]


def one_node(node: dict) -> dict:
    """A document whose flow has one node between start and end, fed with `topic`."""
    topic = {"title": "topic", "type": "string"}
    ref = {"$component_ref": node["id"]}
    start_ref, end_ref = {"$component_ref": "start"}, {"$component_ref": "end"}

    def control(source: dict, target: dict) -> dict:
        return {
            "component_type": "ControlFlowEdge",
            "name": "e",
            "from_node": source,
            "to_node": target,
        }

    return {
        "component_type": "Flow",
        "agentspec_version": "25.4.1",
        "id": "f",
        "name": "f",
        "start_node": start_ref,
        "nodes": [start_ref, ref, end_ref],
        "control_flow_connections": [control(start_ref, ref), control(ref, end_ref)],
        "data_flow_connections": [
            {
                "component_type": "DataFlowEdge",
                "name": "d",
                "source_node": start_ref,
                "source_output": "topic",
                "destination_node": ref,
                "destination_input": "topic",
            }
        ],
        "$referenced_components": {
            "start": {
                "component_type": "StartNode",
                "id": "start",
                "name": "start",
                "inputs": [topic],
                "outputs": [topic],
            },
            node["id"]: node,
            "end": {"component_type": "EndNode", "id": "end", "name": "end", "outputs": []},
        },
    }


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("{{ a | upper }}", "a"),
        ("{{a.b}}", "a"),
        ("{{a[0]}}", "a"),
        ("{{- a -}}", "a"),
        ("{{a-b}}", "a"),
        ("{{ a + 1 }}", "a"),
    ],
)
def test_expressions_stay_as_they_are(written: str, name: str):
    assert said(message(f"Hello {written}", "a")) == [
        f"FLOW411 warning `{written}`: '{written}' in 'message' of OutputMessageNode 'say' is no "
        f"placeholder | stays in the text as it stands | Only plain names are filled, like "
        f"{{{{{name}}}}}; let a tool make the value that is meant."
    ]


def test_a_statement_of_a_template_language_is_told_once_for_each_text():
    assert said(message("{% if a %}Yes{% else %}No{% endif %}", "a")) == [
        "FLOW411 warning `{% if a %}`: '{% if a %}' in 'message' of OutputMessageNode 'say' is no "
        "placeholder | stays in the text as it stands | Only {{name}} is filled; choose between "
        "texts with a BranchingNode (`match`), or let a tool make the text."
    ]


@pytest.mark.parametrize(
    "text",
    [
        "{{a}} and {{ a }} and {{\\ta\\n}}",
        'Answer as {{\\"name\\": 1}}: {{a}}',
        "${{ secrets.KEY }} {{a}}",
        "{{}} {{ }} {{a}}",
        "100% {%d} {{a}}",
        "{a} {{a}}",
        "{ {a} } {{a}}",
        '{\\"k\\": {{a}}}',
        '{\\"k\\": {\\"l\\": {{a}}}}',
        "x_{{n}_1} {{a}}",
    ],
)
def test_what_is_no_expression_and_no_half_placeholder(text: str):
    assert said(message(text, "a")) == []


@pytest.mark.parametrize("written", ["{{a}", "{{ a }", "{a}}"])
def test_a_placeholder_that_lacks_a_brace(written: str):
    (found,) = of_flow(message(f"Hello {written}!", "a"))
    assert lines([found]) == [
        f"FLOW412 warning `{written}`: '{written}' in 'message' of OutputMessageNode 'say' lacks a "
        "brace | stays in the text as it stands | Write {{a}}."
    ]
    assert found.fix is not None
    (edit,) = found.fix.edits
    text = edit.span.source.text
    assert said(text[: edit.span.start] + edit.text + text[edit.span.end :]) == []


def test_a_brace_too_few_in_a_text_whose_braces_do_not_pair_up():
    assert [item.code for item in of_flow(message("{{a}} {{name}!", "a"))] == ["FLOW412"]
    assert [item.code for item in of_flow(message("{{a}} {name}}!", "a"))] == ["FLOW412"]


def test_a_document_is_told_the_place_but_not_repaired():
    node = {
        "component_type": "OutputMessageNode",
        "id": "say",
        "name": "say",
        "inputs": [{"title": "topic", "type": "string"}],
        "message": "About {{topic}",
    }
    (found,) = of_json(one_node(node))
    assert lines([found])[0].startswith("FLOW412 warning `{{topic}`: ")
    assert found.fix is None
