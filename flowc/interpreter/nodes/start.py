"""StartNode: its outputs are the flow's inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.interpreter.nodes.step import Step
from flowc.ir.nodes import StartNode

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk


def run_start(walk: Walk, node: StartNode) -> Step:
    """Give the flow's inputs, converted before the first node (SEMANTICS 9)."""
    return Step(walk.inputs)
