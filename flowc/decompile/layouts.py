"""The order of lines in every flow of a document.

It follows from the flow's graph and the order of each node's branches alone, not from the order of
nodes and edges in the document, so that a converted document gives the same lines again. A node
that runs a flow has its branches in the order in which that flow's source returns them; so flows
come after those that they run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flowc.decompile.contracts import derived
from flowc.decompile.skeleton import Layout
from flowc.decompile.steps import Step, Visit, every
from flowc.decompile.wholeness import branches_of, is_whole
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import (
    DEFAULT,
    NEXT,
    BranchingNode,
    CatchExceptionNode,
    EndNode,
    FlowNode,
    Node,
)
from flowc.records import dataclass, replace
from flowc.semantics.binding.signatures import Signature

Signatures = Mapping[str, Signature]


@dataclass(frozen=True, slots=True)
class FlowLayout:
    """The order of a flow's lines.

    `steps` are the lines; None if lines cannot say the flow's control. `nodes` are the ids of all
    nodes but the start in the order of the lines, `arms` the branches of the nodes that have arms.
    """

    steps: tuple[Step, ...] | None
    nodes: tuple[str, ...]
    arms: Mapping[str, tuple[str, ...]]


def layouts(document: Document, signatures: Signatures) -> Mapping[str, FlowLayout]:
    """The layouts of all flows by id."""
    found: dict[str, FlowLayout] = {}
    returned: dict[str, tuple[str, ...]] = {}
    for flow in _callees_first(document):
        layout = found[flow.id] = _layout(flow, signatures, returned)
        nodes = {node.id: node for node in flow.nodes}
        ends = (nodes[id_] for id_ in layout.nodes if isinstance(nodes[id_], EndNode))
        returned[flow.id] = tuple(
            dict.fromkeys(end.branch_name or NEXT for end in ends if isinstance(end, EndNode))
        )
    return found


def _callees_first(document: Document) -> list[Flow]:
    """The flows, each after those that it runs; of flows that run each other, some one first."""
    flows = {flow.id: flow for flow in document.flows}
    order: list[Flow] = []
    seen: set[str] = set()
    stack: list[tuple[Flow, Iterator[str]]] = []
    for first in flows.values():
        inner: Iterator[str] = iter((first.id,))
        stack.append((first, inner))
        while stack:
            flow, inner = stack[-1]
            callee = next((id_ for id_ in inner if id_ in flows and id_ not in seen), None)
            if callee is not None:
                seen.add(callee)
                stack.append((flows[callee], _callees(flows[callee])))
                continue
            stack.pop()
            if stack:
                order.append(flow)
    return order


def _callees(flow: Flow) -> Iterator[str]:
    return (
        node.subflow.id for node in flow.nodes if isinstance(node, (FlowNode, CatchExceptionNode))
    )


def _layout(
    flow: Flow, signatures: Signatures, returned: Mapping[str, tuple[str, ...]]
) -> FlowLayout:
    branches = {node.id: _ordered_branches(node, returned) for node in flow.nodes}
    arms = {node.id: branches[node.id] for node in flow.nodes if is_fork(node, signatures)}
    steps = None
    if is_whole(FlowGraph(flow)):
        steps = Layout(_ordered_graph(flow, branches), frozenset(arms), _default_arms(flow)).run()
    lines = [node.id for node in flow.nodes if node.id != flow.start_node]
    if steps is not None:
        lines = [step.node for step in every(steps) if isinstance(step, Visit)]
    return FlowLayout(steps, tuple(lines), arms)


def is_fork(node: Node, signatures: Signatures) -> bool:
    """Whether what follows the node's branches is written in arms."""
    if isinstance(node, (BranchingNode, EndNode)):
        return isinstance(node, BranchingNode)
    branches = branches_of(node)
    if len(branches) == 1 and branches != (NEXT,):
        return not derived(node, signatures, (), ()).branches
    return branches != (NEXT,)


def _ordered_branches(node: Node, returned: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The branches in the order that they have in the source, or would derive from it."""
    known: tuple[str, ...] = ()
    if isinstance(node, (FlowNode, CatchExceptionNode)):
        known = returned.get(node.subflow.id, ())
    branches = branches_of(node)
    return tuple(dict.fromkeys((*(name for name in known if name in branches), *branches)))


def _ordered_graph(flow: Flow, branches: Mapping[str, tuple[str, ...]]) -> FlowGraph:
    """The flow's graph, the edges of each node in the order of its branches."""
    places = {(id_, name): at for id_, names in branches.items() for at, name in enumerate(names)}
    edges = sorted(
        flow.control_edges, key=lambda edge: places.get((edge.from_node, edge.branch), 0)
    )
    return FlowGraph(replace(flow, control_edges=tuple(edges)))


def _default_arms(flow: Flow) -> frozenset[str]:
    return frozenset(
        node.id
        for node in flow.nodes
        if isinstance(node, BranchingNode) and DEFAULT in node.mapping.values()
    )
