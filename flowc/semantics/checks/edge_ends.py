"""FLOW302, FLOW303, FLOW314: edges lead from a node of the flow to another, into no start and out
of no end (SEMANTICS 3)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity, did_you_mean
from flowc.ir.flow import ControlEdge, DataEdge
from flowc.ir.nodes import EndNode, StartNode
from flowc.semantics.checks.context import FlowContext

UNKNOWN_NODE = Rule("FLOW302", Severity.ERROR, "an edge names a node that the flow does not have")
WRONG_SIDE = Rule("FLOW303", Severity.ERROR, "an edge into a StartNode or out of an EndNode")
NO_EFFECT = Rule("FLOW314", Severity.WARNING, "a data edge into a StartNode")


def check_edge_ends(context: FlowContext) -> Iterator[Diagnostic]:
    """An edge joins two nodes of its own flow; nothing leads to a StartNode, nothing leaves an
    EndNode.

    Wrong: an edge to `lookup2` where the flow only has `lookup`; `done -> start` to begin again.
    Only warned of: a data edge into a StartNode, which no engine minds and none obeys.
    Right: edges between nodes of the flow; to begin again, lead to the node after the start.
    """
    for edge in context.flow.control_edges:
        yield from _check(context, edge, edge.from_node, edge.to_node, "control")
    for data_edge in context.flow.data_edges or ():
        yield from _check(
            context, data_edge, data_edge.source_node, data_edge.destination_node, "data"
        )


def _check(
    context: FlowContext, edge: ControlEdge | DataEdge, source: str, target: str, kind: str
) -> Iterator[Diagnostic]:
    nodes = context.graph.nodes
    missing = [id_ for id_ in dict.fromkeys((source, target)) if id_ not in nodes]
    for id_ in missing:
        yield UNKNOWN_NODE.at(
            context.place(edge),
            f"flow '{context.flow.name}' has no node '{id_}'",
            label=f"a {kind} edge {'from' if id_ == source else 'to'} it",
            hint=did_you_mean(id_, nodes),
        )
    if missing:
        return
    if isinstance(nodes[target], StartNode):
        yield (WRONG_SIDE if kind == "control" else NO_EFFECT).at(
            context.place(edge),
            f"a {kind} edge leads into StartNode {context.name(target)}",
            label=f"from {context.name(source)}",
            hint="Lead to the node after the start instead."
            if kind == "control"
            else "The outputs of a StartNode are the flow's inputs; only the caller sets them.",
        )
    elif isinstance(nodes[source], EndNode):
        yield WRONG_SIDE.at(
            context.place(edge),
            f"a {kind} edge leaves EndNode {context.name(source)}",
            label=f"to {context.name(target)}",
            hint="The flow is over at an EndNode; take the edge from the node before it.",
        )
