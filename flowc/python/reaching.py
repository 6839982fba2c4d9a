"""Which of an input's sources can be the last one that ran (SEMANTICS 4): the others are never
read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flowc.ir.graph import FlowGraph

Output = tuple[str, str]
"""A node's id and the title of one of its outputs."""


class Reaching:
    """Drops sources that another one always overwrites before the input is read.

    `may_be_missing` says of an output that its node may finish without it. Flows in which that
    would take more than linear time keep their sources.
    """

    def __init__(self, graph: FlowGraph, may_be_missing: Callable[[Output], bool]) -> None:
        self._graph = graph
        self._may_be_missing = may_be_missing
        self._budget = 50 * (len(graph.nodes) + 10)

    def of(self, node: str, sources: Sequence[Output]) -> tuple[Output, ...]:
        """Those of the sources of one of the node's inputs, in the order in which each node writes
        them, that the input may hold when the node runs."""
        if len(sources) < 2:
            return tuple(sources)
        by_node: dict[str, list[Output]] = {}
        for source in sources:
            by_node.setdefault(source[0], []).append(source)
        for writer, outputs in by_node.items():
            by_node[writer] = self._last_of(outputs)
        reached = self._writers_before(node, by_node)
        kept = {output for writer in reached for output in by_node[writer]}
        return tuple(output for output in sources if output in kept)

    def _last_of(self, outputs: list[Output]) -> list[Output]:
        """The outputs of one node that are not overwritten by a later one of it."""
        for index in range(len(outputs) - 1, -1, -1):
            if not self._may_be_missing(outputs[index]):
                return outputs[index:]
        return outputs

    def _writers_before(self, node: str, by_node: dict[str, list[Output]]) -> set[str]:
        """The writers from which control can come to the node past no other that surely writes."""
        graph, found, seen, work = self._graph, set[str](), set[str](), [node]
        while work:
            for before in graph.predecessors(work.pop()):
                self._budget -= 1
                if self._budget < 0:
                    return set(by_node)
                if before in seen or before not in graph.reachable:
                    continue
                seen.add(before)
                if before in by_node:
                    found.add(before)
                    if not all(map(self._may_be_missing, by_node[before])):
                        continue
                work.append(before)
        return found
