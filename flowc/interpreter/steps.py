"""The count of node runs, and its limit (SEMANTICS 2)."""

from __future__ import annotations

from flowc import faults
from flowc.ir.flow import Flow
from flowc.ir.nodes import Node


class Steps:
    """Counts the nodes that run, in all flows of one run together."""

    def __init__(self, limit: int | None) -> None:
        self._limit = limit
        self._count = 0

    def count(self, flow: Flow, node: Node) -> None:
        """One more node runs; StepLimit, which names `node`, if that is one too many."""
        self._count += 1
        if self._limit is not None and self._count > self._limit:
            raise faults.STEP_LIMIT.error(limit=self._limit, flow=flow.name, node=node.name)
