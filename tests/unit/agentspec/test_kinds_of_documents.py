"""Any kind of Agent Spec document is read, and read alike in JSON, JSON5, YAML and as an object."""

from __future__ import annotations

import json
from typing import Any

import json5
import pytest
import yaml
from documents import X, control, flow, flow_with, ref

from flowc.agentspec import Read, read_json, read_object, read_yaml
from flowc.ir.catalogue import CATALOGUE
from flowc.ir.flow import Flow


def component(type_: str, **fields: Any) -> dict[str, Any]:
    return {"component_type": type_, "id": "c", "name": "c", **fields}


START = {"component_type": "StartNode", "id": "s", "name": "s", "outputs": [X]}
END = {"component_type": "EndNode", "id": "e", "name": "e", "inputs": [X]}
CHOICE = {
    "component_type": "BranchingNode",
    "id": "b",
    "name": "b",
    "mapping": {"yes": "no", "08": "1e3"},
    "inputs": [{"title": "branching_mapping_key", "type": "string"}],
}
EDGES = [control("s", "b"), control("b", "e", from_branch="no")]
AGENTS = {id_: component("Agent", id=id_, llm_config=ref("elsewhere")) for id_ in "ab"}

DOCUMENTS: dict[str, dict[str, Any]] = {
    "a flow": flow(),
    "a start with outputs only": flow_with("s", inputs=..., outputs=[X]),
    "an end with inputs only": flow_with("e", outputs=..., inputs=[X]),
    "no default edge, inline nodes": flow(
        nodes=[START, CHOICE, END],
        control_flow_connections=EDGES,
        data_flow_connections=[],
        **{"$referenced_components": {}},
    ),
    "wired by name": flow(data_flow_connections=None),
    "a version that does not exist": component("ServerTool", agentspec_version="99.9-rc.1"),
    "no version": component("ServerTool"),
    "a version that looks like a number": component("ServerTool", agentspec_version="26.10"),
    "a plugin": component(
        "my.Plugin", component_plugin_name="p", component_plugin_version="1.0", x=component("Y")
    ),
    "a library": {"agentspec_version": "25.4.1", "$referenced_components": AGENTS},
    "the root by reference": {"$component_ref": "a", "$referenced_components": AGENTS},
    "references to elsewhere": component("Agent", llm_config=ref("x"), tools=[ref("y"), ref("z")]),
    "a table inside": component(
        "X", a=component("Y", id="y", b=ref("z"), **{"$referenced_components": {"z": END}})
    ),
    "lists of lists of references": component(
        "Swarm", relationships=[[ref("a"), ref("b")]], **{"$referenced_components": AGENTS}
    ),
    "placeholders": component(
        "MCPToolBox", client_transport=component("SSETransport", url="{{U}}")
    ),
    "unknown fields": component("ServerTool", odd={"a": [1, {"b": None}]}, **{"$odd": 0.1}),
    "odd texts": component(
        "ServerTool", description="# no\ncomment: 'x' \"y\" \\ \t\u2028\x85😀", metadata={"~": "~"}
    ),
    "a node": END,
    "an edge": {**control("a", "b"), "id": "c"},
    **{f"root {type_}": component(type_) for type_ in CATALOGUE if type_ != "Flow"},
}


def said(read: Read) -> list[tuple[str, str]]:
    """The findings, but for those on what only YAML 1.1 reads without quotes."""
    return sorted((item.code, item.title) for item in read.diagnostics if item.code != "FLOW506")


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_every_form_of_a_document_is_read_alike(kind: str) -> None:
    document = DOCUMENTS[kind]
    expected = read_object(document)
    texts = [
        read_json(json.dumps(document)),
        read_json(json.dumps(document, indent=2, ensure_ascii=False)),
        read_json(json5.dumps(document, indent=1, trailing_commas=True)),
        read_yaml(yaml.safe_dump(document, sort_keys=False)),
        read_yaml(yaml.safe_dump(document, sort_keys=False, default_flow_style=True)),
        read_yaml(json.dumps(document)),
    ]
    for read in texts:
        assert read.document == expected.document
        assert said(read) == said(expected)


def test_anchors_and_merge_keys_stand_for_what_they_repeat() -> None:
    text = """
component_type: Flow
name: f
id: f
start_node: &start {$component_ref: s}
nodes:
- &node {component_type: StartNode, id: s, name: s, outputs: &list [{title: x, type: string}]}
- <<: *node
  component_type: EndNode
  id: e
  name: e
  inputs: *list
control_flow_connections:
- {component_type: ControlFlowEdge, name: c, from_node: *start, to_node: {$component_ref: e}}
data_flow_connections: []
"""
    document = read_yaml(text).document
    root = document.root_component
    assert isinstance(root, Flow)
    assert [node.component_type for node in root.nodes] == ["StartNode", "EndNode"]
    assert root.nodes[1].inputs == root.nodes[1].outputs == root.nodes[0].outputs
    assert document == read_object(yaml.safe_load(text)).document
