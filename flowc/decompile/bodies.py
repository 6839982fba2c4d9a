"""Flows' bodies: statements in the places that the skeleton gives them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flowc.decompile import make
from flowc.decompile.branching import branching
from flowc.decompile.make import NOWHERE
from flowc.decompile.scope import FlowScope
from flowc.decompile.skeleton import Jump, Layout, Step, jump_targets
from flowc.decompile.statements import call, message, return_
from flowc.ir.nodes import (
    CAUGHT,
    DEFAULT,
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
    if scope.by_edges:
        nodes = [node for node in scope.nodes.values() if node.id != scope.flow.start_node]
        writer = _Writer(scope, frozenset(scope.nodes))
        return tuple(writer.statement(node, dict.fromkeys(node.branches, ())) for node in nodes)
    forks = frozenset(node.id for node in scope.flow.nodes if scope.is_fork(node))
    default_arms = frozenset(
        node.id
        for node in scope.flow.nodes
        if isinstance(node, BranchingNode) and DEFAULT in node.mapping.values()
    )
    steps = Layout(scope.graph, forks, default_arms).run()
    return _Writer(scope, mentioned | jump_targets(steps)).lines(steps)


class _Writer:
    """Writes statements; ends that are in `labelled` get a label."""

    def __init__(self, scope: FlowScope, labelled: frozenset[str]) -> None:
        self.scope = scope
        self.labelled = labelled

    def lines(self, steps: Sequence[Step]) -> tuple[t.Statement, ...]:
        """The statements of some steps."""
        return tuple(
            make.goto(self.scope.labels[step.node])
            if isinstance(step, Jump)
            else self.statement(self.scope.nodes[step.node], step.arms or {})
            for step in steps
        )

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
        return call(node, self.scope, self._arms(node, arms) if self.scope.is_fork(node) else ())

    def _arms(self, node: Node, arms: Arms) -> Sequence[t.Arm]:
        return [
            t.Arm(
                (_branch_pattern(node, branch),),
                None,
                self._block(arms.get(branch, ())),
                span=NOWHERE,
            )
            for branch in dict.fromkeys(node.branches)
        ]

    def _block(self, steps: Sequence[Step]) -> t.Block:
        """The body of an arm; one short statement needs no braces."""
        lines = self.lines(steps)
        alone = len(lines) == 1 and isinstance(lines[0], (t.Goto, t.Return, t.Call, t.Say))
        return make.block(lines, braces=not alone)


def _branch_pattern(node: Node, branch: str) -> t.Literal | t.Name:
    """A branch as an arm of a call names it: `catch` is a caught exception; an identifier where
    it is one, else a string."""
    catches = isinstance(node, CatchExceptionNode)
    if catches and branch == CAUGHT:
        return make.name("catch")
    bare = is_plain(branch) and not (catches and branch == "catch")
    return make.name(branch) if bare else make.scalar(branch)
