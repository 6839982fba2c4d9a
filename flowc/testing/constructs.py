"""What a case has in it, by name: for tests that must not be all trivial."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import (
    CAUGHT_INFO,
    DEFAULT,
    AgentNode,
    ApiNode,
    BranchingNode,
    CatchExceptionNode,
    FlowNode,
    InputMessageNode,
    LlmNode,
    MapNode,
    Node,
    OutputMessageNode,
    ParallelFlowNode,
    ParallelMapNode,
    ToolNode,
)
from flowc.ir.types import allows_null
from flowc.semantics.maps import map_inputs, map_outputs
from flowc.semantics.policies import policies
from flowc.semantics.prompts import answer_schema
from flowc.testing.case import Case
from flowc.testing.conversions import conversion_kinds
from flowc.testing.tools import FUNCTION, Raise


def constructs(case: Case) -> set[str]:
    """What a case has in it: control shapes, ways that data takes, conversions, node kinds, kinds
    and policies of tools, faults."""
    found = set(case.shapes)
    for flow in case.document.flows:
        graph = FlowGraph(flow)
        found.update(_control(flow, graph))
        found.update(_data(flow, graph, case.document.components))
        for node in flow.nodes:
            found.update(_kind(node, graph, case.document))
    if any(isinstance(answer, Raise) for script in case.tools for answer in script.answers):
        found.add("raise")
    found.update(_served(case))
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


_KINDS: Mapping[type[Node], str] = {
    MapNode: "map",
    ParallelMapNode: "parallel map",
    ParallelFlowNode: "parallel flow",
    CatchExceptionNode: "catch",
    OutputMessageNode: "message",
    InputMessageNode: "question",
    LlmNode: "model",
    ApiNode: "request",
    AgentNode: "agent",
}


def _kind(node: Node, graph: FlowGraph, document: Document) -> Iterator[str]:
    """What a node is, beside a tool's, a switch or a subflow, and what is special about it."""
    if type(node) in _KINDS:
        yield _KINDS[type(node)]
    match node:
        case MapNode() | ParallelMapNode():
            yield from _map(node, graph, document)
        case ParallelFlowNode(subflows=subflows) if len(subflows) > 1:
            yield "several subflows side by side"
        case CatchExceptionNode():
            if graph.destinations.get((node.id, CAUGHT_INFO)):
                yield "why it failed is used"
        case OutputMessageNode() | InputMessageNode():
            if graph.flow.id != document.root:
                yield "message of a subflow"
        case LlmNode() if answer_schema(node) is not None:
            yield "structured answer"
        case ToolNode():
            yield from _policies(node, document)


def _map(node: MapNode | ParallelMapNode, graph: FlowGraph, document: Document) -> Iterator[str]:
    subflow = document.flow(node.subflow.id)
    assert subflow is not None
    inputs = map_inputs(node, subflow, graph)
    if sum(each.iterated for each in inputs) > 1:
        yield "several lists"
    if not all(each.iterated for each in inputs):
        yield "the same for all items"
    yield from (each.reducer for each in map_outputs(node, subflow))


def _policies(node: ToolNode, document: Document) -> Iterator[str]:
    asked = policies(node, document)
    if asked.confirmed:
        yield "confirmation"
    if asked.retry is not None:
        yield "retry"
    if asked.state:
        yield "state"
    if asked.context:
        yield "context"


def _served(case: Case) -> Iterator[str]:
    """The kinds of tools that services run."""
    for script in case.tools:
        if script.service != FUNCTION:
            yield case.document.components[script.tool].component_type
