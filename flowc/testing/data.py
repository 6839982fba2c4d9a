"""Random data: what feeds every input of a flow whose control is drawn."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from flowc.ir.flow import DataEdge, Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import BranchingNode, EndNode, FlowNode, Node, StartNode, ToolNode
from flowc.ir.types import ANY, INTEGER, NULL, NUMBER, STRING, Property, Scalar, Type, allows_null
from flowc.ir.values import ABSENT, Json, Ref
from flowc.records import dataclass, field, replace
from flowc.semantics import assignable
from flowc.testing.choices import Choices
from flowc.testing.control import Control
from flowc.testing.conversions import draw_destination
from flowc.testing.dialect import any_type
from flowc.testing.drafts import Draft, Source
from flowc.testing.tool_drafts import Tool
from flowc.testing.types import draw_default, draw_type

KEY = "branching_mapping_key"
_TEXTS: Mapping[str, Sequence[str]] = {
    "string": ("a", "b", "", "true", "done", "é"),
    "integer": ("1", "0", "2", "-1"),
    "number": ("1.0", "0.0", "2.5"),
    "boolean": ("true", "false"),
}


@dataclass(slots=True)
class Data:
    """Draws the inputs, sources and defaults of one flow's nodes."""

    choices: Choices
    control: Control
    nodes: list[Node] = field(default_factory=list)
    edges: list[DataEdge] = field(default_factory=list)
    outputs: tuple[Property, ...] | None = None

    def flow(self) -> Flow:
        """The finished flow."""
        control = self.control
        graph = FlowGraph(
            Flow(
                id=control.flow_id,
                name=control.flow_id,
                nodes=tuple(Node(component_type="", id=d.id, name=d.name) for d in control.nodes),
                start_node=control.nodes[0].id,
                control_edges=tuple(control.edges),
            )
        )
        reach = {draft.id: graph.closure(graph.successors(draft.id)) for draft in control.nodes}
        for draft in control.nodes:
            self.nodes.append(self._node(draft, self._sources(draft, graph, reach)))
        return Flow(
            id=control.flow_id,
            name=control.flow_id,
            inputs=control.inputs,
            outputs=self.outputs,
            nodes=tuple(self.nodes),
            start_node=control.nodes[0].id,
            control_edges=tuple(control.edges),
            data_edges=tuple(self.edges),
        )

    def _sources(
        self, taker: Draft, graph: FlowGraph, reach: Mapping[str, set[str]]
    ) -> list[Source]:
        found = []
        for draft in self.control.nodes:
            if taker.id in reach[draft.id]:
                sure = draft is not taker and graph.dominates(draft.id, taker.id)
                late = graph.dominates(taker.id, draft.id)
                found += [Source(draft.id, it.title, it.type, sure, late) for it in draft.outputs]
        return found

    def _node(self, draft: Draft, sources: list[Source]) -> Node:
        id_, name = draft.id, draft.name
        if draft.work is not None:
            return draft.work.node(draft, self, sources)
        if draft.tool is not None:
            return self._tool_node(draft, draft.tool, sources)
        if draft.flow is not None:
            return FlowNode(
                component_type="FlowNode",
                id=id_,
                name=name,
                inputs=tuple(
                    self.fed(draft, item, sources) for item in draft.flow.effective_inputs()
                ),
                outputs=draft.outputs,
                branches=draft.branches,
                subflow=Ref(draft.flow.id),
            )
        if draft.mapping:
            return self._branching(draft, sources)
        if draft is self.control.nodes[0]:
            return StartNode(
                component_type="StartNode",
                id=id_,
                name=name,
                inputs=draft.outputs,
                outputs=draft.outputs,
            )
        items = self._end_outputs(draft, sources)
        return EndNode(
            component_type="EndNode",
            id=id_,
            name=name,
            inputs=items,
            outputs=items,
            branch_name=draft.end_branch,
        )

    def _tool_node(self, draft: Draft, tool: Tool, sources: list[Source]) -> ToolNode:
        inputs = self._tool_inputs(draft, tool, sources)
        policies = dict(tool.policies) if tool.on_node else {}
        if tool.state:
            inputs, titles = self._left_to_state(draft, inputs)
            policies["state"] = self.choices.pick((titles, True))
        return ToolNode(
            component_type="ToolNode",
            id=draft.id,
            name=draft.name,
            metadata={"flowc": policies} if policies else {},
            inputs=inputs,
            outputs=draft.outputs,
            tool=Ref(tool.name),
        )

    def _left_to_state(
        self, draft: Draft, inputs: tuple[Property, ...]
    ) -> tuple[tuple[Property, ...], list[str]]:
        """The inputs, some of them without a default, and one of these without a source too; the
        titles of those (SEMANTICS 5)."""
        titles = [item.title for item in inputs if self.choices.chance(60)]
        if titles and self.choices.chance(70):
            self.disconnect(draft, titles[:1])
        for item in inputs:
            if item.title in titles:
                self.control.library.state.setdefault(item.title, item.type)
        bare = (replace(item, default=ABSENT) if item.title in titles else item for item in inputs)
        return tuple(bare), titles

    def _tool_inputs(self, draft: Draft, tool: Tool, sources: list[Source]) -> tuple[Property, ...]:
        if tool.inputs is not None:
            return tuple(self.fed(draft, self._retyped(item), sources) for item in tool.inputs)
        count = self.choices.pick((1, 1, 2, 0, 2, 3))
        titles = tool.titles(self.choices)
        first = self.choices.count(0, len(titles) - count)
        items = [self.free(draft, title, sources) for title in titles[first : first + count]]
        tool.inputs = tuple(
            item if self.choices.chance(20) else replace(item, default=ABSENT) for item in items
        )
        return tuple(items)

    def _retyped(self, item: Property) -> Property:
        """A node's input for a tool's: of the same type, or of one that converts to it."""
        wanted = draw_type(self.choices, 0)
        retyped = self.choices.chance(20) and self.choices.dialect.retyped_inputs
        if not retyped or not assignable(wanted, item.type):
            return item
        return Property(item.title, wanted)

    def free(
        self,
        draft: Draft,
        title: str,
        sources: list[Source],
        holds: Callable[[Type], bool] = any_type,
    ) -> Property:
        """An input of whatever type suits a source, of those that it `holds`: a text at worst."""
        if not sources or self.choices.chance(10):
            type_ = draw_type(self.choices, 1)
            type_ = type_ if holds(type_) else STRING
            return Property(title, type_, default=draw_default(self.choices, type_))
        unsure = [s for s in sources if not s.sure and allows_null(s.type) and s.type != NULL]
        if unsure and self.choices.chance(25):
            # Null, which is a value, must not be taken for no value, which means the default.
            return self._wired(draft, Property(title, unsure[0].type), unsure[0], sources)
        first = self._likely(sources)
        type_ = draw_destination(self.choices, first.type)
        if not self._can_feed(first.type, type_) or not holds(type_):
            type_ = first.type if first.type != NULL else ANY
        return self._wired(draft, Property(title, type_), first, sources)

    def fed(self, draft: Draft, item: Property, sources: list[Source]) -> Property:
        """An input of a given type: from sources that suit it, else from a literal."""
        enum = item.type.enum is not None and not self.choices.chance(15)
        suitable = [
            source
            for source in sources
            if self._can_feed(source.type, item.type) and (source.type == item.type or not enum)
        ]
        if not suitable or self.choices.chance(10):
            if item.has_default and self.choices.chance(50):
                return item
            return replace(item, default=draw_default(self.choices, item.type))
        return self._wired(draft, item, self._likely(suitable), suitable)

    def _likely(self, sources: Sequence[Source]) -> Source:
        sure = [source for source in sources if source.sure]
        return self.choices.pick(sure if sure and not self.choices.chance(30) else sources)

    def _wired(
        self, draft: Draft, item: Property, first: Source, sources: Iterable[Source]
    ) -> Property:
        """The input, fed by `first` and perhaps others; where nothing is sure, likely a default."""
        found = [first]
        if self.choices.chance(30):
            more = [s for s in sources if s is not first and self._can_feed(s.type, item.type)]
            found += self.choices.some(more, 2)
        if self.choices.chance(50):
            found.reverse()
        self.connect(draft, item.title, found)
        return self.perhaps_default(item, found)

    def perhaps_default(self, item: Property, sources: Sequence[Source]) -> Property:
        """The input with a default, if it needs or gets one."""
        if any(source.sure for source in sources):
            wanted = self.choices.chance(15)
        else:
            wanted = (
                self.choices.chance(90)
                or all(source.late for source in sources)
                or not self.choices.dialect.unset_inputs
            )
        if not wanted:
            return item
        return replace(item, default=draw_default(self.choices, item.type))

    def connect(self, draft: Draft, title: str, sources: Iterable[Source]) -> None:
        """Edges from the sources to an input of a node."""
        for source in sources:
            self.edges.append(
                DataEdge(
                    source_node=source.node,
                    source_output=source.title,
                    destination_node=draft.id,
                    destination_input=title,
                )
            )

    def disconnect(self, draft: Draft, titles: Collection[str]) -> None:
        """Take back the edges into these inputs of a node."""
        self.edges = [
            edge
            for edge in self.edges
            if edge.destination_node != draft.id or edge.destination_input not in titles
        ]

    def _branching(self, draft: Draft, sources: list[Source]) -> BranchingNode:
        if draft.feeder is not None:
            counter = next(source for source in sources if source.node == draft.feeder)
            item, mapping = Property(KEY, self._key_type(counter.type)), draft.mapping
            self.connect(draft, KEY, [counter])
        elif subjects := [source for source in sources if suits_switch(draft, source.type)]:
            first = self._likely(subjects)
            # Every key must be one that some source's value can be equal to.
            item = Property(KEY, self._key_type(first.type))
            same = [source for source in subjects if source.type == first.type]
            item = self._wired(draft, item, first, same)
            mapping = self._mapping(draft, first.type)
        else:
            item, mapping = Property(KEY, STRING, default="a"), self._mapping(draft, STRING)
        return self._switch(draft, item, mapping)

    def _switch(self, draft: Draft, item: Property, mapping: Mapping[str, str]) -> BranchingNode:
        return BranchingNode(
            component_type="BranchingNode",
            id=draft.id,
            name=draft.name,
            inputs=(item,),
            branches=draft.branches,
            mapping=mapping,
        )

    def _key_type(self, type_: Type) -> Type:
        typed = self.choices.chance(10) and self.choices.dialect.typed_keys
        return type_ if typed and type_.enum is None else STRING

    def _mapping(self, draft: Draft, type_: Type) -> dict[str, str]:
        """A text for every arm, of values that the subject may have; some arms get a second."""
        if _is_if(draft):
            return draft.mapping
        arms, texts = list(draft.mapping), _texts(type_)
        mapping = dict(zip(texts, arms, strict=False))
        for extra in texts[len(arms) :]:
            if self.choices.chance(30):
                mapping[extra] = self.choices.pick(arms)
        return mapping

    def _end_outputs(self, draft: Draft, sources: list[Source]) -> tuple[Property, ...]:
        if self.outputs is None:
            items = tuple(
                self._end_output(draft, title, sources, is_number=self.control.is_numeric and not n)
                for n, title in enumerate(self._end_titles())
            )
            if not self.choices.dialect.null_outputs:
                items = self._without_nullable(draft, items)
            self.outputs = tuple(self._flow_output(item) for item in items)
            return items
        return tuple(
            self.fed(draft, replace(item, default=ABSENT), sources)
            for item in self.outputs
            if not self._may_lack(item)
        )

    def _end_titles(self) -> tuple[str, ...]:
        """Titles for the outputs of the flow; other ones for each flow that runs side by side."""
        library, titles = self.control.library, self.choices.dialect.titles
        if library.side_by_side:
            away = 3 * len(library.parallel) % len(titles)
            titles = (*titles[away:], *titles[:away])
            return titles[: self.choices.pick((1, 2, 0, 3))]
        first = self.choices.count(0, 4)
        return titles[first : first + self.choices.pick((1, 2, 0, 3))]

    def _end_output(
        self, draft: Draft, title: str, sources: list[Source], *, is_number: bool
    ) -> Property:
        if is_number:
            type_ = self.choices.pick((INTEGER, NUMBER))
            return self.fed(draft, Property(title, type_), sources)
        return self.free(draft, title, sources)

    def _without_nullable(self, draft: Draft, items: tuple[Property, ...]) -> tuple[Property, ...]:
        """The inputs of a node that exclude null; the others' edges are taken back."""
        nullable = {item.title for item in items if allows_null(item.type)}
        self.disconnect(draft, nullable)
        return tuple(item for item in items if item.title not in nullable)

    def _may_lack(self, item: Property) -> bool:
        may = item.has_default and self.choices.dialect.missing_outputs
        return may and self.choices.chance(40)

    def _flow_output(self, item: Property) -> Property:
        default: Json = draw_default(self.choices, item.type)
        chosen = default if self.choices.chance(20) else ABSENT
        return Property(item.title, item.type, default=chosen)

    def _can_feed(self, source: Type, taker: Type) -> bool:
        """Whether an edge may go from one to the other, whatever their titles: never from null to
        what takes only null (see :func:`flowc.semantics.assign.can_feed`)."""
        allowed = assignable(source, taker) and not source == taker == NULL
        return allowed and self.choices.dialect.feeds(source, taker)


def _is_if(draft: Draft) -> bool:
    return "true" in draft.mapping


def suits_switch(draft: Draft, type_: Type) -> bool:
    """Whether a switch can tell its arms apart by values of the type."""
    texts = _texts(type_)
    return "true" in texts if _is_if(draft) else len(texts) >= len(draft.mapping)


def _texts(type_: Type) -> Sequence[str]:
    """Texts that values of the type become as keys of a switch; none for what is no scalar."""
    if not isinstance(type_, Scalar):
        return ()
    if type_.enum is None:
        return _TEXTS.get(type_.name, ())
    return [value if isinstance(value, str) else json.dumps(value) for value in type_.enum]
