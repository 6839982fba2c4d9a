"""Immediate dominators of a directed graph.

The algorithm of Lengauer and Tarjan ("A fast algorithm for finding dominators in a flowgraph"),
with simple path compression: O(m log n), however deep the graph is and whatever loops it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

Step = Callable[[str], Iterable[str]]


def immediate_dominators(start: str, successors: Step, predecessors: Step) -> dict[str, str]:
    """The immediate dominator of each node that `start` reaches, but of `start` itself."""
    order, parents = _depth_first(start, successors)
    number = {node: at for at, node in enumerate(order)}
    semi = list(range(len(order)))
    dominator = [0] * len(order)
    waiting: list[list[int]] = [[] for _ in order]
    forest = _Forest(semi)
    for node in range(len(order) - 1, 0, -1):
        parent = parents[node]
        for before in predecessors(order[node]):
            if before in number:
                semi[node] = min(semi[node], semi[forest.least(number[before])])
        waiting[semi[node]].append(node)
        forest.above[node] = parent
        for other in waiting[parent]:
            least = forest.least(other)
            dominator[other] = least if semi[least] < semi[other] else parent
        waiting[parent] = []
    for node in range(1, len(order)):
        if dominator[node] != semi[node]:
            dominator[node] = dominator[dominator[node]]
    return {order[node]: order[dominator[node]] for node in range(1, len(order))}


def _depth_first(start: str, successors: Step) -> tuple[list[str], list[int]]:
    """The nodes in the order in which a depth-first search finds them, and for each the place of
    the node from which it was found."""
    order: list[str] = []
    parents: list[int] = []
    seen: set[str] = set()
    work = [(start, 0)]
    while work:
        node, parent = work.pop()
        if node in seen:
            continue
        seen.add(node)
        work += [(after, len(order)) for after in successors(node)]
        order.append(node)
        parents.append(parent)
    return order, parents


class _Forest:
    """The part of the search tree that was visited: what stands above each node, and on the way up
    the node with the least semidominator."""

    def __init__(self, semi: list[int]) -> None:
        self._semi = semi
        self._label = list(range(len(semi)))
        self.above: list[int | None] = [None] * len(semi)

    def least(self, node: int) -> int:
        """The node with the least semidominator from `node` up to the root of its tree, which does
        not count. The way is shortened for the next time."""
        above, label, semi = self.above, self._label, self._semi
        path = []
        while (up := above[node]) is not None and above[up] is not None:
            path.append(node)
            node = up
        root = above[node] if above[node] is not None else node
        for lower in reversed(path):
            upper = above[lower]
            assert upper is not None
            if semi[label[upper]] < semi[label[lower]]:
                label[lower] = label[upper]
            above[lower] = root
        return label[path[0]] if path else label[node]
