"""Nodes in the making: what control knows of them before their inputs are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from flowc.ir.flow import Flow
from flowc.ir.nodes import NEXT, Node
from flowc.ir.types import Property, Type
from flowc.records import dataclass, field
from flowc.testing.tool_drafts import Tool

if TYPE_CHECKING:
    from flowc.testing.data import Data


@dataclass(frozen=True, slots=True)
class Source:
    """An output that can feed an input: of a node that may have run before, must have (`sure`), or
    cannot have run before the first time (`late`)."""

    node: str
    title: str
    type: Type
    sure: bool
    late: bool


class Work(Protocol):
    """What a node does that is no start, end, switch, tool or subflow."""

    def node(self, draft: Draft, data: Data, sources: list[Source]) -> Node:
        """The finished node; `data` draws its inputs, from `sources`."""


@dataclass(slots=True)
class Draft:
    """A node whose inputs are not drawn yet. What it runs (nothing: a start, an end or a switch)
    is in `tool`, `flow` or `work`; a node that must not be entered past the one before it, which
    feeds it, has that one in `feeder`."""

    id: str
    name: str
    outputs: tuple[Property, ...] = ()
    branches: tuple[str, ...] = (NEXT,)
    tool: Tool | None = None
    flow: Flow | None = None
    work: Work | None = None
    mapping: dict[str, str] = field(default_factory=dict)
    feeder: str | None = None
    end_branch: str | None = None
