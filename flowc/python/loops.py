"""The loops of a flow graph: which nodes each has, how they nest, and where they are left."""

from __future__ import annotations

from collections.abc import Sequence

from flowc.ir.graph import FlowGraph


class Loops:
    """The natural loops of a graph, by the node at the head of each.

    A back edge whose target does not dominate its source makes no natural loop; such targets are
    `irreducible`.
    """

    def __init__(self, graph: FlowGraph) -> None:
        self._graph = graph
        self.irreducible: dict[str, None] = {}
        self._sources: dict[str, list[str]] = {}
        self._forward: dict[str, int] = {}
        self._children: dict[str, list[str]] = {}
        for node in graph.reverse_postorder:
            parent = graph.immediate_dominators.get(node)
            if parent is not None:
                self._children.setdefault(parent, []).append(node)
            self._classify_entries(node)
        self.heads: dict[str, None] = dict.fromkeys(self._sources)
        self._inner: dict[str, str] = {}
        self._find_nesting()
        self._below: dict[str, list[str]] = {}
        self._outward: dict[str, list[str]] = {}
        self._find_exits()

    def _classify_entries(self, node: str) -> None:
        graph = self._graph
        forward = 0
        for before in graph.predecessors(node):
            if before not in graph.reachable:
                continue
            if graph.dominates(node, before):
                self._sources.setdefault(node, []).append(before)
            else:
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

    def _find_nesting(self) -> None:
        """For each node the head of the innermost loop that has it; for a head, the loop around
        its own. Inner loops first, each then counts as one node (Tarjan)."""
        graph = self._graph
        leader: dict[str, str] = {}

        def whole(node: str) -> str:
            path = []
            while node in leader:
                path.append(node)
                node = leader[node]
            for passed in path:
                leader[passed] = node
            return node

        for head in reversed(graph.reverse_postorder):
            work = [whole(source) for source in self._sources.get(head, ())]
            while work:
                node = work.pop()
                if node == head or node in leader:
                    continue
                self._inner[node] = head
                leader[node] = head
                work += [
                    whole(before)
                    for before in graph.predecessors(node)
                    if before in graph.reachable
                ]

    def around(self, node: str) -> list[str]:
        """The heads of the loops that have the node, innermost first; of its own loop too."""
        found = [node] if node in self.heads else []
        while node in self._inner:
            node = self._inner[node]
            found.append(node)
        return found

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
