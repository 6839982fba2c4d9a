"""Control flow as nested statements: from a graph of nodes to sequences, choices and loops.

A region is everything that control does from a node until it falls out at the region's `follow`.
The dominator tree says what stands where: a node with one way in stands in the arm that leads to
it, a node where ways meet stands below the choice that dominates it, and a loop's exit stands below
the loop (Ramsey, "Beyond Relooper"). A way on is then nothing at all (falling through), `continue`,
`break` or a return.

What no Python statement can do - irreducible loops, a leap over a join, a break out of two loops,
too deep nesting - becomes a jump, and the flow a state machine whose states are the jumps' targets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from flowc.ir.graph import FlowGraph
from flowc.python.loops import Loops
from flowc.records import dataclass, field

MAX_DEPTH = 8
"""Statements nested deeper than this are hard to read, and 20 loops or 99 `if`s are an error."""


@dataclass(frozen=True, slots=True)
class Run:
    """Do what the node does."""

    node: str


@dataclass(frozen=True, slots=True)
class Choose:
    """One of several ways on after a node: the branches of each arm, and what it does. A branch
    that no arm has falls through."""

    node: str
    arms: tuple[tuple[tuple[str, ...], Block], ...]


@dataclass(frozen=True, slots=True)
class While:
    """Do the body, which begins with the node `head`, again and again."""

    head: str
    body: Block


@dataclass(frozen=True, slots=True)
class Break:
    """Leave the innermost loop."""


@dataclass(frozen=True, slots=True)
class Continue:
    """Begin the innermost loop's body again."""


@dataclass(frozen=True, slots=True)
class Return:
    """Leave the flow at the EndNode."""

    node: str


@dataclass(frozen=True, slots=True)
class NoWay:
    """The node took a branch that leads nowhere: an error."""

    node: str
    branch: str


@dataclass(frozen=True, slots=True)
class Jump:
    """Go on with another state of the state machine."""

    target: str


Statement: TypeAlias = Run | Choose | While | Break | Continue | Return | NoWay | Jump
Block: TypeAlias = list[Statement]


@dataclass(frozen=True, slots=True)
class Structure:
    """A flow's statements; with `states`, the first ones end in a jump to one of them."""

    block: Block
    states: dict[str, Block] = field(default_factory=dict)

    @property
    def loops(self) -> int:
        """How many loops there are; the state machine is one."""
        blocks = [self.block, *self.states.values()]
        return bool(self.states) + sum(map(_loops, blocks))


Ways = list[tuple[tuple[str, ...], str | None]]
"""The ways on from a node: branches, and the node they lead to. The last one is "else"."""


def structure(
    graph: FlowGraph, ways: Callable[[str], Ways], is_end: Callable[[str], bool]
) -> Structure:
    """The statements of a flow. Every node that control reaches occurs; ends may occur twice."""
    loops = Loops(graph)
    cuts = set(loops.irreducible)
    merges = {node for node in graph.reverse_postorder if loops.forward_entries(node) > 1}
    for attempt in range(6):
        if attempt == 5:
            cuts |= merges | set(loops.heads)
        found = _Attempt(graph, loops, merges, cuts, ways, is_end)
        if found.is_complete:
            return found.result()
        cuts |= found.new_cuts
    while True:
        found = _Attempt(graph, loops, merges, cuts, ways, is_end)
        if found.is_complete:
            return found.result()
        cuts |= found.new_cuts


@dataclass(slots=True)
class _Loop:
    head: str
    exit: str | None
    outer: _Loop | None
    is_left: bool = False


