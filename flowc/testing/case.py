"""A test case: a document, the inputs of its root flow, and scripted tools."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import DEFAULT, BranchingNode, FlowNode, Node, ToolNode
from flowc.ir.types import allows_null
from flowc.testing.conversions import conversion_kinds
from flowc.testing.tools import Raise, RecordingTools, ToolScript


@dataclass(frozen=True, slots=True, repr=False)
class Case:
    """A document whose root is a flow, inputs for it, and what its tools answer.

    `shapes` names what the generator put in on purpose and the document does not show: `goto`, and
    the faults of tools and inputs (`None`, `wrong type`, `missing key`, `enum violation`, …).
    """

    document: Document
    inputs: Any
    tools: tuple[ToolScript, ...]
    shapes: frozenset[str] = field(default=frozenset())

    def __repr__(self) -> str:
        flows = ", ".join(f"{flow.name}: {len(flow.nodes)} nodes" for flow in self.document.flows)
        return f"Case({flows}; inputs={self.inputs!r}, tools={self.tools!r})"

    @property
    def flow(self) -> Flow:
        """The root flow."""
        root = self.document.root_component
        assert isinstance(root, Flow)
        return root

    def recording_tools(self, *, async_: bool = False) -> RecordingTools:
        """A fresh tools object, to be used for one run only."""
        return RecordingTools(self.tools, async_=async_)


def constructs(case: Case) -> set[str]:
    """What a case has in it: control shapes, ways that data takes, conversions, faults of tools."""
    found = set(case.shapes)
    for flow in case.document.flows:
        graph = FlowGraph(flow)
        found.update(_control(flow, graph))
        found.update(_data(flow, graph, case.document.components))
    if any(isinstance(answer, Raise) for script in case.tools for answer in script.answers):
        found.add("raise")
    return found


def _control(flow: Flow, graph: FlowGraph) -> Iterator[str]:
    edges = [edge for out in graph.out_edges.values() for edge in out]
    if any(graph.is_back_edge(edge) for edge in edges):
        yield "loop"
    if not graph.is_reducible:
        yield "irreducible"
    if flow.data_edges is None:
        yield "by name"
    if len(flow.ends) > 1:
        yield "several ends"
    for node in flow.nodes:
        if isinstance(node, BranchingNode):
            yield "if" if tuple(node.mapping) == ("true",) else "match"
            if graph.target(node.id, DEFAULT) is None:
                yield "no default edge"
        elif isinstance(node, FlowNode):
            yield "subflow"
            if len(node.branches) > 1:
                yield "subflow branch"
        if len(graph.in_edges[node.id]) > 1:
            yield "join"


def _data(flow: Flow, graph: FlowGraph, components: Mapping[str, Component]) -> Iterator[str]:
    for (node_id, title), edges in graph.sources.items():
        taker = graph.nodes[node_id].input(title)
        assert taker is not None
        if len(edges) > 1:
            yield "several sources"
        for edge in edges:
            source = graph.nodes[edge.source_node].output(edge.source_output)
            assert source is not None
            yield from conversion_kinds(source.type, taker.type)
            if allows_null(source.type) and not allows_null(taker.type):
                yield "null to a type without null"
    for node in flow.nodes:
        yield from _defaults(node, graph)
        if isinstance(node, ToolNode):
            tool = components[node.tool.id]
            for item in node.inputs:
                declared = tool.input(item.title)
                if declared is None or declared.type != item.type:
                    yield "node's type is not the tool's"


def _defaults(node: Node, graph: FlowGraph) -> Iterator[str]:
    for item in node.inputs:
        if item.has_default and node.id != graph.flow.start_node:
            yield "default" if graph.sources.get((node.id, item.title)) else "literal"
