"""How a node runs: its executor is made when it first runs, and gives a step each time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from flowc.ir.nodes import Node

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk
    from flowc.interpreter.wiring import Wiring

NodeKind = TypeVar("NodeKind", bound=Node)

Step: TypeAlias = tuple[Mapping[str, object], str]
"""What the run of a node gives: the outputs that it has, by title, and the branch that it takes."""


class Executor(ABC, Generic[NodeKind]):
    """Runs one node of a flow, as often as control comes to it. What is the same each time is
    worked out when it is made; what is not, it finds in the walk."""

    def __init__(self, node: NodeKind, wiring: Wiring) -> None:
        self.node = node
        self.inputs = wiring.inputs(node)

    @abstractmethod
    def run(self, walk: Walk) -> Step:
        """Run the node: its inputs are read from the walk."""
