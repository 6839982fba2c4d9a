"""What the run of a node gives: its outputs, and the branch it takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, TypeVar

from flowc.ir.nodes import NEXT, Node
from flowc.records import dataclass, field

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk

NodeKind = TypeVar("NodeKind", bound=Node, contravariant=True)


@dataclass(frozen=True, slots=True)
class Step:
    """The outputs that a node has, by title, and the branch that it takes."""

    outputs: Mapping[str, object] = field(default_factory=dict)
    branch: str = NEXT


class Executor(Protocol[NodeKind]):
    """Runs a node of one kind: it reads the node's inputs from the walk, and gives a step."""

    def __call__(self, walk: Walk, node: NodeKind, /) -> Step: ...