class _Attempt:
    """One try, with the targets of jumps known so far. `new_cuts` are further ones it found."""

    def __init__(
        self,
        graph: FlowGraph,
        loops: Loops,
        merges: set[str],
        cuts: set[str],
        ways: Callable[[str], Ways],
        is_end: Callable[[str], bool],
    ) -> None:
        self._graph = graph
        self._loops = loops
        self._merges = merges
        self._cuts = set(cuts)
        self._ways = ways
        self._is_end = is_end
        self._exits: set[str] = set()
        self.new_cuts: set[str] = set()
        self._work: list[str] = []
        start = graph.flow.start_node
        self._states: dict[str, Block] = {}
        self._seen = {start}
        self._first = self._region(start, None, None, 0)[0]
        while self._work:
            head = self._work.pop()
            self._states[head] = self._region(head, None, None, 2)[0]

    @property
    def is_complete(self) -> bool:
        """Whether no jump leads to a node that stands inside another region."""
        return not self.new_cuts

    def result(self) -> Structure:
        """The finished statements, states in the order of the flow."""
        if not self._states:
            return Structure(self._first)
        states = dict(self._states)
        first = self._first
        if not _only_jumps_at_its_end(first):
            start = self._graph.flow.start_node
            states[start] = first
            first = [Jump(start)]
        order = sorted(states, key=self._graph.position.__getitem__)
        return Structure(first, {head: states[head] for head in order})

    # Regions ------------------------------------------------------------------------------------

    def _region(
        self, node: str, follow: str | None, loop: _Loop | None, depth: int
    ) -> tuple[Block, bool]:
        """The statements from `node` on, and whether they fall through to `follow`."""
        block: Block = []
        chain: list[str] = []
        fallen: set[str] = set()
        body_of = loop.head if loop is not None and loop.head == node else None
        current: str | None = node
        while current is not None:
            if current in self._loops.heads and current not in self._cuts and current != body_of:
                if depth > MAX_DEPTH:
                    self._jump(block, current, loop)
                    break
                after = self._while(block, current, chain[-1] if chain else follow, loop, depth)
            else:
                body_of = None
                after = self._node(block, current, chain, follow, loop, depth, fallen)
            if after is not None and after == (chain[-1] if chain else follow):
                fallen.add(after)
                after = None
            while after is None and chain:
                joined = chain.pop()
                if joined in fallen:
                    after = joined
            current = after
        return block, follow is not None and follow in fallen

    def _node(
        self,
        block: Block,
        node: str,
        chain: list[str],
        follow: str | None,
        loop: _Loop | None,
        depth: int,
        fallen: set[str],
    ) -> str | None:
        """Add the node and its ways on; give the node with which the region goes on, or the follow
        that control falls through to, or None if it left."""
        if self._is_end(node):
            block.append(Return(node))
            return None
        block.append(Run(node))
        ways = self._ways(node)
        if len(ways) == 1:
            return self._go(block, node, ways[0], chain[-1] if chain else follow, loop, depth, True)
        joins = [
            child
            for child in self._loops.children(node)
            if child in self._merges and child not in self._cuts and child not in self._exits
        ]
        chain.extend(reversed(joins))
        inner_follow = chain[-1] if chain else follow
        arms: list[tuple[tuple[str, ...], Block]] = []
        falls = False
        *named, last = self._leaf_first(ways, inner_follow, loop)
        for way in named:
            arm, arm_falls = self._arm(node, way, inner_follow, loop, depth)
            arms.append((way[0], arm))
            falls = falls or arm_falls
        if not falls:
            block.append(Choose(node, tuple(arms)))
            return self._go(block, node, last, inner_follow, loop, depth, True)
        arm, arm_falls = self._arm(node, last, inner_follow, loop, depth)
        arms.append((last[0], arm))
        block.append(Choose(node, tuple(arms)))
        return inner_follow

    def _leaf_first(self, ways: Ways, follow: str | None, loop: _Loop | None) -> Ways:
        """Of two ways, one that leaves at once goes first: what follows then needs no `else`."""
        leaves = [target != follow and self._leaves(target, loop) for _, target in ways]
        return ways[::-1] if leaves == [False, True] else ways

    def _leaves(self, target: str | None, loop: _Loop | None) -> bool:
        if target is None or self._is_end(target):
            return True
        return loop is not None and target in (loop.head, loop.exit) and target not in self._cuts

    def _arm(
        self,
        node: str,
        way: tuple[tuple[str, ...], str | None],
        follow: str | None,
        loop: _Loop | None,
        depth: int,
    ) -> tuple[Block, bool]:
        block: Block = []
        target = self._go(block, node, way, follow, loop, depth + 1, depth < MAX_DEPTH)
        if target is None:
            return block, False
        if target == follow:
            return block, True
        inner, falls = self._region(target, follow, loop, depth + 1)
        return block + inner, falls

    def _go(
        self,
        block: Block,
        node: str,
        way: tuple[tuple[str, ...], str | None],
        follow: str | None,
        loop: _Loop | None,
        depth: int,
        may_nest: bool,
    ) -> str | None:
        """Add the statement that takes a way on, if it needs one: then None. Else the node that
        control goes on to: the follow, or one that stands here and nowhere else."""
        branches, target = way
        if target is None:
            block.append(NoWay(node, branches[-1]))
            return None
        if target == follow and target not in self._cuts:
            return target
        if target not in self._cuts:
            if loop is not None and target == loop.head:
                block.append(Continue())
                return None
            if loop is not None and target == loop.exit:
                loop.is_left = True
                block.append(Break())
                return None
            if self._stands_below(node, target):
                if may_nest or self._is_end(target):
                    return target
                self._add_state(target)
        if self._is_end(target):
            block.append(Return(target))
        else:
            self._jump(block, target, loop)
        return None

    def _stands_below(self, node: str, target: str) -> bool:
        """Whether the way from `node` is the only way into `target`, back edges aside."""
        return (
            target not in self._merges
            and target not in self._exits
            and self._graph.immediate_dominators.get(target) == node
        )

    def _jump(self, block: Block, target: str, loop: _Loop | None) -> None:
        if target not in self._cuts:
            self.new_cuts.add(target)
        self._add_state(target)
        while loop is not None:
            self.new_cuts.add(loop.head)
            loop = loop.outer
        block.append(Jump(target))

    def _add_state(self, target: str) -> None:
        self._cuts.add(target)
        if target not in self._seen:
            self._seen.add(target)
            self._work.append(target)

    # Loops --------------------------------------------------------------------------------------

    def _while(
        self, block: Block, head: str, follow: str | None, outer: _Loop | None, depth: int
    ) -> str | None:
        """Add the loop of which `head` is the head; give the node with which control goes on."""
        loop = _Loop(head, self._exit_of(head, follow), outer)
        if loop.exit is not None and self._graph.dominates(head, loop.exit):
            self._exits.add(loop.exit)
        body, _ = self._region(head, head, loop, depth + 1)
        block.append(While(head, body))
        if not loop.is_left or loop.exit is None:
            return None
        if loop.exit == follow or self._graph.dominates(head, loop.exit):
            return loop.exit
        return self._go(block, head, ((), loop.exit), follow, outer, depth, True)

    def _exit_of(self, head: str, follow: str | None) -> str | None:
        """The node that stands below the loop. Other exits stand inside it, and must not come back
        to what is below."""
        outward = [node for node in self._loops.exits_outward(head) if node not in self._cuts]
        if outward:
            return follow if follow in outward else outward[0]
        dominated = [node for node in self._loops.exits_below(head) if node not in self._cuts]
        large = [node for node in dominated if node in self._merges or not self._is_end(node)]
        joins = [node for node in large if node in self._merges]
        if joins:
            return joins[-1]
        return large[-1] if large else follow


def _loops(block: Block) -> int:
    """How many loops there are in a block, at any depth."""
    found = 0
    for statement in block:
        match statement:
            case While(_, body):
                found += 1 + _loops(body)
            case Choose(_, arms):
                found += sum(_loops(arm) for _, arm in arms)
    return found


def _only_jumps_at_its_end(block: Block) -> bool:
    """Whether the statements can stand before the state machine."""
    return isinstance(block[-1], Jump) and not any(
        isinstance(statement, (Choose, While)) for statement in block
    )
