"""Whether lines can say a flow's control."""

from __future__ import annotations

from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import DEFAULT, NEXT, BranchingNode, EndNode, Node, StartNode


def branches_of(node: Node) -> tuple[str, ...]:
    """The branches that the node's statement has."""
    if isinstance(node, BranchingNode):
        return tuple(dict.fromkeys((*node.mapping.values(), DEFAULT)))
    return node.branches


def is_whole(graph: FlowGraph) -> bool:
    """Whether control begins at a StartNode, gets to every node, and leaves each branch by one
    edge; only a `default` may lead nowhere. Then every edge is a line, an arm or a `goto`."""
    flow = graph.flow
    edges = sum(map(len, graph.out_edges.values()))
    return (
        isinstance(flow.start, StartNode)
        and edges == len(flow.control_edges)
        and len(graph.nodes) == len(flow.nodes) == len(graph.reachable)
        and not graph.in_edges[flow.start_node]
        and all(_is_left_rightly(node, graph) for node in flow.nodes)
    )


def _is_left_rightly(node: Node, graph: FlowGraph) -> bool:
    taken = sorted(edge.branch for edge in graph.out_edges[node.id])
    if isinstance(node, EndNode):
        return not taken
    wanted = [NEXT] if isinstance(node, StartNode) else list(branches_of(node))
    if isinstance(node, BranchingNode) and DEFAULT not in taken:
        wanted = [branch for branch in wanted if branch != DEFAULT]
    return bool(wanted) and taken == sorted(set(wanted)) == sorted(wanted)
