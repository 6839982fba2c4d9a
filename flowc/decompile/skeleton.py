"""Control as nested lines: which statement stands where.

A node that only one edge leads to, edges that close a loop aside, stands where that edge comes
from: on the next line, or in the arm of its branch. Any other node (a join) stands below the
construct that all ways to it pass, its immediate dominator. A natural loop is a `loop`; one node to
which control leaves it may stand below it, wherever in the loop its dominator is. Every other edge
is a jump, and :func:`flowc.decompile.jumps.settled` finds out how each is said.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Mapping, Sequence

from flowc.decompile.jumps import settled
from flowc.decompile.steps import Jump, Repeat, Step, Visit
from flowc.ir.flow import ControlEdge
from flowc.ir.graph import FlowGraph
from flowc.ir.loops import LoopForest
from flowc.ir.nodes import DEFAULT, NEXT, EndNode
from flowc.records import dataclass, field

DEEPEST = 16
"""Arms and loops nested deeper than this go to a labelled line at the end of the flow instead:
their lines would have no room."""
ROOMY = 4
"""How deep lines may stand before arms are no longer nested for their looks."""


@dataclass(frozen=True, slots=True)
class Nest:
    """The lines around some lines: how deep they stand, and the nodes to which a `break` or
    `continue` of a loop around them leads."""

    depth: int = 0
    said: frozenset[str] = frozenset()

    def arm(self) -> Nest:
        """Inside an arm."""
        return Nest(self.depth + 1, self.said)

    def loop(self, head: str, after: str | None) -> Nest:
        """Inside a loop."""
        return Nest(self.depth + 1, self.said | {head} | ({after} if after is not None else set()))


@dataclass(eq=False)
class Layout:
    """Lays out the nodes that control can reach. The order of each node's edges is the order of
    its arms; nothing else in the order of the graph matters.

    `forks` are the nodes whose branches have arms. `default_arms` are the BranchingNodes that map
    keys to `default`: the arm of these keys is then the way of all others too, and a `match`
    without `else` seems to go on below, so what follows must be where `default` leads.
    """

    graph: FlowGraph
    forks: frozenset[str]
    default_arms: frozenset[str] = frozenset()
    _loops: LoopForest = field(init=False)
    _exits: Mapping[str, list[str]] = field(init=False)
    _joins: dict[str, list[str]] = field(default_factory=dict)
    _is_join: dict[str, bool] = field(default_factory=dict)
    _sizes: dict[str, int] = field(default_factory=dict)
    _places: dict[str, list[int]] = field(default_factory=dict)
    _below_loops: set[str] = field(default_factory=set)
    _postponed: deque[str] = field(default_factory=deque)

    def __post_init__(self) -> None:
        self._loops = LoopForest(self.graph)
        self._exits = self._loops.exits(DEEPEST)

    def run(self) -> tuple[Step, ...]:
        """All lines below the start."""
        self._measure()
        steps = settled(self._sequence(self.graph.flow.start_node, None, Nest())[1:])
        while self._postponed:
            steps += settled(self._sequence(self._postponed.popleft(), None, Nest()))
        return steps

    def _measure(self) -> None:
        """Find the joins below each node, and how many nodes each dominates; ends do not count."""
        graph = self.graph
        for node in graph.reverse_postorder:
            ways = sum(not self._loops.closes(edge) for edge in graph.in_edges[node])
            self._is_join[node] = ways > 1
            if ways > 1:
                self._joins.setdefault(graph.immediate_dominators[node], []).append(node)
        for node in reversed(graph.reverse_postorder):
            counts = not isinstance(graph.nodes[node], EndNode)
            self._sizes[node] = self._sizes.get(node, 0) + counts
            above = graph.immediate_dominators.get(node)
            if above is not None:
                self._sizes[above] = self._sizes.get(above, 0) + self._sizes[node]

    # Lines ----------------------------------------------------------------------------------------

    def _sequence(
        self, first: str, below: str | None, nest: Nest, opened: str | None = None
    ) -> tuple[Step, ...]:
        """A node, what follows it on the same level, and the joins below. `below` is the node that
        follows the lines; `opened` is the head of the loop whose body they are."""
        steps: list[Step] = []
        work: list[str] = [first]
        while work:
            node = work.pop()
            after = work[-1] if work else below
            if node in self._loops.heads and node != opened:
                steps.append(self._loop(node, after, nest, work))
                continue
            joins = self._joins.get(node, ())
            joins = [join for join in joins if join not in self._below_loops]
            work += reversed(joins)
            onward = {edge.branch: edge for edge in self.graph.out_edges[node]}
            if node in self.forks:
                continued = None if joins else self._continued(onward, after, nest)
                steps += self._fork(node, onward, continued, work, below, nest)
                continue
            steps.append(Visit(node))
            for edge in onward.values():
                steps += self._go(edge, work)
        return tuple(steps)

    def _go(self, edge: ControlEdge, work: list[str]) -> Sequence[Jump]:
        """Go on below: by a jump, or with the node itself, which is put on `work`."""
        if self._stands_elsewhere(edge):
            return (Jump(edge.to_node),)
        work.append(edge.to_node)
        return ()

    def _stands_elsewhere(self, edge: ControlEdge) -> bool:
        """Whether the node that the edge leads to has a place that other edges decide."""
        target = edge.to_node
        return self._is_join[target] or target in self._below_loops or self._loops.closes(edge)

    def _fork(
        self,
        node: str,
        onward: Mapping[str, ControlEdge],
        continued: ControlEdge | None,
        work: list[str],
        below: str | None,
        nest: Nest,
    ) -> Sequence[Step]:
        """A node with arms; the way that is `continued` goes on below them."""
        if node in self.default_arms:
            continued = onward[DEFAULT]
        rest = () if continued is None else self._go(continued, work)
        after = rest[0].node if rest else work[-1] if work else below
        there = None if continued is None else continued.to_node
        arms = {
            branch: () if edge.to_node == there else self._arm(edge, after, nest)
            for branch, edge in onward.items()
        }
        return (Visit(node, arms), *rest)

    def _continued(
        self, onward: Mapping[str, ControlEdge], after: str | None, nest: Nest
    ) -> ControlEdge | None:
        """The way that goes on below its fork instead of in an arm, so that arms nest as little as
        can be. No other way may then lead on to `after` past it, unless a loop around says so."""
        chosen = self._main_way(onward, nest)
        if chosen is None or after is None or after in nest.said:
            return chosen
        past = (edge for edge in onward.values() if edge is not chosen)
        return None if any(self._leads(edge, after) for edge in past) else chosen

    def _main_way(self, onward: Mapping[str, ControlEdge], nest: Nest) -> ControlEdge | None:
        """The way of `next`, else the one with more nodes than all others together; but an arm
        that would only say to go on below is nested while there is room."""
        own = {branch: edge for branch, edge in onward.items() if not self._stands_elsewhere(edge)}
        if NEXT in own:
            return own[NEXT]
        sizes = {branch: self._sizes[edge.to_node] for branch, edge in own.items()}
        total = sum(sizes.values())
        main = next((branch for branch, size in sizes.items() if 2 * size > total), None)
        if main is None or (main != DEFAULT and nest.depth < ROOMY):
            return None
        return own[main]

    def _leads(self, edge: ControlEdge, after: str) -> bool:
        """Whether the way that begins with an edge gets to `after` without another's help."""
        if self._stands_elsewhere(edge):
            return edge.to_node == after
        first, last = self.graph.dominator_intervals[edge.to_node]
        entries = self._entries(after)
        return bisect_left(entries, first) < bisect_right(entries, last)

    def _entries(self, node: str) -> list[int]:
        """The places of the nodes that lead to a node, in the order of dominators."""
        if node not in self._places:
            intervals = self.graph.dominator_intervals
            edges = self.graph.in_edges[node]
            self._places[node] = sorted(intervals[edge.from_node][0] for edge in edges)
        return self._places[node]

    def _arm(self, edge: ControlEdge, after: str | None, nest: Nest) -> tuple[Step, ...]:
        target = edge.to_node
        if self._stands_elsewhere(edge):
            return (Jump(target),)
        if nest.depth == DEEPEST:
            return (self._postpone(target),)
        return self._sequence(target, after, nest.arm())

    def _postpone(self, node: str) -> Jump:
        self._postponed.append(node)
        return Jump(node)

    # Loops ----------------------------------------------------------------------------------------

    def _loop(self, head: str, after: str | None, nest: Nest, work: list[str]) -> Step:
        """A loop; what stands below it is put on `work`."""
        if nest.depth == DEEPEST:
            return self._postpone(head)
        follow = self._follow(head, after, nest)
        if follow is not None:
            self._below_loops.add(follow)
            work.append(follow)
            after = follow
        return Repeat(head, self._sequence(head, head, nest.loop(head, after), opened=head))

    def _follow(self, head: str, after: str | None, nest: Nest) -> str | None:
        """The node to stand below a loop, of those to which control leaves it; None if all stand
        in the loop, so that `break` leads to what follows anyway, `after`.

        Several ways out that meet in `after` must all leave by `break`, unless a loop around says
        it. Else the last join stands below, where the ways out meet; else the largest part.
        """
        exits = [node for node in self._exits[head] if node not in self._below_loops]
        ways = [] if after is None else self._ways_out(head, after, exits)
        if ways and after not in nest.said:
            return ways[0] if len(ways) == 1 else None
        joins = [node for node in exits if self._is_join[node]]
        if joins:
            return joins[-1]
        if ways:
            return ways[0] if len(ways) == 1 else None
        largest = max(reversed(exits), key=self._sizes.__getitem__, default=None)
        return largest if largest is not None and self._sizes[largest] else None

    def _ways_out(self, head: str, after: str, exits: Sequence[str]) -> list[str | None]:
        """The different ways on which control gets from a loop to `after`, two of them at most:
        the exit that dominates the last node on the way; None: straight out of the loop."""
        intervals = self.graph.dominator_intervals
        entries = self._entries(after)
        first, last = intervals[head]
        by_place = sorted((intervals[node], node) for node in exits)
        found: dict[str | None, None] = {}
        for entry in entries[bisect_left(entries, first) : bisect_right(entries, last)]:
            at = bisect_right(by_place, entry, key=lambda item: item[0][0]) - 1
            inside = at >= 0 and entry <= by_place[at][0][1]
            found[by_place[at][1] if inside else None] = None
            if len(found) == 2:
                break
        return list(found)
