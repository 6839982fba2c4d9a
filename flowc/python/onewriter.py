"""Of which nodes at most one runs, and only once: as of the arms of a decision in no loop."""

from __future__ import annotations

from collections.abc import Collection
from itertools import accumulate

from flowc.ir.graph import FlowGraph


class OneWriter:
    """Answers that for one flow. Where it would take more than linear time the answer is no."""

    def __init__(self, graph: FlowGraph) -> None:
        self._graph = graph
        self._budget = 50 * (len(graph.nodes) + 10)
        back = [
            min(map(graph.position.__getitem__, graph.successors(node)), default=len(graph.nodes))
            for node in graph.reverse_postorder
        ]
        self._back_to = [*accumulate(reversed(back), min)][::-1]
        """By place in reverse postorder: the first place to which a step leads from there or from
        a later one."""

    def is_sure(self, nodes: Collection[str]) -> bool:
        """Whether control, once it was at one of the nodes, comes to none of them again.

        Only what stands between them is walked: that control comes back from behind the last of
        them is excluded first.
        """
        position = self._graph.position
        last = max(position[node] for node in nodes)
        if last + 1 < len(self._back_to) and self._back_to[last + 1] <= last:
            return False
        seen: set[str] = set()
        work = list(nodes)
        while work:
            for after in self._graph.successors(work.pop()):
                self._budget -= 1
                if after in nodes or self._budget < 0:
                    return False
                if after not in seen and position[after] <= last:
                    seen.add(after)
                    work.append(after)
        return True
