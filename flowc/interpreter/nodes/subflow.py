"""FlowNode: a fresh run of the subflow; its branch is that of the end reached (SEMANTICS 21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.interpreter.nodes.step import Executor, Step
from flowc.ir.nodes import FlowNode

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk


class SubflowExecutor(Executor[FlowNode]):
    """Runs the subflow on the node's inputs; its outputs and its branch are the node's."""

    def run(self, walk: Walk) -> Step:
        """The step of the subflow's end."""
        return walk.run_subflow(self.node, self.node.subflow, walk.values(self.inputs))
