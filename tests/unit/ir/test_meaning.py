"""What differs by meaning, and what does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import ControlEdge, DataEdge, Flow
from flowc.ir.meaning import differences
from flowc.ir.nodes import CatchExceptionNode, EndNode, StartNode, ToolNode
from flowc.ir.types import (
    ANY,
    INTEGER,
    NULL,
    NUMBER,
    STRING,
    Field,
    ObjectType,
    Property,
    Type,
    UnionType,
)
from flowc.ir.values import ABSENT, Ref

X, Y = (Property("x", STRING),), (Property("y", STRING),)


def tool(**changes: object) -> Component:
    made = Component(component_type="ServerTool", id="tool", name="tool", inputs=X, outputs=Y)
    return replace(made, **changes)


def wire(source: str, output: str, target: str, input_: str) -> DataEdge:
    return DataEdge(
        source_node=source, source_output=output, destination_node=target, destination_input=input_
    )


def flow(prefix: str = "f/", **changes: object) -> Flow:
    """A flow of a StartNode, a ToolNode and an EndNode, whose ids begin with `prefix`."""
    start, call, end = f"{prefix}start", f"{prefix}call", f"{prefix}end"
    io = {"inputs": X, "outputs": Y}
    made = Flow(
        id="f",
        name="f",
        **io,
        nodes=(
            StartNode(component_type="StartNode", id=start, name="start", inputs=X, outputs=X),
            ToolNode(component_type="ToolNode", id=call, name="call", tool=Ref("tool"), **io),
            EndNode(component_type="EndNode", id=end, name="end", inputs=Y, outputs=Y),
        ),
        start_node=start,
        control_edges=(
            ControlEdge(from_node=start, to_node=call),
            ControlEdge(from_node=call, to_node=end),
        ),
        data_edges=(wire(start, "x", call, "x"), wire(call, "y", end, "y")),
    )
    return replace(made, **changes)


def document(*components: Component, version: str | None = "25.4.1") -> Document:
    items = components or (flow(), tool())
    return Document(version=version, root=items[0].id, components={c.id: c for c in items})


BASE = document()
WITH_BRANCH = replace(flow().control_edges[0], from_branch="next", id="an id", name="a name")


@pytest.mark.parametrize(
    "other",
    [
        document(flow("other "), tool()),
        document(flow(nodes=flow().nodes[::-1], control_edges=flow().control_edges[::-1]), tool()),
        document(flow(control_edges=(WITH_BRANCH, flow().control_edges[1])), tool()),
        document(flow(), tool(fields={"requires_confirmation": False})),
        Document(version="25.4.1", root="f", components={"tool": tool(), "f": flow()}),
    ],
    ids=["ids of nodes", "order", "names of edges", "default", "order of components"],
)
def test_what_has_no_meaning_makes_no_difference(other: Document) -> None:
    assert differences(BASE, other) == ()
    assert differences(other, BASE) == ()


def test_uuids_of_components_have_no_meaning() -> None:
    uuid = "123e4567-e89b-12d3-a456-42661417400a"
    nodes = tuple(
        replace(node, tool=Ref(uuid)) if isinstance(node, ToolNode) else node
        for node in flow().nodes
    )
    other = document(flow(nodes=nodes), tool(id=uuid))
    assert differences(BASE, other) == ()
    assert differences(document(flow(), tool(id="tool")), document(flow(), tool())) == ()


def test_ids_that_people_wrote_have_one() -> None:
    nodes = tuple(
        replace(node, tool=Ref("t2")) if isinstance(node, ToolNode) else node
        for node in flow().nodes
    )
    assert differences(BASE, document(flow(nodes=nodes), tool(id="t2"))) == (
        "ServerTool 't2': id: 'tool' and 't2'",
    )


def catching(output: Property, inner: Property) -> Document:
    """A flow of a CatchExceptionNode with one output, over a flow with one."""
    node = CatchExceptionNode(
        component_type="CatchExceptionNode",
        id="main/x",
        name="x",
        outputs=(output,),
        subflow=Ref("f"),
    )
    flows = {
        "f": flow(outputs=(inner,)),
        "main": Flow(id="main", name="main", nodes=(node,)),
    }
    return Document(version=None, root="main", components=flows)


@pytest.mark.parametrize(
    ("type_", "inner", "default"),
    [
        (STRING, Property("y", STRING, default=""), ""),
        (UnionType(members=(STRING, NULL)), Property("y", STRING, default="a"), "a"),
        (NUMBER, Property("y", NUMBER, default=5), 5.0),
        (ANY, Property("y", UnionType(members=(INTEGER, NULL)), default=None), None),
    ],
)
def test_a_default_that_a_catch_leaves_to_its_flow_may_stand_on_it(
    type_: Type, inner: Property, default: object
) -> None:
    left, said = Property("y", type_), Property("y", type_, default=default)
    assert differences(catching(left, inner), catching(said, inner)) == ()
    assert differences(catching(said, inner), catching(left, inner)) == ()


@pytest.mark.parametrize(
    ("type_", "inner"),
    [
        (STRING, Property("y", STRING)),
        (INTEGER, Property("y", STRING, default="a")),
        (NUMBER, Property("y", INTEGER, default=5)),
        (STRING, Property("z", STRING, default="a")),
    ],
)
def test_no_other_default_may(type_: Type, inner: Property) -> None:
    value = 5 if inner.default is ABSENT else inner.default
    said = Property("y", type_, default=value)
    assert len(differences(catching(Property("y", type_), inner), catching(said, inner))) == 1


def test_whether_an_object_lists_what_it_requires_has_no_meaning() -> None:
    fields = (Field("a", STRING), Field("b", INTEGER))
    left, right = (
        document(tool(inputs=(Property("x", ObjectType(fields=fields, lists_required=lists)),)))
        for lists in (True, False)
    )
    assert differences(left, right) == ()


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (document(version=None), "version: '25.4.1' and None"),
        (
            document(flow(), tool(description="d")),
            "ServerTool 'tool': description is only in the second",
        ),
        (document(flow(), tool(name="t")), "ServerTool 'tool': name: 'tool' and 't'"),
        (document(flow(), tool(outputs=None)), "ServerTool 'tool': outputs: ['y'] and []"),
        (document(flow(), tool(inputs=())), "ServerTool 'tool': inputs: ['x'] and []"),
        (
            document(flow(), tool(inputs=(Property("x", INTEGER),))),
            "ServerTool 'tool': input 'x': {'title': 'x', 'type': 'string'} and"
            " {'title': 'x', 'type': 'integer'}",
        ),
        (
            document(flow(), tool(inputs=(Property("x", STRING, default=None),))),
            "ServerTool 'tool': input 'x': {'title': 'x', 'type': 'string'} and"
            " {'title': 'x', 'type': 'string', 'default': None}",
        ),
        (document(flow(), tool(fields={"a": 1.0})), "ServerTool 'tool': a is only in the second"),
        (document(flow(data_edges=None), tool()), "Flow 'f': wired by name is only in the second"),
        (
            document(flow(control_edges=flow().control_edges[:1]), tool()),
            "Flow 'f': control edge f/call[next] -> f/end is only in the first",
        ),
        (
            document(flow(), tool(), tool(id="more", name="more")),
            "ServerTool 'more' is only in the second",
        ),
    ],
)
def test_a_difference_in_meaning_is_told(other: Document, expected: str) -> None:
    assert expected in differences(BASE, other)


def test_one_and_one_point_zero_and_true_differ() -> None:
    values = [document(tool(fields={"a": value})) for value in (1, 1.0, True)]
    assert differences(values[0], values[1]) == ("ServerTool 'tool': a: 1 and 1.0",)
    assert differences(values[1], values[2]) == ("ServerTool 'tool': a: 1.0 and True",)


def test_the_order_of_data_edges_into_one_input_has_a_meaning() -> None:
    first, second = flow().data_edges or ()
    twice = replace(second, destination_node=first.destination_node, destination_input="x")
    left = document(flow(data_edges=(first, twice)), tool())
    right = document(flow(data_edges=(twice, first)), tool())
    (line,) = differences(left, right)
    assert line.startswith("Flow 'f': data edges into f/call.x: [['f/start.x', {}]")
