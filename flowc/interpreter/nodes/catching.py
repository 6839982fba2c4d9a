"""CatchExceptionNode: a subflow whose failure is a branch (SEMANTICS 24)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.interpreter.defaults import default_of
from flowc.interpreter.nodes.step import Executor, Step
from flowc.ir.nodes import CAUGHT, CAUGHT_INFO, CatchExceptionNode

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk
    from flowc.interpreter.wiring import Wiring


class CatchingExecutor(Executor[CatchExceptionNode]):
    """Runs the subflow. If it fails, the outputs are the node's defaults, else the subflow's, and
    why it failed. An error of the node's own inputs is the node's, and not caught."""

    def __init__(self, node: CatchExceptionNode, wiring: Wiring) -> None:
        super().__init__(node, wiring)
        outputs = wiring.subflow(node.subflow).effective_outputs()
        self._inner = {item.title: item for item in outputs}

    def run(self, walk: Walk) -> Step:
        """The step of the subflow's end, or the one that a failure is."""
        inputs = walk.values(self.inputs)
        try:
            outputs, branch = walk.run_subflow(self.node, self.node.subflow, inputs)
        except Exception as error:
            info = str(error) or type(error).__name__
            return {**self._defaults(), CAUGHT_INFO: info}, CAUGHT
        return {**outputs, CAUGHT_INFO: None}, branch

    def _defaults(self) -> dict[str, object]:
        """The outputs of a subflow that failed; one without any default is not written."""
        found: dict[str, object] = {}
        for item in self.node.outputs:
            inner = self._inner.get(item.title)
            if item.has_default:
                found[item.title] = default_of(item)
            elif inner is not None and inner.has_default:
                found[item.title] = default_of(inner)
        return found
