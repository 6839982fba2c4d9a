"""Random data of flows that are wired by name (SEMANTICS 6): no edges, equal titles."""

from __future__ import annotations

from collections.abc import Collection

from flowc.ir.flow import Flow
from flowc.ir.nodes import BranchingNode
from flowc.ir.types import STRING, Property, Type, allows_null
from flowc.ir.values import ABSENT
from flowc.records import dataclass, field, replace
from flowc.testing.control import Control
from flowc.testing.conversions import draw_destination
from flowc.testing.data import KEY, Data, suits_switch
from flowc.testing.drafts import Draft, Source
from flowc.testing.tool_drafts import Tool
from flowc.testing.types import draw_default, draw_type


def can_be_wired_by_name(control: Control) -> bool:
    """Whether the titles of all inputs are still free to choose."""
    tools = [draft.tool for draft in control.nodes if draft.tool is not None]
    return (
        all(draft.flow is None and draft.work is None for draft in control.nodes)
        and all(
            tool.inputs is None and not tool.state and tool.kind != "RemoteTool" for tool in tools
        )
        and len({tool.name for tool in tools}) == len(tools)
    )


@dataclass(slots=True)
class NamedData(Data):
    """Chooses the titles of inputs among those of outputs; every output of a title feeds every
    input of that title, so the type of such an input is one that all of them convert to."""

    types: dict[str, Type] = field(default_factory=dict)

    def flow(self) -> Flow:
        """The finished flow."""
        return replace(Data.flow(self), data_edges=None)

    def _producers(self, title: str) -> list[Type]:
        outputs = (item for draft in self.control.nodes for item in draft.outputs)
        return [item.type for item in outputs if item.title == title]

    def _type(self, title: str) -> Type:
        """The one type that all inputs (and flow outputs) of a title have."""
        if title not in self.types:
            first, *others = self._producers(title)
            type_ = draw_destination(self.choices, first)
            fits_all = all(self._can_feed(other, type_) for other in (first, *others))
            self.types[title] = type_ if fits_all else STRING
        return self.types[title]

    def _input(self, sources: list[Source], taken: Collection[str]) -> Property:
        """An input with the title of some source; without one, a literal."""
        titles = [s.title for s in sources if s.title not in taken]
        if titles and not self.choices.chance(10):
            title = self.choices.pick(titles)
            return self._fed_by_name(Property(title, self._type(title)), sources)
        free = [
            title
            for title in self.choices.dialect.titles
            if title not in taken and not self._producers(title)
        ]
        title = (free or [f"literal_{len(taken)}"])[0]
        type_ = self.types.setdefault(title, draw_type(self.choices, 1))
        return Property(title, type_, default=draw_default(self.choices, type_))

    def _fed_by_name(self, item: Property, sources: list[Source]) -> Property:
        same_title = [source for source in sources if source.title == item.title]
        return self.perhaps_default(item, same_title)

    def _inputs(self, count: int, sources: list[Source]) -> tuple[Property, ...]:
        items: dict[str, Property] = {}
        for _ in range(count):
            item = self._input(sources, items)
            items[item.title] = item
        return tuple(items.values())

    def _tool_inputs(self, draft: Draft, tool: Tool, sources: list[Source]) -> tuple[Property, ...]:
        items = self._inputs(self.choices.pick((1, 2, 0, 3)), sources)
        tool.inputs = tuple(replace(item, default=ABSENT) for item in items)
        return items

    def _branching(self, draft: Draft, sources: list[Source]) -> BranchingNode:
        if draft.feeder is not None:
            counter = next(source for source in sources if source.node == draft.feeder)
            item, mapping = Property(counter.title, STRING), draft.mapping
        elif subjects := [source for source in sources if self._is_subject(draft, source)]:
            subject = self._likely(subjects)
            item = self._fed_by_name(Property(subject.title, STRING), sources)
            mapping = self._mapping(draft, subject.type)
        else:
            item, mapping = Property(KEY, STRING, default="a"), self._mapping(draft, STRING)
        return self._switch(draft, item, mapping)

    def _is_subject(self, draft: Draft, source: Source) -> bool:
        """Whether all that feeds inputs of this title can be told apart."""
        same = all(type_ == source.type for type_ in self._producers(source.title))
        return same and suits_switch(draft, source.type)

    def _end_outputs(self, draft: Draft, sources: list[Source]) -> tuple[Property, ...]:
        if self.outputs is None:
            items = self._inputs(self.choices.pick((1, 2, 0)), sources)
            if not self.choices.dialect.null_outputs:
                items = tuple(item for item in items if not allows_null(item.type))
            self.outputs = tuple(self._flow_output(item) for item in items)
            return items
        here = {source.title for source in sources}
        bare = [replace(item, default=ABSENT) for item in self.outputs]
        return tuple(
            self._fed_by_name(item, sources)
            if item.title in here
            else replace(item, default=draw_default(self.choices, item.type))
            for item in bare
        )
