"""Flows: nodes, and the edges that carry control and data between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flowc.ir.components import Component
from flowc.ir.nodes import NEXT, EndNode, Node, StartNode
from flowc.ir.types import Property
from flowc.ir.values import NOTHING, FieldValue, Json, OverrideValue, references
from flowc.records import dataclass, field
from flowc.text import Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """What control and data edges share. `id` and `name` are None where they are derived."""

    id: str | None = None
    name: str | None = None
    description: str | None = None
    metadata: Mapping[str, Json] = NOTHING
    fields: Mapping[str, FieldValue] = NOTHING
    overrides: Mapping[str, OverrideValue] = NOTHING
    comments: tuple[str, ...] = field(default=(), compare=False, repr=False)
    origin: Location | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlEdge(Edge):
    """From a branch of one node (None: `next`) to another node; nodes by id."""

    from_node: str
    from_branch: str | None = None
    to_node: str

    @property
    def branch(self) -> str:
        """The branch that the edge leaves."""
        return NEXT if self.from_branch is None else self.from_branch


@dataclass(frozen=True, slots=True, kw_only=True)
class DataEdge(Edge):
    """From an output of one node to an input of another; nodes by id."""

    source_node: str
    source_output: str
    destination_node: str
    destination_input: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow(Component):
    """A flow. `data_edges` None means wired by name (SEMANTICS 6); their order has a meaning.

    `start_node` is an id; nodes keep the order of the document. `lacks` are the lists that a flow
    must have and its document has not, so that they are empty here.
    """

    component_type: str = "Flow"
    nodes: tuple[Node, ...] = ()
    start_node: str = ""
    control_edges: tuple[ControlEdge, ...] = ()
    data_edges: tuple[DataEdge, ...] | None = ()
    lacks: frozenset[str] = field(default=frozenset(), compare=False, repr=False)

    def references(self) -> Iterator[str]:
        """The ids of other components that the flow's own fields refer to; its nodes say
        themselves what they refer to."""
        for value in (*self.fields.values(), *self.overrides.values()):
            yield from references(value)

    def node(self, id_: str) -> Node | None:
        """The node of that id (a scan; index once with :class:`~flowc.ir.graph.FlowGraph`)."""
        return next((node for node in self.nodes if node.id == id_), None)

    @property
    def start(self) -> Node | None:
        """The node at which the flow begins: the one that `start_node` names."""
        return self.node(self.start_node)

    @property
    def ends(self) -> tuple[EndNode, ...]:
        """The EndNodes, in the document's order."""
        return tuple(node for node in self.nodes if isinstance(node, EndNode))

    @property
    def branches(self) -> tuple[str, ...]:
        """The branches a node that runs this flow has: the ends' names, each once, in order."""
        return tuple(dict.fromkeys(end.branch_name or NEXT for end in self.ends))

    def effective_inputs(self) -> tuple[Property, ...]:
        """The flow's inputs: the StartNode's count (SEMANTICS 3)."""
        start = self.start
        if isinstance(start, StartNode):
            return start.outputs or start.inputs or self.inputs or ()
        return self.inputs or ()

    def effective_outputs(self) -> tuple[Property, ...]:
        """The flow's outputs; without a list, those that all its EndNodes share (SEMANTICS 3)."""
        if self.outputs is not None:
            return self.outputs
        ends = self.ends
        if not ends:
            return ()
        first = {item.title: item for item in reversed(ends[0].outputs)}
        return tuple(
            item
            for title, item in reversed(first.items())
            if all(end.output(title) for end in ends[1:])
        )
