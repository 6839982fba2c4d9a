"""Where `caught_exception_info` cannot be null: after a failure, and only there (SEMANTICS 24)."""

from __future__ import annotations

from flowc.ir.flow import DataEdge
from flowc.ir.nodes import CAUGHT, CAUGHT_INFO, CatchExceptionNode
from flowc.semantics.checks.context import FlowContext

_MOST_STEPS = 100_000
"""How many control edges of one flow are worth following; then the benefit of the doubt."""


class CaughtInfo:
    """What the edges that carry the text of a failure carry."""

    def __init__(self, context: FlowContext) -> None:
        self._context = context
        self._steps_left = _MOST_STEPS

    def is_text(self, edge: DataEdge) -> bool:
        """Whether the edge carries the text of a failure, and its value is only read if there was
        one: control comes to the reader by the failure's branch, or by another source of the
        input, which writes over the value."""
        if edge.source_output != CAUGHT_INFO:
            return False
        graph = self._context.graph
        if not isinstance(graph.nodes[edge.source_node], CatchExceptionNode):
            return False
        reader = edge.destination_node
        sources = graph.sources[reader, edge.destination_input]
        done = {other.source_node for other in sources}
        work = [it.to_node for it in graph.out_edges[edge.source_node] if it.branch != CAUGHT]
        while work and self._steps_left > 0:
            node = work.pop()
            if node == reader:
                return False
            if node in done:
                continue
            done.add(node)
            self._steps_left -= len(graph.out_edges[node])
            work += graph.successors(node)
        return True
