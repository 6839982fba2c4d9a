"""FLOW418: what an EndNode gives and its flow does not list, so that nobody gets it."""

from __future__ import annotations

from typing import Any

import pytest
from findings_shown import component, in_flow, in_json

import flowc

X, Y = ({"title": title, "type": "string", "default": title} for title in "xy")


def flow(*ends: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A flow from whose start each of the EndNodes can be reached."""
    branching = component("BranchingNode", "b", inputs=[X], mapping={"1": "e1", "2": "e2"})
    edges = [("s", "next", "b"), ("b", "default", "e1")]
    edges += [("b", end["id"], end["id"]) for end in ends]
    nodes = [component("StartNode", "s", inputs=[X]), branching, *ends]
    return {
        "agentspec_version": "25.4.1",
        **component("Flow", "f", start_node={"$component_ref": "s"}, nodes=nodes, **fields),
        "control_flow_connections": [
            {
                "component_type": "ControlFlowEdge",
                "name": f"{source}[{branch}]",
                "from_node": {"$component_ref": source},
                "from_branch": branch,
                "to_node": {"$component_ref": target},
            }
            for source, branch, target in edges
        ],
        "data_flow_connections": [
            {
                "component_type": "DataFlowEdge",
                "name": "x",
                "source_node": {"$component_ref": "s"},
                "source_output": "x",
                "destination_node": {"$component_ref": "b"},
                "destination_input": "x",
            }
        ],
    }


def end(id_: str, *outputs: dict[str, Any], field: str = "outputs") -> dict[str, Any]:
    return component("EndNode", id_, branch_name=id_, **{field: list(outputs)})


def said(title: str, end: str, hint: str) -> str:
    return f"output '{title}' of EndNode '{end}' is no output of flow 'f' | goes nowhere | {hint}"


@pytest.mark.parametrize("field", ["outputs", "inputs"])
def test_an_empty_list_is_a_list(field: str):
    (found,) = in_json(flow(end("e1", X, field=field), end("e2"), outputs=[]), "FLOW418")
    assert found.endswith(said("x", "e1", "Add 'x' to the flow's outputs, or remove it here."))


def test_each_output_of_each_end_that_is_not_listed():
    document = flow(end("e1", X, Y), end("e2", Y), outputs=[{**X, "default": ""}])
    hint = "Add 'y' to the flow's outputs, or remove it here."
    one, two = in_json(document, "FLOW418")
    assert one.endswith(said("y", "e1", hint))
    assert two.endswith(said("y", "e2", hint))


def test_without_a_list_what_not_all_ends_have():
    (found,) = in_json(flow(end("e1", X, Y), end("e2", X)), "FLOW418")
    hint = "List 'y' in the flow's outputs: not all EndNodes have it."
    assert found.endswith(said("y", "e1", hint))


def test_the_finding_tells_what_a_run_does():
    for fields, outputs in (({"outputs": []}, {}), ({}, {"x": "x"})):
        program = flowc.from_json(flow(end("e1", X, Y), end("e2", X), **fields))
        assert flowc.run(program, {"x": "1"}, tools={}).outputs == outputs


@pytest.mark.parametrize(
    "document",
    [
        flow(end("e1", X), end("e2", X)),
        flow(end("e1", X), end("e2"), outputs=[X]),
        flow(end("e1"), end("e2"), outputs=[]),
        flow(end("e1", X), end("e2", X), outputs=[X, Y]),
    ],
)
def test_what_is_listed_is_not_reported(document: dict[str, Any]):
    assert in_json(document, "FLOW418") == []


def test_documents_without_places_are_looked_at_too():
    program = flowc.from_json(flow(end("e1", X), end("e2"), outputs=[]))
    assert "FLOW418" in {item.code for item in program.diagnostics}


def test_a_source_has_a_finding_of_its_own():
    text = "flow f(x: string) -> () {\n  return (y: string = x)\n}"
    assert in_flow(text, "FLOW418") == []
    assert len(in_flow(text, "FLOW136")) == 1
