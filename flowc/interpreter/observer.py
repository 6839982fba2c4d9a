"""Who watches a run: told of each node as it begins and ends, and never able to change a thing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from flowc.ir.flow import Flow
from flowc.ir.nodes import Node


class Observer(Protocol):
    """Watches one run of one flow."""

    def begin(self, node: Node, inputs: Mapping[str, object]) -> Observation:
        """A node begins. `inputs` are the values that have reached it, not yet converted."""


class Observation(Protocol):
    """Watches one run of one node, of which either :meth:`end` or :meth:`failed` is the last."""

    def inside(self, flow: Flow, item: int | None) -> Observer:
        """The node runs a subflow; `item` counts from 0 where it runs several. Subflows of Parallel
        nodes run in threads of their own."""

    def end(self, outputs: Mapping[str, object], branch: str) -> None:
        """The node has ended."""

    def failed(self, error: BaseException) -> None:
        """The node has failed, or the run ends inside it."""
