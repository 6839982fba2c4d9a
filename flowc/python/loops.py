"""The loops of a flow graph: which nodes each has, how they nest, and where they are left."""

from __future__ import annotations

from collections.abc import Sequence

from flowc.ir.graph import FlowGraph
from flowc.ir.loops import LoopForest


class Loops:
    """The natural loops of a graph, by the node at the head of each.

    A back edge whose target does not dominate its source makes no natural loop; such targets are
    `irreducible`.
    """

    def __init__(self, graph: FlowGraph) -> None:
        self._graph = graph
        self.irreducible: dict[str, None] = {}
        self._forward: dict[str, int] = {}
        self._children: dict[str, list[str]] = {}
        for node in graph.reverse_postorder:
            parent = graph.immediate_dominators.get(node)
            if parent is not None:
                self._children.setdefault(parent, []).append(node)
            self._classify_entries(node)
        self._forest = LoopForest(graph)
        self.heads: dict[str, None] = dict.fromkeys(self._forest.heads)
        self._below: dict[str, list[str]] = {}
        self._outward: dict[str, list[str]] = {}
        self._find_exits()

    def _classify_entries(self, node: str) -> None:
        graph = self._graph
        forward = 0
        for before in graph.predecessors(node):
            if before not in graph.reachable:
                continue
            if not graph.dominates(node, before):
                forward += 1
                if graph.position[node] <= graph.position[before]:
                    self.irreducible[node] = None
        self._forward[node] = forward

    def forward_entries(self, node: str) -> int:
        """How many nodes lead to this one, its own loop's back edges aside."""
        return self._forward[node]

    def children(self, node: str) -> Sequence[str]:
        """The nodes that this one immediately dominates, in the order of the flow."""
        return self._children.get(node, ())

    def around(self, node: str) -> list[str]:
        """The heads of the loops that have the node, innermost first; of its own loop too."""
        return list(self._forest.around(node))

    def _find_exits(self) -> None:
        graph = self._graph
        for node in graph.reverse_postorder:
            loops = self.around(node)
            if not loops:
                continue
            for after in graph.successors(node):
                inside = set(self.around(after))
                for head in loops:
                    if head in inside:
                        break
                    if not graph.dominates(head, after):
                        self._outward.setdefault(head, []).append(after)
        for node in graph.reverse_postorder:
            parent = graph.immediate_dominators.get(node)
            loops = [] if parent is None else self.around(parent)
            if loops and loops[0] not in self.around(node):
                self._below.setdefault(loops[0], []).append(node)

    def exits_outward(self, head: str) -> list[str]:
        """The nodes outside the loop, and not dominated by it, to which control leaves it."""
        return list(dict.fromkeys(self._outward.get(head, ())))

    def exits_below(self, head: str) -> Sequence[str]:
        """The nodes outside the loop that its own nodes, inner loops' aside, dominate."""
        return self._below.get(head, ())
