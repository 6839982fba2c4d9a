"""Flows for the interpreter's tests, built by hand: ids are names, edges are written as text."""

from __future__ import annotations

from dataclasses import replace

from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import ControlEdge, DataEdge, Flow
from flowc.ir.nodes import NEXT, BranchingNode, EndNode, FlowNode, Node, StartNode, ToolNode
from flowc.ir.types import Property
from flowc.ir.values import Ref


def props(**types) -> tuple[Property, ...]:
    """Properties by title: a type, or a type and a default."""
    return tuple(
        Property(title, type_[0], default=type_[1])
        if isinstance(type_, tuple)
        else Property(title, type_)
        for title, type_ in types.items()
    )


def tool(name, inputs=(), outputs=(), **fields) -> Component:
    return Component(
        component_type="ServerTool",
        id=name,
        name=name,
        inputs=inputs,
        outputs=outputs,
        fields=fields,
    )


def start(inputs=()) -> StartNode:
    return StartNode(
        component_type="StartNode", id="start", name="start", inputs=inputs, outputs=inputs
    )


def end(name="end", outputs=(), branch=None) -> EndNode:
    return EndNode(
        component_type="EndNode",
        id=name,
        name=name,
        inputs=outputs,
        outputs=outputs,
        branch_name=branch,
    )


def call(component, name=None, inputs=None, outputs=None) -> ToolNode:
    return ToolNode(
        component_type="ToolNode",
        id=name or component.name,
        name=name or component.name,
        tool=Ref(component.id),
        inputs=component.inputs or () if inputs is None else inputs,
        outputs=component.outputs or () if outputs is None else outputs,
    )


def branch(name, item, mapping) -> BranchingNode:
    return BranchingNode(
        component_type="BranchingNode",
        id=name,
        name=name,
        inputs=(item,),
        mapping=mapping,
        branches=(*dict.fromkeys(mapping.values()), "default"),
    )


def subflow(flow, name) -> FlowNode:
    return FlowNode(
        component_type="FlowNode",
        id=name,
        name=name,
        subflow=Ref(flow.id),
        inputs=flow.effective_inputs(),
        outputs=flow.effective_outputs(),
        branches=flow.branches,
    )


def flow(nodes: list[Node], control: str, data: str | None = "", *, name="main", outputs=None):
    """A flow of nodes, the first of which is its StartNode. `control` is `a -> b, b[x] -> c`;
    `data` is `a.out -> b.in, …`, None for a flow that is wired by name."""
    return Flow(
        id=name,
        name=name,
        start_node=nodes[0].id,
        inputs=nodes[0].outputs,
        outputs=outputs,
        nodes=tuple(nodes),
        control_edges=tuple(map(_control, _entries(control))),
        data_edges=None if data is None else tuple(map(_data, _entries(data))),
    )


def document(*components: Component, root: str | None = None) -> Document:
    """A document of components; the first is the root unless another is named."""
    return Document(
        version="26.1.0",
        root=root or components[0].id,
        components={component.id: component for component in components},
    )


def one_call(component: Component, **changes) -> Document:
    """A flow that calls a tool: its inputs are the tool's, its outputs are the tool's."""
    outputs = tuple(replace(item) for item in component.outputs or ())
    nodes = [start(component.inputs or ()), call(component, **changes), end(outputs=outputs)]
    wires = [f"start.{item.title} -> {component.name}.{item.title}" for item in nodes[0].outputs]
    wires += [f"{component.name}.{item.title} -> end.{item.title}" for item in outputs]
    return document(
        flow(nodes, f"start -> {component.name}, {component.name} -> end", ", ".join(wires)),
        component,
    )


def _entries(text: str) -> list[tuple[str, str]]:
    entries = [entry.split(" -> ") for entry in text.split(", ") if entry]
    return [(source.strip(), destination.strip()) for source, destination in entries]


def _control(entry: tuple[str, str]) -> ControlEdge:
    node, _, taken = entry[0].partition("[")
    way = taken.rstrip("]") or None
    return ControlEdge(from_node=node, from_branch=None if way == NEXT else way, to_node=entry[1])


def _data(entry: tuple[str, str]) -> DataEdge:
    (source, output), (destination, title) = (part.split(".") for part in entry)
    return DataEdge(
        source_node=source,
        source_output=output,
        destination_node=destination,
        destination_input=title,
    )
