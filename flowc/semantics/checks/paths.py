"""Paths through a flow, for messages: how control gets to a node without passing others."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from flowc.ir.flow import ControlEdge
from flowc.semantics.checks.context import FlowContext

_MOST_WALKS = 50
"""How many different walks one flow is worth; after that, messages come without a path."""
_LONGEST = 9
"""How many nodes of a path a message shows."""


class Paths:
    """Shortest paths from the start that avoid some nodes; one walk for each set of nodes."""

    def __init__(self, context: FlowContext) -> None:
        self._context = context
        self._walks: dict[tuple[str, ...], Mapping[str, ControlEdge]] = {}

    def text(self, target: str, avoiding: tuple[str, ...]) -> str:
        """The path as `start -> check[no] -> reply`; "" where there is none or no budget left."""
        if avoiding not in self._walks:
            if len(self._walks) >= _MOST_WALKS:
                return ""
            self._walks[avoiding] = self._walk(frozenset(avoiding))
        came_by, start = self._walks[avoiding], self._context.flow.start_node
        if target not in came_by:
            return ""
        steps = [self._context.graph.nodes[target].name]
        node = target
        while True:
            edge = came_by[node]
            steps.append(self._step(edge))
            node = edge.from_node
            if node == start:
                return " -> ".join(_shortened(steps[::-1]))

    def _walk(self, avoiding: frozenset[str]) -> Mapping[str, ControlEdge]:
        """The edge by which a breadth-first walk first comes to each node."""
        graph, start = self._context.graph, self._context.flow.start_node
        came_by: dict[str, ControlEdge] = {}
        queue = deque([start])
        while queue:
            node = queue.popleft()
            if node in avoiding:
                continue
            for edge in graph.out_edges[node]:
                if edge.to_node not in came_by and edge.to_node != start:
                    came_by[edge.to_node] = edge
                    queue.append(edge.to_node)
        return came_by

    def _step(self, edge: ControlEdge) -> str:
        name = self._context.graph.nodes[edge.from_node].name
        several = len(self._context.branches[edge.from_node]) > 1
        return f"{name}[{edge.branch}]" if several else name


def _shortened(steps: list[str]) -> list[str]:
    if len(steps) <= _LONGEST:
        return steps
    return [*steps[:3], "…", *steps[3 - _LONGEST + 1 :]]
