"""Findings about an edge of a document point at the field of it that is wrong."""

from __future__ import annotations

from typing import Any

import pytest
from check_texts import of_json, place


def ref(id_: str) -> dict[str, str]:
    return {"$component_ref": id_}


CONTROL = {"component_type": "ControlFlowEdge", "name": "c"}
DATA = {
    "component_type": "DataFlowEdge",
    "name": "d",
    "source_node": ref("start"),
    "source_output": "x",
    "destination_node": ref("end"),
    "destination_input": "x",
}


def flow(control: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
    """A flow of a start and an end, joined by an edge of each kind, with those changes."""
    x = [{"title": "x", "type": "string"}]
    return {
        "component_type": "Flow",
        "agentspec_version": "25.4.1",
        "id": "f",
        "name": "f",
        "start_node": ref("start"),
        "nodes": [
            {"component_type": "StartNode", "id": "start", "name": "start", "outputs": x},
            {"component_type": "EndNode", "id": "end", "name": "end", "outputs": x},
        ],
        "control_flow_connections": [
            {**CONTROL, "from_node": ref("start"), "to_node": ref("end"), **control}
        ],
        "data_flow_connections": [{**DATA, **data}],
    }


@pytest.mark.parametrize(
    ("control", "data", "code"),
    [
        ({"to_node": ref("nowhere")}, {}, "FLOW302"),
        ({}, {"source_node": ref("nowhere")}, "FLOW302"),
        ({"from_branch": "nowhere"}, {}, "FLOW305"),
        ({}, {"source_output": "nowhere"}, "FLOW401"),
        ({}, {"destination_input": "nowhere"}, "FLOW401"),
    ],
)
def test_the_place_is_the_field(control: dict[str, Any], data: dict[str, Any], code: str):
    shown = [place(item.location) for item in of_json(flow(control, data), code)]
    expected = '{ "$component_ref": "nowhere" }' if code == "FLOW302" else '"nowhere"'
    assert [" ".join(text.split()) for text in shown] == [expected]
