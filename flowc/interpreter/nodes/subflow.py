"""FlowNode: a fresh run of the subflow; its branch is that of the end reached (SEMANTICS 21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.interpreter.nodes.step import Step
from flowc.ir.nodes import FlowNode

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk


def run_subflow(walk: Walk, node: FlowNode) -> Step:
    """Run the subflow on the node's inputs; its outputs and its branch are the node's."""
    outcome = walk.run_subflow(node, node.subflow, walk.inputs_of(node))
    return Step(outcome.outputs, outcome.branch)
