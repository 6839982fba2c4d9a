"""Paths through a flow, for messages: how control gets to a node without passing others."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping

from flowc.ir.flow import ControlEdge
from flowc.semantics.checks.context import FlowContext

_MOST_STEPS = 100_000
"""How many edges one flow's messages are worth following; after that they come without a path."""
_LONGEST = 9
"""How many nodes of a path a message shows."""


class Paths:
    """Shortest paths that avoid some nodes, told from the last node that every path passes."""

    def __init__(self, context: FlowContext) -> None:
        self._context = context
        self._steps_left = _MOST_STEPS

    def text(self, target: str, avoiding: Collection[str]) -> str:
        """The path as `check[no] -> log -> reply`; "" where there is none or no budget left."""
        origin = self._context.graph.immediate_dominators.get(target)
        came_by = {} if origin is None else self._walk(origin, target, frozenset(avoiding))
        if target not in came_by:
            return ""
        steps = [self._context.graph.nodes[target].name]
        node = target
        while node != origin:
            edge = came_by[node]
            steps.append(self._step(edge))
            node = edge.from_node
        return " -> ".join(_shortened(steps[::-1]))

    def _walk(
        self, origin: str, target: str, avoiding: Collection[str]
    ) -> Mapping[str, ControlEdge]:
        """The edge by which a breadth-first walk first comes to each node, up to the target."""
        came_by: dict[str, ControlEdge] = {}
        queue = deque([origin])
        while queue and target not in came_by and self._steps_left > 0:
            node = queue.popleft()
            if node in avoiding:
                continue
            for edge in self._context.graph.out_edges[node]:
                self._steps_left -= 1
                if edge.to_node not in came_by and edge.to_node != origin:
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
