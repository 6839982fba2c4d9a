"""Small documents to take apart in the tests."""

from __future__ import annotations

from copy import deepcopy
from typing import Any


def ref(id_: str) -> dict[str, str]:
    return {"$component_ref": id_}


def control(source: str, target: str, **more: Any) -> dict[str, Any]:
    ends = {"from_node": ref(source), "to_node": ref(target)}
    return {"component_type": "ControlFlowEdge", "name": "c", **ends, **more}


def data(source: str, output: str, target: str, input_: str, **more: Any) -> dict[str, Any]:
    return {
        "component_type": "DataFlowEdge",
        "name": "d",
        "source_node": ref(source),
        "source_output": output,
        "destination_node": ref(target),
        "destination_input": input_,
        **more,
    }


X, Y = {"title": "x", "type": "string"}, {"title": "y", "type": "string"}

_DOCUMENT = {
    "component_type": "Flow",
    "agentspec_version": "25.4.1",
    "id": "f",
    "name": "f",
    "inputs": [X],
    "outputs": [Y],
    "start_node": ref("s"),
    "nodes": [ref("s"), ref("t"), ref("e")],
    "control_flow_connections": [control("s", "t"), control("t", "e")],
    "data_flow_connections": [data("s", "x", "t", "x"), data("t", "y", "e", "y")],
    "$referenced_components": {
        "s": {"component_type": "StartNode", "id": "s", "name": "s", "inputs": [X]},
        "t": {"component_type": "ToolNode", "id": "t", "name": "t", "tool": ref("tool")},
        "e": {"component_type": "EndNode", "id": "e", "name": "e", "outputs": [Y]},
        "tool": {
            "component_type": "ServerTool",
            "id": "tool",
            "name": "tool",
            "inputs": [X],
            "outputs": [Y],
        },
    },
}


def flow(**changes: Any) -> dict[str, Any]:
    """A flow of StartNode `s`, ToolNode `t` and EndNode `e`; `changes` replace its fields."""
    return {**deepcopy(_DOCUMENT), **changes}


def flow_with(id_: str, **changes: Any) -> dict[str, Any]:
    """The flow with fields of the component `id_` replaced; `...` removes one."""
    document = flow()
    component = document["$referenced_components"].setdefault(id_, {})
    component.update(changes)
    for name, value in changes.items():
        if value is ...:
            del component[name]
    return document
