"""StartNode: its outputs are the flow's inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.interpreter.nodes.step import Executor, Step
from flowc.ir.nodes import NEXT, StartNode

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk


class StartExecutor(Executor[StartNode]):
    """Gives the flow's inputs, converted before the first node (SEMANTICS 9)."""

    def run(self, walk: Walk) -> Step:
        """The flow's inputs."""
        return walk.inputs, NEXT
