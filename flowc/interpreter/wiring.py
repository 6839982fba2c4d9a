"""The edges of a flow, indexed once for all its runs."""

from __future__ import annotations

from collections.abc import Mapping

from flowc.ir.document import Document
from flowc.ir.flow import ControlEdge, DataEdge, Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import Node, ToolNode
from flowc.ir.types import Property
from flowc.semantics.maps import AnyMap, MapInput, map_inputs
from flowc.semantics.policies import Policies, policies


class Wiring:
    """Which way control goes on, and where data goes."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.graph = FlowGraph(flow)
        self.nodes: Mapping[str, Node] = self.graph.nodes
        self._edges: dict[tuple[str, str], ControlEdge] = {}
        for edges in self.graph.out_edges.values():
            for edge in edges:
                self._edges.setdefault((edge.from_node, edge.branch), edge)
        self._policies: dict[str, Policies] = {}
        self._map_inputs: dict[str, tuple[MapInput, ...]] = {}
        self._out: dict[str, list[DataEdge]] = {}
        for data_edge in self.graph.data_edges:
            self._out.setdefault(data_edge.source_node, []).append(data_edge)

    def policies(self, node: ToolNode, document: Document) -> Policies:
        """How the node's tool is called; `document` is the flow's."""
        if node.id not in self._policies:
            self._policies[node.id] = policies(node, document)
        return self._policies[node.id]

    def map_inputs(self, node: AnyMap, subflow: Flow) -> tuple[MapInput, ...]:
        """The inputs of a map, and which of them it goes over: decided once (SEMANTICS 22)."""
        if node.id not in self._map_inputs:
            self._map_inputs[node.id] = map_inputs(node, subflow, self.graph)
        return self._map_inputs[node.id]

    def way_on(self, node: Node, branch: str) -> ControlEdge | None:
        """The edge that leaves the branch of the node."""
        return self._edges.get((node.id, branch))

    def closes_loop(self, edge: ControlEdge) -> bool:
        """Whether the edge leads back to a node from which control came: to the loop's head."""
        return self.graph.is_back_edge(edge)

    def data_edges_from(self, node: Node) -> list[DataEdge]:
        """The data edges that leave the node, in the document's order."""
        return self._out.get(node.id, [])

    def sources(self, node: Node, title: str) -> list[DataEdge]:
        """The data edges into an input of the node, in the document's order."""
        return self.graph.sources.get((node.id, title), [])

    def only_source_of_some_input(self, node: Node, output: str) -> bool:
        """Whether the output feeds an input that has no default and no other source."""
        return any(
            self._needs(edge) and self._is_alone(edge)
            for edge in self.data_edges_from(node)
            if edge.source_output == output
        )

    def _needs(self, edge: DataEdge) -> bool:
        item = self._input(edge)
        return item is not None and not item.has_default

    def _input(self, edge: DataEdge) -> Property | None:
        node = self.nodes.get(edge.destination_node)
        return None if node is None else node.input(edge.destination_input)

    def _is_alone(self, edge: DataEdge) -> bool:
        sources = self.graph.sources[edge.destination_node, edge.destination_input]
        return {(other.source_node, other.source_output) for other in sources} == {
            (edge.source_node, edge.source_output)
        }
