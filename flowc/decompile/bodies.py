"""Flows' bodies: statements in the places that the layout gives them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flowc.decompile import make
from flowc.decompile.branching import branching
from flowc.decompile.labels import loop_labels
from flowc.decompile.make import NOWHERE
from flowc.decompile.scope import FlowScope
from flowc.decompile.statements import call, message, return_
from flowc.decompile.steps import Jump, Repeat, Step, every
from flowc.ir.nodes import (
    CAUGHT,
    BranchingNode,
    CatchExceptionNode,
    EndNode,
    InputMessageNode,
    Node,
    OutputMessageNode,
)
from flowc.ir.notation import is_plain
from flowc.syntax import tree as t

Arms = Mapping[str, tuple[Step, ...]]


def body(scope: FlowScope, mentioned: frozenset[str]) -> tuple[t.Statement, ...]:
    """The statements of a flow. `mentioned` are the nodes that `edges` entries name; in a flow by
    edges the lines are in document order and carry no control."""
    layout = scope.layout
    if layout.steps is None:
        writer = _Writer(scope, frozenset(scope.nodes), {})
        nodes = [scope.nodes[id_] for id_ in layout.nodes]
        return tuple(
            writer.statement(node, dict.fromkeys(layout.arms.get(node.id, ()), ()))
            for node in nodes
        )
    jumps = [step for step in every(layout.steps) if isinstance(step, Jump)]
    targets = frozenset(step.node for step in jumps if step.word == "goto")
    heads = dict.fromkeys(step.loop for step in jumps if step.loop is not None)
    loops = loop_labels(scope.flow, scope.labels, heads)
    return _Writer(scope, mentioned | targets, loops).lines(layout.steps)


class _Writer:
    """Writes statements; ends that are in `labelled` get a label, and so do `loops`."""

    def __init__(
        self, scope: FlowScope, labelled: frozenset[str], loops: Mapping[str, str]
    ) -> None:
        self.scope = scope
        self.labelled = labelled
        self.loops = loops

    def lines(self, steps: Sequence[Step]) -> tuple[t.Statement, ...]:
        """The statements of some steps."""
        return tuple(map(self._line, steps))

    def _line(self, step: Step) -> t.Statement:
        match step:
            case Jump():
                return self._jump(step)
            case Repeat(head, inner):
                block = make.block(self.lines(inner))
                return t.Loop(name=self._loop_name(head), body=block, span=NOWHERE)
            case _:
                return self.statement(self.scope.nodes[step.node], step.arms or {})

    def _jump(self, jump: Jump) -> t.Statement:
        match jump.word:
            case "break":
                return t.Break(target=self._loop_name(jump.loop), span=NOWHERE)
            case "continue":
                return t.Continue(target=self._loop_name(jump.loop), span=NOWHERE)
        return make.goto(self.scope.labels[jump.node])

    def _loop_name(self, head: str | None) -> t.Name | None:
        """The label of a loop; None if it needs none."""
        return None if head is None or head not in self.loops else make.name(self.loops[head])

    def statement(self, node: Node, arms: Arms) -> t.Statement:
        """The statement of a node, with what follows its branches."""
        match node:
            case EndNode():
                return return_(node, self.scope, labelled=node.id in self.labelled)
            case BranchingNode():
                bodies = {branch: self._block(steps) for branch, steps in arms.items()}
                return branching(node, self.scope, bodies)
            case InputMessageNode():
                return message(node, self.scope)
            case OutputMessageNode() if node.message is not None:
                return message(node, self.scope)
        return call(node, self.scope, [self._arm(node, *arm) for arm in arms.items()])

    def _arm(self, node: Node, branch: str, steps: tuple[Step, ...]) -> t.Arm:
        return t.Arm((_branch_pattern(node, branch),), None, self._block(steps), span=NOWHERE)

    def _block(self, steps: Sequence[Step]) -> t.Block:
        """The body of an arm; one short statement needs no braces."""
        lines = self.lines(steps)
        short = (t.Goto, t.Break, t.Continue, t.Return, t.Call, t.Say)
        return make.block(lines, braces=not (len(lines) == 1 and isinstance(lines[0], short)))


def _branch_pattern(node: Node, branch: str) -> t.Literal | t.Name:
    """A branch as an arm of a call names it: `catch` is a caught exception; an identifier where
    it is one, else a string."""
    catches = isinstance(node, CatchExceptionNode)
    if catches and branch == CAUGHT:
        return make.name("catch")
    bare = is_plain(branch) and not (catches and branch == "catch")
    return make.name(branch) if bare else make.scalar(branch)
