"""FLOW304 to FLOW308, FLOW313: every branch leads to exactly one node (SEMANTICS 1 and 3)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Related, Rule, Severity, did_you_mean
from flowc.ir.flow import ControlEdge
from flowc.ir.nodes import DEFAULT, BranchingNode, EndNode, Node, OtherNode, StartNode
from flowc.semantics.checks.context import FlowContext
from flowc.text import Span

TWO_EDGES = Rule("FLOW304", Severity.ERROR, "two edges leave one branch")
UNKNOWN_BRANCH = Rule("FLOW305", Severity.ERROR, "an edge leaves a branch that its node lacks")
LOOSE_BRANCH = Rule("FLOW306", Severity.ERROR, "a branch leads nowhere")
NO_DEFAULT = Rule("FLOW307", Severity.WARNING, "a BranchingNode has no edge for other values")
DEAD_END = Rule("FLOW308", Severity.ERROR, "control stops at a node that is no EndNode")
LISTED = Rule("FLOW313", Severity.WARNING, "a node lists branches that it does not have")


def check_branches(context: FlowContext) -> Iterator[Diagnostic]:
    """When a node has run, control follows the one edge of the branch it took.

    Wrong: two edges from `check` on `next`; an edge from branch `ok` of a node whose branches are
    `yes` and `no`; a subflow that can end as `failed`, and no edge from `failed`; a last node that
    is no EndNode. A BranchingNode without a `default` edge is only a warning: a value without a
    mapping is then an error when the flow runs.
    Right: one edge for every branch, and no other. In `.flow`, `else => error` says that there is
    no `default` edge on purpose.
    """
    for node in context.flow.nodes:
        if isinstance(node, EndNode):
            continue
        branches = context.branches[node.id]
        edges = context.graph.out_edges[node.id]
        yield from _one_edge_each(context, node, edges)
        yield from _listed_branches(context, node, branches)
        yield from _known_branches(context, node, branches, edges)
        yield from _all_branches(context, node, branches, edges)


def _one_edge_each(
    context: FlowContext, node: Node, edges: list[ControlEdge]
) -> Iterator[Diagnostic]:
    first: dict[str, ControlEdge] = {}
    for edge in edges:
        if isinstance(context.graph.nodes[edge.to_node], StartNode):
            continue  # reported as an edge into a StartNode
        known = first.setdefault(edge.branch, edge)
        if known is edge:
            continue
        place = context.place(known)
        again = " again" if known.to_node == edge.to_node else ""
        yield TWO_EDGES.at(
            context.place(edge),
            f"two edges leave branch '{edge.branch}' of node '{node.name}'",
            label=f"to {context.name(edge.to_node)}{again}",
            hint="One node follows; to choose between two, put a BranchingNode there.",
            related=[Related(place, f"the first, to {context.name(known.to_node)}")]
            if place is not None
            else (),
        )


def _listed_branches(
    context: FlowContext, node: Node, branches: tuple[str, ...]
) -> Iterator[Diagnostic]:
    optional = {DEFAULT} if isinstance(node, BranchingNode) else set()
    if node.branches and set(node.branches) | optional != set(branches):
        yield LISTED.at(
            context.place(node),
            f"node '{node.name}' lists branches that are not its own",
            label=f"its branches are {_quoted(branches)}, not {_quoted(node.branches)}",
            hint="Leave the list out: it follows from the node.",
        )


def _quoted(names: tuple[str, ...]) -> str:
    return ", ".join(f"'{name}'" for name in names)


def _known_branches(
    context: FlowContext, node: Node, branches: tuple[str, ...], edges: list[ControlEdge]
) -> Iterator[Diagnostic]:
    if isinstance(node, OtherNode):
        return
    for edge in edges:
        if edge.branch not in branches:
            yield UNKNOWN_BRANCH.at(
                context.place(edge),
                f"node '{node.name}' has no branch '{edge.branch}'",
                label=f"to {context.name(edge.to_node)}",
                hint=did_you_mean(edge.branch, branches),
            )


def _all_branches(
    context: FlowContext, node: Node, branches: tuple[str, ...], edges: list[ControlEdge]
) -> Iterator[Diagnostic]:
    if node.id in context.leads_to_nowhere:
        return  # the edge to an unknown node is reported; the branch it serves is not loose
    if context.has_sound_control and node.id not in context.graph.reachable:
        return  # reported as unreachable
    if not edges:
        yield DEAD_END.at(
            context.place(node),
            f"control stops at node '{node.name}'",
            label="no edge leaves it",
            hint="Lead it to an EndNode or to another node.",
        )
        return
    left = {edge.branch for edge in edges}
    for branch in branches:
        if branch in left:
            continue
        if isinstance(node, BranchingNode) and branch == DEFAULT:
            yield from _missing_default(context, node)
        elif not _is_misnamed(branches, left):
            yield LOOSE_BRANCH.at(
                context.place(node),
                f"branch '{branch}' of node '{node.name}' leads nowhere",
                label="no edge for this branch",
                hint=f"Add an edge from '{branch}' to the node that follows.",
            )


def _is_misnamed(branches: tuple[str, ...], left: set[str]) -> bool:
    """Whether the node's only branch is missing because its edge leaves a wrong name, which is
    what is reported."""
    return len(branches) == 1 and not left <= set(branches)


def _missing_default(context: FlowContext, node: BranchingNode) -> Iterator[Diagnostic]:
    if DEFAULT in node.mapping.values():
        yield LOOSE_BRANCH.at(
            context.place(node),
            f"branch '{DEFAULT}' of node '{node.name}' leads nowhere",
            label="mapped, but no edge for this branch",
            hint=f"Add an edge from '{DEFAULT}' to the node that follows.",
        )
    elif not isinstance(node.origin, Span):  # a `.flow` source leaves it out only on purpose
        yield NO_DEFAULT.at(
            context.place(node),
            f"node '{node.name}' has no edge from branch '{DEFAULT}'",
            label="a value that is not in its mapping is an error when the flow runs",
            hint=f"Add an edge from '{DEFAULT}' for all other values.",
        )
