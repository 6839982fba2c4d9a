"""Random control: nodes without inputs yet, and the edges between them.

Statements are drawn as a program has them (calls, `match`, `if`, loops, subflows with branches,
`return`, `goto`), so every node can be reached and reaches an end. Jumps forward go anywhere,
into loops too, which makes irreducible graphs. Every edge backwards hangs on a counter tool that
says `again` a few times only, so every flow ends.
"""

from __future__ import annotations

from flowc.ir.flow import ControlEdge
from flowc.ir.nodes import DEFAULT, NEXT
from flowc.ir.types import Property
from flowc.records import dataclass, field
from flowc.testing.drafts import Draft
from flowc.testing.extras import Extra
from flowc.testing.library import BRANCHES, NODE_NAMES, Library

Exit = tuple[str, str]
"""A node's id and one of its branches, from which control has still to go somewhere."""
EXTRAS = 28
"""In how many of a hundred statements a node of another kind is tried, where there are such."""


@dataclass(slots=True)
class Control:
    """Draws the control of one flow. `nodes` begins with the start; `jumps` are exits whose targets
    are drawn last, each with the number of the first node that may be one. `extras` are the node
    kinds that the flow may have beside tools, switches and subflows; with `is_numeric` its first
    output is a number. `loops` is how many loops are open."""

    library: Library
    flow_id: str
    inputs: tuple[Property, ...]
    extras: tuple[Extra, ...] = ()
    is_numeric: bool = False
    loops: int = 0
    nodes: list[Draft] = field(default_factory=list)
    edges: list[ControlEdge] = field(default_factory=list)
    jumps: list[tuple[Exit, int]] = field(default_factory=list)
    pending: list[Exit] = field(default_factory=list)

    def build(self, size: int, *, split: bool) -> None:
        """Draws everything into `nodes` and `edges`: `size` statements in the outermost block, and
        with `split` one more that makes a second end sure."""
        self.add("start", outputs=self.inputs)
        self._block(2, size)
        if split:
            self._split()
        self._end()
        for exit_, first in self.jumps:
            self._jump(exit_, first)

    def add(self, name: str = "", **parts: object) -> Draft:
        """A new node, to which all pending exits lead."""
        if not name:
            name = self.library.new_name(NODE_NAMES, len(self.nodes) - 1)
        draft = Draft(f"{self.flow_id}/{len(self.nodes)}", name, **parts)  # type: ignore[arg-type]
        for exit_ in self.pending:
            self._edge(exit_, draft.id)
        self.nodes.append(draft)
        self.pending = [(draft.id, branch) for branch in draft.branches]
        return draft

    def _edge(self, exit_: Exit, target: str) -> None:
        node, branch = exit_
        self.edges.append(
            ControlEdge(
                from_node=node, from_branch=None if branch == NEXT else branch, to_node=target
            )
        )

    def _block(self, depth: int, size: int) -> None:
        for _ in range(size):
            self._statement(depth)

    def _statement(self, depth: int) -> None:
        choices = self.library.choices
        tried = self.extras and len(self.nodes) <= 14 and choices.chance(EXTRAS)
        if tried and choices.pick(self.extras)(self, depth):
            return
        kind = choices.count(0, 19)
        if self.library.side_by_side and kind >= 15:
            kind = 0
        if kind < 7 or depth <= 0 or len(self.nodes) > 14:
            self._call()
        elif kind < 10:
            self._match(depth)
        elif kind < 12:
            self._if(depth)
        elif kind < 15:
            self._subflow(depth)
        elif kind < 16:
            self._tested_loop(depth)
        elif kind < 18:
            self._repeated_loop(depth)
        else:
            self._counted_jump()

    def _call(self) -> None:
        tool = self.library.tool()
        self.add(tool=tool, outputs=tool.outputs)

    def _match(self, depth: int) -> None:
        choices = self.library.choices
        arms = [f"arm{number}" for number in range(choices.count(1, 3))]
        # The keys are settled with the subject's type (flowc.testing.data).
        draft = self.add(branches=(*arms, DEFAULT), mapping=dict.fromkeys(arms, ""))
        exits = self.pending
        if choices.chance(12) and choices.dialect.missing_edges:
            exits = exits[:-1]
        self.arms(exits, depth)
        draft.mapping = {arm: arm for arm in arms}

    def _split(self) -> None:
        """A `match` with one arm, which returns."""
        self.add(branches=("arm0", DEFAULT), mapping={"arm0": "arm0"})
        *arm, rest = self.pending
        self.pending = arm
        self._end()
        self.pending = [rest]

    def _if(self, depth: int) -> None:
        self.add(branches=("true", DEFAULT), mapping={"true": "true"})
        self.arms(self.pending, depth)

    def _subflow(self, depth: int) -> None:
        flow = self.library.flow()
        if flow is None:
            self._call()
            return
        self.add(flow=flow, outputs=flow.effective_outputs(), branches=flow.branches)
        if len(flow.branches) > 1:
            self.arms(self.pending, depth)

    def arms(self, exits: list[Exit], depth: int) -> None:
        """What follows each exit; control goes on below after at least one of them. At the
        innermost depth nothing follows but what is below."""
        if depth <= 0:
            return
        choices = self.library.choices
        goes_on = choices.count(0, len(exits) - 1)
        joined: list[Exit] = []
        for number, exit_ in enumerate(exits):
            self.pending = [exit_]
            self._block(depth - 1, choices.pick((0, 1, 1, 2)))
            if number != goes_on:
                self._leave()
            joined += self.pending
        self.pending = joined

    def _leave(self) -> None:
        """Perhaps a `return` or a `goto` at the end of an arm."""
        way = self.library.choices.count(0, 9)
        if way >= 8:
            self._end()
        elif way >= 5 and len(self.pending) == 1:
            self.jumps.append((self.pending[0], len(self.nodes)))
            self.pending = []

    def _end(self) -> None:
        branch = self.library.choices.pick(BRANCHES)
        name = f"end {len(self.nodes)}"
        self.add(name, branches=(), end_branch=None if branch == NEXT else branch)

    def _counted_switch(self) -> tuple[Exit, list[Exit]]:
        """A counter and a switch on it: the exit for `again`, and the one for no more."""
        tool, again = self.library.counter()
        counter = self.add(tool=tool, outputs=tool.outputs)
        switch = self.add(branches=("again", DEFAULT), mapping={again: "again"})
        switch.feeder = counter.id
        return self.pending[0], self.pending[1:]

    def _tested_loop(self, depth: int) -> None:
        """`loop { more = counter()  match more { again => …  else => break } }`"""
        head = len(self.nodes)
        again, done = self._counted_switch()
        self.pending = [again]
        self._body(depth)
        for exit_ in self.pending:
            self._edge(exit_, self.nodes[head].id)
        self.pending = done

    def _repeated_loop(self, depth: int) -> None:
        """`loop { …  more = counter()  match more { again => {}  else => break } }`"""
        head = len(self.nodes)
        self._body(depth)
        again, self.pending = self._counted_switch()
        self._edge(again, self.nodes[head].id)

    def _body(self, depth: int) -> None:
        """The statements of a loop."""
        self.loops += 1
        self._block(depth - 1, self.library.choices.count(1, 2))
        self.loops -= 1

    def _counted_jump(self) -> None:
        again, self.pending = self._counted_switch()
        self.jumps.append((again, 1))

    def _jump(self, exit_: Exit, first: int) -> None:
        """An edge to any node from the `first` on: without a counter, only to what comes below. The
        switch of a counter is left out: it must not be entered past its counter."""
        targets = [node for node in self.nodes[first:] if node.feeder is None]
        self._edge(exit_, self.library.choices.pick(targets).id)
        self.library.shapes.add("goto")
