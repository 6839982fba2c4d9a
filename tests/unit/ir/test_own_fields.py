"""Of a component, the fields that only its kind has."""

from __future__ import annotations

import pytest

from flowc.ir.components import Component
from flowc.ir.flow import Flow
from flowc.ir.nodes import ApiNode, EndNode, ToolNode
from flowc.ir.values import Ref

CALL = ToolNode(id="t", name="t", component_type="ToolNode", tool=Ref("x"), fields={"more": 1})
REQUEST = ApiNode(id="a", name="a", component_type="ApiNode", url="u", data={})
END = EndNode(id="e", name="e", component_type="EndNode", description="d")
AGENT = Component(id="g", name="g", component_type="Agent", fields={"url": None, "tools": []})


@pytest.mark.parametrize(
    ("component", "own"),
    [
        (CALL, {"tool": Ref("x"), "more": 1}),
        (REQUEST, {"url": "u", "data": {}}),
        (END, {}),
        (AGENT, {"url": None, "tools": []}),
        (Flow(id="f", name="f"), {"nodes": (), "start_node": "", "control_edges": (),
                                  "data_edges": ()}),
    ],
)  # fmt: skip
def test_are_those_that_are_there(component, own):
    assert component.own_fields() == own
    for name in (*own, "name", "description", "branches", "nothing", "branch_name"):
        assert component.own_field(name) == own.get(name)
