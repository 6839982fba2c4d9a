"""The edges of a flow, and what its nodes need, worked out once for all runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from flowc.interpreter.inputs import FlowInputs
from flowc.interpreter.nodes import EXECUTORS
from flowc.interpreter.nodes.step import Step
from flowc.interpreter.ports import Input
from flowc.ir.document import Document
from flowc.ir.flow import DataEdge, Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import EndNode, Node, ToolNode
from flowc.ir.values import Ref
from flowc.records import dataclass
from flowc.semantics.policies import NO_POLICIES, policies

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk

Variable = tuple[str, str]
"""An input or output by its node's id and its title."""


class Station:
    """A node as control comes to it: `run` runs it; `targets` are the inputs to which each of its
    outputs, by title, is written, in the document's order, and `ways` those that leave it, by
    branch."""

    def __init__(self, node: Node, wiring: Wiring) -> None:
        self.node = node
        self.run: Callable[[Walk], Step] = self._first_run
        self.is_end = isinstance(node, EndNode)
        self.targets: list[tuple[str, Input]] = []
        self.ways: dict[str, Way] = {}
        self._wiring = wiring

    def _first_run(self, walk: Walk) -> Step:
        """Make the node's executor, whom all other runs find in the place of this method."""
        self.run = EXECUTORS[type(self.node)](self.node, self._wiring).run
        return self.run(walk)


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
        self.flow_inputs = FlowInputs(flow)
        self._inputs = {id_: _inputs(node, document) for id_, node in self.nodes.items()}
        stations = {id_: Station(node, self) for id_, node in self.nodes.items()}
        for edges in self.graph.out_edges.values():
            for edge in edges:
                way = Way(stations[edge.to_node], self.graph.is_back_edge(edge))
                stations[edge.from_node].ways.setdefault(edge.branch, way)
        takers: dict[Variable, list[Input]] = {}
        for id_, inputs in self._inputs.items():
            for item in inputs:
                takers.setdefault((id_, item.title), []).append(item)
        for data_edge in self.graph.data_edges:
            if data_edge.source_node in stations:
                targets = stations[data_edge.source_node].targets
                for taker in takers.get(_variable(data_edge), ()):
                    targets.append((data_edge.source_output, taker))
        self.start = stations[flow.start_node]  # that it is there was found out before the run

    def inputs(self, node: Node) -> tuple[Input, ...]:
        """The inputs of a node, in declared order."""
        return self._inputs[node.id]

    def subflow(self, ref: Ref) -> Flow:
        """The flow that a node refers to; that it is there was found out before the run."""
        return cast(Flow, self.document.flow(ref.id))

    def sources(self, item: Input) -> list[DataEdge]:
        """The data edges into an input, in the document's order."""
        return self.graph.sources.get((item.node.id, item.title), [])

    def only_source_of_some_input(self, node: Node, output: str) -> bool:
        """Whether the output feeds an input that has no default and no other source."""
        edges = self.graph.destinations.get((node.id, output), ())
        return any(
            self._needs_value(variable) and self._is_fed_by(variable, (node.id, output))
            for variable in dict.fromkeys(map(_variable, edges))
        )

    def _needs_value(self, variable: Variable) -> bool:
        node, title = variable
        item = self.nodes[node].input(title) if node in self.nodes else None
        return item is not None and not item.has_default

    def _is_fed_by(self, variable: Variable, output: Variable) -> bool:
        """Whether all edges into an input come from one output."""
        sources = self.graph.sources[variable]
        return all((edge.source_node, edge.source_output) == output for edge in sources)


def _variable(edge: DataEdge) -> Variable:
    """The input that an edge leads to, by node id and title."""
    return edge.destination_node, edge.destination_input


def _inputs(node: Node, document: Document) -> tuple[Input, ...]:
    asked = policies(node, document) if isinstance(node, ToolNode) else NO_POLICIES
    return tuple(Input(node, item, asked.may_fill(item.title)) for item in node.inputs)
