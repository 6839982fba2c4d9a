"""A whole Agent Spec document: what is between `agentspec "…"` and the last declaration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flowc.ir.components import Component
from flowc.ir.flow import Flow
from flowc.ir.types import Type
from flowc.ir.values import OverrideValue
from flowc.records import dataclass, field
from flowc.text import Location, Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """Components by id, in order, one of which may be the root.

    `version` is the document's `agentspec_version`, None if it carries none. `root` is an id, None
    for a library. `overrides` are fields of the document's own object that belong to no component:
    what else stands beside `$referenced_components`, or says the version in another way. Components
    are flat: inline ones are under their own id, and where they stood there is a
    :class:`~flowc.ir.values.Ref`; nodes and edges stay inside their flows. `types` are the named
    types and `env` the placeholder names that a `.flow` source declared; neither is written to
    JSON, and neither has a meaning there.
    `comments` and `end_comments` are the lines of the comments before and after all else.
    """

    version: str | None
    root: str | None
    components: Mapping[str, Component]
    overrides: Mapping[str, OverrideValue] = field(default_factory=dict)
    types: Mapping[str, Type] = field(default_factory=dict, compare=False)
    env: tuple[str, ...] = field(default=(), compare=False)
    comments: tuple[str, ...] = field(default=(), compare=False, repr=False)
    end_comments: tuple[str, ...] = field(default=(), compare=False, repr=False)
    source: Source | None = field(default=None, compare=False, repr=False)
    origin: Location | None = field(default=None, compare=False, repr=False)

    @property
    def root_component(self) -> Component | None:
        """The root component, if the document has one."""
        return None if self.root is None else self.components.get(self.root)

    @property
    def flows(self) -> Iterator[Flow]:
        """All flows that live in this document, in order."""
        return (
            component
            for component in self.components.values()
            if isinstance(component, Flow) and not component.extern
        )

    def flow(self, id_: str) -> Flow | None:
        """The flow of that id."""
        found = self.components.get(id_)
        return found if isinstance(found, Flow) else None
