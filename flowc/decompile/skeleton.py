"""Control as nested lines: which statement stands where, and where a `goto` is left.

A node that only one edge leads to stands where that edge comes from: on the next line, or in the
arm of its branch. Any other node (a join, the head of a loop) stands below the construct that all
ways to it pass, its immediate dominator. Every edge is then a `goto` until :func:`fall_through`
removes those that go where control goes anyway.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import DEFAULT, NEXT

DEEPEST = 12
"""Arms nested deeper than this go to a labelled line at the end of the flow instead."""


@dataclass(frozen=True, slots=True)
class Visit:
    """The statement of a node, and what follows each of its branches. A branch without an entry
    leads nowhere; `arms` None: the node has one way on, which is the next line."""

    node: str
    arms: Mapping[str, tuple[Step, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Jump:
    """Control goes on at a node that stands elsewhere."""

    node: str


Step: TypeAlias = Visit | Jump


@dataclass
class Layout:
    """Lays out the nodes that control can reach.

    `forks` are the nodes whose branches have arms. `default_arms` are the BranchingNodes that map
    keys to `default`: the arm of these keys is then the way of all others too, and a `match`
    without `else` seems to go on below, so what follows must be where `default` leads.
    """

    graph: FlowGraph
    forks: frozenset[str]
    default_arms: frozenset[str] = frozenset()
    _postponed: deque[str] = field(default_factory=deque)
    _joins: dict[str, list[str]] = field(default_factory=dict)
    _sizes: dict[str, int] = field(default_factory=dict)

    def run(self) -> tuple[Step, ...]:
        """All lines below the start."""
        self._measure()
        start = self.graph.flow.start_node
        steps = self._after(self.graph.successors(start)[0], start, 0)
        steps += self._below(start, 0)
        while self._postponed:
            steps += self._sequence(self._postponed.popleft(), 0)
        return fall_through(tuple(steps))

    def _measure(self) -> None:
        """Find the joins below each node, and how many nodes each dominates."""
        graph = self.graph
        for node in graph.reverse_postorder[1:]:
            if self._is_join(node):
                self._joins.setdefault(graph.immediate_dominators[node], []).append(node)
        for node in reversed(graph.reverse_postorder):
            self._sizes[node] = self._sizes.get(node, 0) + 1
            above = graph.immediate_dominators.get(node)
            if above is not None:
                self._sizes[above] = self._sizes.get(above, 0) + self._sizes[node]

    def _is_join(self, node: str) -> bool:
        return len(self.graph.in_edges[node]) > 1

    def _below(self, node: str, depth: int) -> list[Step]:
        """The joins that stand below a node, each with what follows it."""
        return [step for join in self._joins.get(node, ()) for step in self._sequence(join, depth)]

    def _after(self, target: str, node: str, depth: int) -> list[Step]:
        return [Jump(target)] if self._is_join(target) else self._sequence(target, depth)

    def _sequence(self, first: str, depth: int) -> list[Step]:
        """A node, what follows it on the same level, and the joins below."""
        steps: list[Step] = []
        work: list[str] = [first]
        while work:
            node = work.pop()
            joins = self._joins.get(node, [])
            work += reversed(joins)
            targets = {edge.branch: edge.to_node for edge in self.graph.out_edges[node]}
            if node not in self.forks:
                steps.append(Visit(node))
                for target in targets.values():
                    if self._is_join(target):
                        steps.append(Jump(target))
                    else:
                        work.append(target)
                continue
            below = None if joins else self._continued(targets)
            if node in self.default_arms:
                below = targets[DEFAULT]
            steps.append(
                Visit(
                    node,
                    {
                        branch: () if target == below else self._arm(target, depth)
                        for branch, target in targets.items()
                    },
                )
            )
            if below is not None and self._is_join(below):
                steps.append(Jump(below))
            elif below is not None:
                work.append(below)
        return steps

    def _continued(self, targets: Mapping[str, str]) -> str | None:
        """The target that goes on below its fork instead of in an arm: that of `next`, else the
        largest, so that arms nest as little as can be, and of equal ones the last."""
        own = {branch: to for branch, to in targets.items() if not self._is_join(to)}
        if NEXT in own:
            return own[NEXT]
        largest = max(reversed(own.values()), key=self._sizes.__getitem__, default=None)
        return largest if largest is not None and self._sizes[largest] > 1 else None

    def _arm(self, target: str, depth: int) -> tuple[Step, ...]:
        if self._is_join(target):
            return (Jump(target),)
        if depth == DEEPEST:
            self._postponed.append(target)
            return (Jump(target),)
        return tuple(self._sequence(target, depth + 1))


def fall_through(steps: tuple[Step, ...], below: str | None = None) -> tuple[Step, ...]:
    """The steps without jumps to where control goes anyway; `below` is what follows them."""
    found: list[Step] = []
    after = below
    for step in reversed(steps):
        if isinstance(step, Jump):
            if step.node != after:
                found.append(step)
            after = step.node
            continue
        if step.arms is not None:
            arms = {branch: fall_through(arm, after) for branch, arm in step.arms.items()}
            step = replace(step, arms=arms)
        found.append(step)
        after = step.node
    return tuple(reversed(found))


def jump_targets(steps: Iterable[Step]) -> frozenset[str]:
    """The nodes that some jump goes to."""
    found: set[str] = set()
    work = list(steps)
    while work:
        step = work.pop()
        if isinstance(step, Jump):
            found.add(step.node)
        elif step.arms is not None:
            for arm in step.arms.values():
                work += arm
    return frozenset(found)
