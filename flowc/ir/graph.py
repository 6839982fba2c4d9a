"""A flow's edges, indexed once, and the classic questions about its control graph.

Everything here is linear in nodes and edges (dominators: nearly), iterative, and ordered as the
document is, so that results are the same on every run.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property

from flowc.ir.dominators import immediate_dominators
from flowc.ir.flow import ControlEdge, DataEdge, Flow
from flowc.ir.nodes import Node


class FlowGraph:
    """The indexes and analyses of one flow. Edges to nodes that do not exist are left out."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.nodes: Mapping[str, Node] = {node.id: node for node in flow.nodes}
        self.out_edges: dict[str, list[ControlEdge]] = {id_: [] for id_ in self.nodes}
        self.in_edges: dict[str, list[ControlEdge]] = {id_: [] for id_ in self.nodes}
        for edge in flow.control_edges:
            if edge.from_node in self.nodes and edge.to_node in self.nodes:
                self.out_edges[edge.from_node].append(edge)
                self.in_edges[edge.to_node].append(edge)

    @cached_property
    def data_edges(self) -> tuple[DataEdge, ...]:
        """The data edges; for a flow wired by name, those that its titles imply (SEMANTICS 6)."""
        if self.flow.data_edges is not None:
            return self.flow.data_edges
        takers: dict[str, list[str]] = {}
        for node in self.flow.nodes:
            for item in node.inputs:
                takers.setdefault(item.title, []).append(node.id)
        return tuple(
            DataEdge(
                source_node=node.id,
                source_output=item.title,
                destination_node=taker,
                destination_input=item.title,
                origin=node.origin,
            )
            for node in self.flow.nodes
            for item in node.outputs
            for taker in takers.get(item.title, ())
            if taker != self.flow.start_node
        )

    @cached_property
    def sources(self) -> Mapping[tuple[str, str], list[DataEdge]]:
        """The data edges into each (node id, input title), in document order."""
        found: dict[tuple[str, str], list[DataEdge]] = {}
        for edge in self.data_edges:
            found.setdefault((edge.destination_node, edge.destination_input), []).append(edge)
        return found

    @cached_property
    def destinations(self) -> Mapping[tuple[str, str], list[DataEdge]]:
        """The data edges out of each (node id, output title), in document order."""
        found: dict[tuple[str, str], list[DataEdge]] = {}
        for edge in self.data_edges:
            found.setdefault((edge.source_node, edge.source_output), []).append(edge)
        return found

    def target(self, node: str, branch: str) -> str | None:
        """The node that a branch leads to; the first edge counts if a broken flow has several."""
        return next((edge.to_node for edge in self.out_edges[node] if edge.branch == branch), None)

    def successors(self, node: str) -> list[str]:
        """The nodes one step on, each once, in document order."""
        return self._after[node]

    def predecessors(self, node: str) -> list[str]:
        """The nodes one step back, each once, in document order."""
        return self._before[node]

    @cached_property
    def _after(self) -> Mapping[str, list[str]]:
        return {
            node: _each_once([edge.to_node for edge in edges])
            for node, edges in self.out_edges.items()
        }

    @cached_property
    def _before(self) -> Mapping[str, list[str]]:
        return {
            node: _each_once([edge.from_node for edge in edges])
            for node, edges in self.in_edges.items()
        }

    @cached_property
    def reverse_postorder(self) -> list[str]:
        """The nodes that control can reach, each before those only reachable through it."""
        start = self.flow.start_node
        if start not in self.nodes:
            return []
        order: list[str] = []
        seen = {start}
        stack = [(start, iter(self.successors(start)))]
        while stack:
            node, onward = stack[-1]
            for after in onward:
                if after not in seen:
                    seen.add(after)
                    stack.append((after, iter(self.successors(after))))
                    break
            else:
                order.append(node)
                stack.pop()
        order.reverse()
        return order

    @cached_property
    def reachable(self) -> frozenset[str]:
        """The nodes that control can reach from the start."""
        return frozenset(self.reverse_postorder)

    @cached_property
    def position(self) -> Mapping[str, int]:
        """Each reachable node's place in :attr:`reverse_postorder`."""
        return {node: index for index, node in enumerate(self.reverse_postorder)}

    def closure(self, starts: Iterable[str], *, backwards: bool = False) -> set[str]:
        """All nodes reachable from `starts` (themselves included), or that reach them."""
        step = self.predecessors if backwards else self.successors
        seen = set(starts)
        work = list(seen)
        while work:
            for other in step(work.pop()):
                if other not in seen:
                    seen.add(other)
                    work.append(other)
        return seen

    def traps(self, exits: Iterable[str]) -> list[list[str]]:
        """The groups of nodes that lead to each other and nowhere else, none of them an exit: once
        in there, control goes round for ever. All in the order of the flow.

        These are strongly connected components, found in Kosaraju's way: backwards first.
        """
        trapped = self.reachable - self.closure(exits, backwards=True)
        if not trapped:
            return []
        found: list[list[str]] = []
        seen: set[str] = set()
        for head in reversed(self._backwards_postorder(trapped)):
            if head in seen:
                continue
            group = self._onward(head, seen)
            if all(after in group for node in group for after in self.successors(node)):
                found.append(sorted(group, key=self.position.__getitem__))
        return sorted(found, key=lambda group: self.position[group[0]])

    def _onward(self, head: str, seen: set[str]) -> set[str]:
        """The nodes that `head` leads to, itself included, and that were not yet seen."""
        seen.add(head)
        group, work = {head}, [head]
        while work:
            for after in self.successors(work.pop()):
                if after not in seen:
                    seen.add(after)
                    group.add(after)
                    work.append(after)
        return group

    def _backwards_postorder(self, nodes: Collection[str]) -> list[str]:
        """Some of the nodes, each after all that lead to it, as far as a depth-first walk goes."""
        order: list[str] = []
        seen: set[str] = set()
        for root in self.reverse_postorder:
            if root not in nodes or root in seen:
                continue
            seen.add(root)
            stack = [(root, iter(self.predecessors(root)))]
            while stack:
                node, back = stack[-1]
                for before in back:
                    if before in nodes and before not in seen:
                        seen.add(before)
                        stack.append((before, iter(self.predecessors(before))))
                        break
                else:
                    order.append(node)
                    stack.pop()
        return order

    @cached_property
    def immediate_dominators(self) -> Mapping[str, str]:
        """Each reachable node's immediate dominator; the start has none."""
        start = self.flow.start_node
        if start not in self.nodes:
            return {}
        return immediate_dominators(start, self.successors, self.predecessors)

    @cached_property
    def dominator_intervals(self) -> Mapping[str, tuple[int, int]]:
        """Each reachable node's interval: those that it dominates have theirs inside of it."""
        children: dict[str, list[str]] = {}
        for node in self.reverse_postorder[1:]:
            children.setdefault(self.immediate_dominators[node], []).append(node)
        enter: dict[str, int] = {}
        leave: dict[str, int] = {}
        clock = 0
        stack: list[tuple[str, bool]] = [(n, False) for n in self.reverse_postorder[:1]]
        while stack:
            node, done = stack.pop()
            clock += 1
            if done:
                leave[node] = clock
                continue
            enter[node] = clock
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(children.get(node, [])))
        return {node: (enter[node], leave[node]) for node in enter}

    def dominates(self, a: str, b: str) -> bool:
        """Whether every way from the start to `b` passes `a` (a node dominates itself)."""
        if a not in self.reachable or b not in self.reachable:
            return False
        if b != self.flow.start_node and self.predecessors(b) == [a]:
            return True  # as most that are asked about: no need to know all dominators
        intervals = self.dominator_intervals
        return intervals[a][0] <= intervals[b][0] and intervals[b][1] <= intervals[a][1]

    def is_back_edge(self, edge: ControlEdge) -> bool:
        """Whether the edge closes a loop: its target stands no later than its source."""
        at = self.position
        return (
            edge.from_node in at and edge.to_node in at and at[edge.to_node] <= at[edge.from_node]
        )

    @cached_property
    def is_reducible(self) -> bool:
        """Whether every loop is entered only through its head."""
        return all(
            self.dominates(edge.to_node, edge.from_node)
            for edges in self.out_edges.values()
            for edge in edges
            if self.is_back_edge(edge)
        )


def _each_once(ids: list[str]) -> list[str]:
    return ids if len(ids) < 2 else list(dict.fromkeys(ids))
