"""FlowNode: a fresh run of the subflow; its branch is that of the end reached (SEMANTICS 21)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from flowc.interpreter.nodes.step import Step
from flowc.ir.flow import Flow
from flowc.ir.nodes import FlowNode

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk


def run_subflow(walk: Walk, node: FlowNode) -> Step:
    """Run the subflow on the node's inputs; its outputs and its branch are the node's."""
    inputs = {item.title: walk.value(node, item) for item in node.inputs}
    flow = cast(Flow, walk.context.document.flow(node.subflow.id))
    outcome = walk.run_subflow(flow, inputs)
    return Step(outcome.outputs, outcome.branch)
