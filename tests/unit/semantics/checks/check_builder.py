"""Small documents for the tests of the checks, built from a few words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from flowc.diagnostics import Diagnostic
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import ControlEdge, DataEdge, Flow
from flowc.ir.nodes import BranchingNode, EndNode, FlowNode, Node, StartNode, ToolNode
from flowc.ir.types import STRING, Property, Type
from flowc.ir.values import ABSENT, Ref
from flowc.semantics.check import check

Ports = Iterable["str | Property"]


def port(title: str, type_: Type = STRING, default: Any = ABSENT) -> Property:
    return Property(title=title, type=type_, default=default)


def ports(items: Ports) -> tuple[Property, ...]:
    return tuple(port(item) if isinstance(item, str) else item for item in items)


def start(*items: str | Property, id: str = "start") -> StartNode:
    return StartNode(
        component_type="StartNode", id=id, name=id, inputs=ports(items), outputs=ports(items)
    )


def end(*items: str | Property, id: str = "end", branch: str | None = None) -> EndNode:
    return EndNode(
        component_type="EndNode",
        id=id,
        name=id,
        inputs=ports(items),
        outputs=ports(items),
        branch_name=branch,
    )


def tool_node(id: str, inputs: Ports = (), outputs: Ports = (), tool: str = "") -> ToolNode:
    return ToolNode(
        component_type="ToolNode",
        id=id,
        name=id,
        inputs=ports(inputs),
        outputs=ports(outputs),
        tool=Ref(tool or f"tool_{id}"),
    )


def switch(id: str, mapping: Mapping[str, str], key: Property | None = None) -> BranchingNode:
    return BranchingNode(
        component_type="BranchingNode",
        id=id,
        name=id,
        inputs=(key or port("key"),),
        mapping=mapping,
        branches=(*mapping.values(), "default"),
    )


def flow_node(id: str, subflow: str, inputs: Ports = (), outputs: Ports = ()) -> FlowNode:
    return FlowNode(
        component_type="FlowNode",
        id=id,
        name=id,
        inputs=ports(inputs),
        outputs=ports(outputs),
        branches=(),
        subflow=Ref(subflow),
    )


def control(text: str) -> tuple[ControlEdge, ...]:
    """`a -> b -> c, b[no] -> d`: the control edges."""
    edges: list[ControlEdge] = []
    for chain in filter(None, (part.strip() for part in text.split(","))):
        stops = [stop.strip() for stop in chain.split("->")]
        for before, after in pairwise(stops):
            node, _, branch = before.partition("[")
            edges.append(
                ControlEdge(
                    from_node=node,
                    from_branch=branch.rstrip("]") or None,
                    to_node=after.partition("[")[0],
                )
            )
    return tuple(edges)


def data(text: str) -> tuple[DataEdge, ...]:
    """`a.x -> b.y, …`: the data edges."""
    edges: list[DataEdge] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        source, destination = (side.strip().split(".") for side in part.split("->"))
        edges.append(
            DataEdge(
                source_node=source[0],
                source_output=source[1],
                destination_node=destination[0],
                destination_input=destination[1],
            )
        )
    return tuple(edges)


def flow(
    *nodes: Node,
    control_edges: str = "",
    data_edges: str | None = "",
    id: str = "f",
    **more: Any,
) -> Flow:
    """A flow that begins at `start`."""
    return Flow(
        id=id,
        name=id,
        nodes=nodes,
        start_node="start",
        control_edges=control(control_edges),
        data_edges=None if data_edges is None else data(data_edges),
        **more,
    )


def document(*components: Component, version: str | None = None) -> Document:
    """A document of these components, and of a ServerTool for each ToolNode that lacks one."""
    found = {component.id: component for component in components}
    for component in components:
        for node in component.nodes if isinstance(component, Flow) else ():
            if isinstance(node, ToolNode) and node.tool.id not in found:
                found[node.tool.id] = Component(
                    component_type="ServerTool",
                    id=node.tool.id,
                    name=node.tool.id,
                    inputs=tuple(replace(item, default=ABSENT) for item in node.inputs),
                    outputs=node.outputs,
                )
    return Document(version=version, root=components[0].id, components=found)


def shown(diagnostics: Iterable[Diagnostic]) -> list[str]:
    """Findings as `CODE severity: title | label | hint`, in their order."""
    return [
        f"{d.code} {d.severity.value}: "
        + " | ".join(part for part in (d.title, d.label, d.hint) if part)
        for d in diagnostics
    ]


def found_in(*components: Component) -> list[str]:
    """What `check` says about a document of these components."""
    return shown(check(document(*components)))
