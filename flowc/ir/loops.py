"""The natural loops of a flow graph: which nodes each has, and how they nest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from flowc.ir.flow import ControlEdge
from flowc.ir.graph import FlowGraph


class LoopForest:
    """The natural loops of a graph, each known by its head.

    A loop is closed by the edges back to its head from nodes that the head dominates; all loops
    with one head are one. Any two loops are disjoint, or one stands inside the other. An edge back
    to a node that does not dominate its source makes no loop (the graph is irreducible there).
    """

    def __init__(self, graph: FlowGraph) -> None:
        self._graph = graph
        self.heads: Mapping[str, list[str]] = self._sources()
        """The nodes that lead back to each head, in the order of the flow."""
        self._inner: Mapping[str, str] = self._nesting()

    def _sources(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        graph = self._graph
        for node in graph.reverse_postorder:
            for before in graph.predecessors(node):
                if graph.dominates(node, before):
                    found.setdefault(node, []).append(before)
        return found

    def _nesting(self) -> dict[str, str]:
        """For each node the head of the innermost loop that has it; for a head, of the loop around
        its own. Inner loops first, each then counts as one node (Tarjan)."""
        graph = self._graph
        found: dict[str, str] = {}
        leader: dict[str, str] = {}

        def whole(node: str) -> str:
            path = []
            while node in leader:
                path.append(node)
                node = leader[node]
            for passed in path:
                leader[passed] = node
            return node

        for head in reversed(list(self.heads)):
            work = [whole(source) for source in self.heads[head]]
            while work:
                node = work.pop()
                if node == head or node in leader:
                    continue
                found[node] = leader[node] = head
                work += [
                    whole(before)
                    for before in graph.predecessors(node)
                    if before in graph.reachable
                ]
        return found

    def closes(self, edge: ControlEdge) -> bool:
        """Whether the edge leads back to the head of a loop that it stands in."""
        return edge.to_node in self.heads and self._graph.dominates(edge.to_node, edge.from_node)

    def outer(self, node: str) -> str | None:
        """The head of the innermost loop around a node; for a head, of the loop around its own."""
        return self._inner.get(node)

    def around(self, node: str) -> Iterator[str]:
        """The heads of the loops that have the node, innermost first; for a head, its own too."""
        head = node if node in self.heads else self._inner.get(node)
        while head is not None:
            yield head
            head = self._inner.get(head)

    def exits(self, levels: int) -> Mapping[str, list[str]]:
        """For each head the nodes that its loop dominates but has not, as far as no other such node
        dominates them: control can only get there out of the loop. In the order of the flow.

        A node counts for the `levels` innermost loops that control leaves on the way to it.
        """
        graph = self._graph
        found: dict[str, list[str]] = {head: [] for head in self.heads}
        for node in graph.reverse_postorder[1:]:
            around = self._inner.get(node)
            for head in islice(self.around(graph.immediate_dominators[node]), levels):
                if head == around:
                    break
                found[head].append(node)
        return found
