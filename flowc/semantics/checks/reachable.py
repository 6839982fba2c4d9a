"""FLOW309, FLOW310: control reaches every node, and from there an EndNode (SEMANTICS 3)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import StartNode
from flowc.semantics.checks.context import FlowContext

UNREACHABLE = Rule("FLOW309", Severity.ERROR, "no path leads to a node")
NO_END = Rule("FLOW310", Severity.ERROR, "no path leads to an EndNode")


def check_reachable(context: FlowContext) -> Iterator[Diagnostic]:
    """Every node lies on some path from the start, and the flow can end.

    Wrong: a node that no edge leads to, or only edges from such nodes; a flow of which every path
    goes round for ever. Of a group of nodes that only lead to each other, the first is reported.
    Right: an edge to every node but the start; a way out of each loop. A node that is not ready is
    left out of the flow.
    """
    if not context.has_sound_control:
        return
    graph = context.graph
    if not graph.out_edges[context.flow.start_node]:
        return  # reported as a dead end, and nothing can be reached from it
    for head, others in _unreachable_groups(graph):
        if isinstance(graph.nodes[head], StartNode):
            continue  # a second StartNode is reported as that
        more = f", and with it {_listed(context, others)}" if others else ""
        yield UNREACHABLE.at(
            context.place(graph.nodes[head]),
            f"node {context.name(head)} is never reached",
            label="no path from the start leads here" + more,
            hint="Add an edge to it, or remove it.",
        )
    ends = [end.id for end in context.flow.ends]
    if not ends:
        yield NO_END.at(
            context.flow.origin,
            f"flow '{context.flow.name}' has no EndNode",
            label="it can never end",
            hint="Lead each last node to an EndNode.",
        )
    elif not any(end in graph.reachable for end in ends) and not _has_dead_end(graph):
        yield NO_END.at(
            context.flow.origin,
            f"flow '{context.flow.name}' can never end",
            label="every path goes round for ever",
            hint="Give one of its loops a branch that leads to an EndNode.",
        )


def _unreachable_groups(graph: FlowGraph) -> Iterator[tuple[str, list[str]]]:
    """Each unreachable node that explains others, with those: nodes without a predecessor first,
    then, in document order, one of each loop that nothing leads to."""
    left = [id_ for id_ in graph.nodes if id_ not in graph.reachable]
    explained: set[str] = set()
    heads = [id_ for id_ in left if not graph.predecessors(id_)]
    for head in (*heads, *left):
        if head in explained:
            continue
        yield head, _onward(graph, head, explained)


def _onward(graph: FlowGraph, head: str, explained: set[str]) -> list[str]:
    """The other unreachable nodes that `head` leads to and that no head explained before."""
    explained.add(head)
    found: list[str] = []
    work = [head]
    while work:
        for after in graph.successors(work.pop()):
            if after not in graph.reachable and after not in explained:
                explained.add(after)
                found.append(after)
                work.append(after)
    return found


def _has_dead_end(graph: FlowGraph) -> bool:
    return any(not graph.out_edges[id_] for id_ in graph.reachable)


def _listed(context: FlowContext, ids: list[str]) -> str:
    shown = ", ".join(context.name(id_) for id_ in ids[:5])
    return shown + (", …" if len(ids) > 5 else "")
