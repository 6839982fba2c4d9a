"""The limit of how many nodes one run runs (SEMANTICS 2)."""

from __future__ import annotations

from itertools import count

from flowc import faults
from flowc.ir.flow import Flow
from flowc.ir.nodes import Node


class Steps:
    """Counts the nodes that run, in all flows of one run together, whatever thread they run in."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._numbers = count(1)

    def count(self, flow: Flow, node: Node) -> None:
        """One more node runs; StepLimit, which names `node`, if that is one too many."""
        if next(self._numbers) > self._limit:
            raise faults.STEP_LIMIT.error(limit=self._limit, flow=flow.name, node=node.name)
