"""Writing documents: the layout to the letter."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from documents import control, data, flow, flow_with

from flowc.agentspec import read_json, read_object, read_yaml, to_json, to_object, to_yaml
from flowc.agentspec.yaml_writer import yaml_text
from flowc.diagnostics import FlowcError
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import ControlEdge, DataEdge, Flow
from flowc.ir.nodes import EndNode, StartNode
from flowc.ir.types import STRING, ArrayType, Property
from flowc.ir.values import ABSENT, Ref

EXPECTED = """\
{
  "component_type": "Flow",
  "agentspec_version": "25.4.1",
  "id": "f",
  "name": "f",
  "description": "No “ASCII”.",
  "metadata": {
    "a": null
  },
  "inputs": [
    {
      "title": "x",
      "type": "string"
    }
  ],
  "outputs": [],
  "start_node": {
    "$component_ref": "f/start"
  },
  "nodes": [
    {
      "$component_ref": "f/start"
    },
    {
      "$component_ref": "f/end"
    }
  ],
  "control_flow_connections": [
    {
      "component_type": "ControlFlowEdge",
      "id": "f/control/start/end",
      "name": "start -> end",
      "from_node": {
        "$component_ref": "f/start"
      },
      "to_node": {
        "$component_ref": "f/end"
      }
    }
  ],
  "data_flow_connections": [],
  "extra": 1,
  "$referenced_components": {
    "f/start": {
      "component_type": "StartNode",
      "id": "f/start",
      "name": "start",
      "inputs": [
        {
          "title": "x",
          "type": "string"
        }
      ],
      "outputs": [
        {
          "title": "x",
          "type": "string"
        }
      ],
      "branches": [
        "next"
      ]
    },
    "f/end": {
      "component_type": "EndNode",
      "id": "f/end",
      "name": "end",
      "inputs": [],
      "outputs": [],
      "branches": [],
      "branch_name": "next"
    },
    "tool": {
      "component_type": "ServerTool",
      "id": "tool",
      "name": "tool",
      "requires_confirmation": true
    }
  }
}
"""

X = (Property("x", STRING),)
START = StartNode(component_type="StartNode", id="f/start", name="start", inputs=X, outputs=X)
END = EndNode(component_type="EndNode", id="f/end", name="end")
FLOW = Flow(
    id="f",
    name="f",
    description="No “ASCII”.",
    metadata={"a": None},
    inputs=X,
    outputs=(),
    nodes=(START, END),
    start_node="f/start",
    control_edges=(ControlEdge(from_node="f/start", to_node="f/end"),),
    fields={"extra": 1},
)
TOOL = Component(
    component_type="ServerTool", id="tool", name="tool", fields={"requires_confirmation": True}
)
ELSEWHERE = Component(component_type="ServerTool", id="there", name="there", extern=True)


def document(*components: Component, root: str | None = "f") -> Document:
    version = "25.4.1"
    return Document(version=version, root=root, components={item.id: item for item in components})


def test_the_layout_of_json() -> None:
    assert to_json(document(TOOL, FLOW, ELSEWHERE)) == EXPECTED


def test_a_library_is_its_table_alone() -> None:
    written = to_object(document(TOOL, root=None))
    assert list(written) == ["agentspec_version", "$referenced_components"]
    assert list(written["$referenced_components"]) == ["tool"]
    empty = Document(version=None, root=None, components={})
    assert to_object(empty) == {"$referenced_components": {}}


def test_a_lone_root_has_no_table() -> None:
    assert list(to_object(document(TOOL, root="tool"))) == [
        "component_type",
        "agentspec_version",
        "id",
        "name",
        "requires_confirmation",
    ]


def test_overrides_come_last_of_all() -> None:
    tool = Component(
        component_type="ServerTool",
        id="tool",
        name="tool",
        inputs=(),
        overrides={"component_type": "Odd", "inputs": None, "name": ABSENT, "of": Ref("x")},
    )
    written = to_object(document(tool, root=None))["$referenced_components"]["tool"]
    assert written == {
        "component_type": "Odd",
        "id": "tool",
        "inputs": None,
        "of": {"$component_ref": "x"},
    }
    edge = ControlEdge(from_node="a", to_node="b", overrides={"name": ABSENT, "to_node": 5})
    flow_ = Flow(id="f", name="f", control_edges=(edge,))
    (written,) = to_object(document(flow_))["control_flow_connections"]
    assert list(written) == ["component_type", "id", "from_node", "to_node"]
    assert written["to_node"] == 5


def test_edges_get_ids_and_names_from_their_ends() -> None:
    flow_ = Flow(
        id="f",
        name="f",
        nodes=(START, END),
        start_node="f/start",
        control_edges=(
            ControlEdge(from_node="f/start", from_branch="a b", to_node="f/end"),
            ControlEdge(from_node="f/start", from_branch="a b", to_node="f/end"),
            ControlEdge(id="mine", name="my edge", from_node="f/start", to_node="x/y"),
        ),
        data_edges=(
            DataEdge(
                source_node="f/start",
                source_output="x",
                destination_node="f/end",
                destination_input="y/z",
            ),
        ),
    )
    written = to_object(document(flow_))
    edges = written["control_flow_connections"] + written["data_flow_connections"]
    assert [(edge["id"], edge["name"]) for edge in edges] == [
        ("f/control/start/a%20b/end", "start[a b] -> end"),
        ("f/control/start/a%20b/end/2", "start[a b] -> end"),
        ("mine", "my edge"),
        ("f/data/start/x/end/y%2Fz", "start.x -> end.y/z"),
    ]


def test_derived_edge_ids_keep_clear_of_given_ones() -> None:
    taken = {"id": "f/control/s/t"}
    edges = [control("s", "t"), control("t", "e", **taken), control("s", "e")]
    written = to_object(read_object(flow(control_flow_connections=edges)).document)
    ids = [edge["id"] for edge in written["control_flow_connections"]]
    assert ids == ["f/control/s/t/2", "f/control/s/t", "f/control/s/e"]


def test_equal_data_edges_stay_two_edges_in_order() -> None:
    edges = [data("s", "x", "t", "x"), data("t", "y", "t", "x"), data("s", "x", "t", "x")]
    written = to_object(read_object(flow(data_flow_connections=edges)).document)
    assert [edge["source_output"] for edge in written["data_flow_connections"]] == ["x", "y", "x"]


def test_lone_surrogates_are_written_as_escapes() -> None:
    read = read_object(flow_with("tool", description="a\ud800b 😀"))
    text = to_json(read.document)
    assert '"a\\ud800b 😀"' in text
    assert text.encode("utf-8")
    for again in (read_json(text), read_yaml(to_yaml(read.document))):
        assert again.document.components["tool"] == read.document.components["tool"]


def test_what_nests_too_deeply_to_be_written_is_a_clean_error() -> None:
    type_: Any = STRING
    for _ in range(5000):
        type_ = ArrayType(items=type_)
    tool = Component(component_type="ServerTool", id="t", name="t", inputs=(Property("x", type_),))
    for write in (to_object, to_json, to_yaml):
        with pytest.raises(FlowcError, match="FLOW504: objects and lists are nested"):
            write(document(tool, root="t"))


# YAML ---------------------------------------------------------------------------------------------


def test_the_layout_of_yaml() -> None:
    value = {
        "name": "Norway",
        "code": "no",
        "version": "26.10",
        "number": 26.10,
        "large": 1e16,
        "date": "2020-01-01",
        "empty": [{}, [], "", None, True],
        "text": "Two lines.\nWith {{ x }}: and # marks.",
        "ended": "a\n",
        "nested": [{"a": [1, [2, 3]], "b": {"c": "d"}}, "x y, (z)!"],
        "$component_ref": "it's",
        "odd key: 1": "tab\there",
    }
    assert yaml_text(value) == (
        "name: Norway\n"
        'code: "no"\n'
        'version: "26.10"\n'
        "number: 26.1\n"
        "large: 1.0e+16\n"
        'date: "2020-01-01"\n'
        "empty:\n"
        "- {}\n"
        "- []\n"
        '- ""\n'
        "- null\n"
        "- true\n"
        "text: |-\n"
        "  Two lines.\n"
        "  With {{ x }}: and # marks.\n"
        "ended: |\n"
        "  a\n"
        "nested:\n"
        "- a:\n"
        "  - 1\n"
        "  - - 2\n"
        "    - 3\n"
        "  b:\n"
        "    c: d\n"
        "- x y, (z)!\n"
        "$component_ref: it's\n"
        '"odd key: 1": "tab\\there"\n'
    )
    assert yaml.safe_load(yaml_text(value)) == value


def test_yaml_and_json_of_a_document_say_the_same() -> None:
    read = read_object(flow())
    assert yaml.safe_load(to_yaml(read.document)) == json.loads(to_json(read.document))
