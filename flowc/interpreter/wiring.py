"""The edges of a flow, and what its nodes need, worked out once for all runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, TypeVar

from flowc.interpreter.inputs import FlowInputs
from flowc.interpreter.nodes import EXECUTORS
from flowc.interpreter.nodes.step import Executor
from flowc.interpreter.ports import Input, Variable
from flowc.ir.document import Document
from flowc.ir.flow import DataEdge, Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import Node, ToolNode
from flowc.ir.types import Property
from flowc.records import dataclass
from flowc.semantics.policies import NO_POLICIES, policies

NodeKind = TypeVar("NodeKind", bound=Node)
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Station:
    """A node as control comes to it: what runs it; to which variables each of its outputs, by
    title, is written, in the document's order; and the way that leaves each branch."""

    node: Node
    execute: Executor[Any]
    targets: list[tuple[str, Variable]]
    ways: dict[str, Way]


@dataclass(frozen=True, slots=True)
class Way:
    """Where control goes on: to that station, which is the head of a loop if the edge
    `closes_loop`, leading back to where control came from."""

    station: Station
    closes_loop: bool


class Wiring:
    """Which way control goes on in a flow of a document, and where data goes."""

    def __init__(self, flow: Flow, document: Document) -> None:
        self.flow = flow
        self.document = document
        self.graph = FlowGraph(flow)
        self.nodes: Mapping[str, Node] = self.graph.nodes
        stations = {
            id_: Station(node, EXECUTORS[type(node)], [], {}) for id_, node in self.nodes.items()
        }
        for edges in self.graph.out_edges.values():
            for edge in edges:
                way = Way(stations[edge.to_node], self.graph.is_back_edge(edge))
                stations[edge.from_node].ways.setdefault(edge.branch, way)
        for data_edge in self.graph.data_edges:
            if data_edge.source_node in stations:
                variable = (data_edge.destination_node, data_edge.destination_input)
                stations[data_edge.source_node].targets.append((data_edge.source_output, variable))
        self.start = stations[flow.start_node]  # that it is there was found out before the run
        self._stations = stations
        self._inputs: dict[str, tuple[Input, ...]] = {}
        self._prepared: dict[str, Any] = {}

    @cached_property
    def flow_inputs(self) -> FlowInputs:
        """What the flow takes."""
        return FlowInputs(self.flow)

    @cached_property
    def flow_outputs(self) -> tuple[Property, ...]:
        """What the flow gives."""
        return self.flow.effective_outputs()

    def inputs(self, node: Node) -> tuple[Input, ...]:
        """The inputs of a node, in declared order."""
        if node.id not in self._inputs:
            asked = policies(node, self.document) if isinstance(node, ToolNode) else NO_POLICIES
            self._inputs[node.id] = tuple(
                Input(node, item, asked.may_fill(item.title)) for item in node.inputs
            )
        return self._inputs[node.id]

    def prepared(self, node: NodeKind, prepare: Callable[[NodeKind, Wiring], Made]) -> Made:
        """What `prepare` makes of a node and its flow, the same in all runs of the node; each kind
        of node has one such function."""
        made: Made | None = self._prepared.get(node.id)
        if made is None:
            made = self._prepared[node.id] = prepare(node, self)
        return made

    def sources(self, variable: Variable) -> list[DataEdge]:
        """The data edges into an input, in the document's order."""
        return self.graph.sources.get(variable, [])

    def only_source_of_some_input(self, node: Node, output: str) -> bool:
        """Whether the output feeds an input that has no default and no other source."""
        return any(
            self._needs_value(variable) and self._is_alone(variable, node, output)
            for title, variable in self._stations[node.id].targets
            if title == output
        )

    def _needs_value(self, variable: Variable) -> bool:
        node, title = variable
        item = self.nodes[node].input(title) if node in self.nodes else None
        return item is not None and not item.has_default

    def _is_alone(self, variable: Variable, node: Node, output: str) -> bool:
        sources = self.sources(variable)
        return {(edge.source_node, edge.source_output) for edge in sources} == {(node.id, output)}
