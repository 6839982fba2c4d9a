"""What the checks of one flow share: its graph and what follows from it, computed once."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from functools import cached_property

from flowc.ir.document import Document
from flowc.ir.flow import ControlEdge, DataEdge, Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import DEFAULT, EndNode, Node, StartNode
from flowc.ir.types import Property
from flowc.semantics.arrivals import Arrival, arrivals
from flowc.semantics.assign import same_type
from flowc.semantics.contracts import Contract, Contracts, branches_of
from flowc.text import Location, Pointer


class FlowContext:
    """One flow of a document, with its graph and the answers that several checks need."""

    def __init__(self, document: Document, flow: Flow) -> None:
        self.document = document
        self.flow = flow
        self.graph = FlowGraph(flow)

    @cached_property
    def branches(self) -> Mapping[str, tuple[str, ...]]:
        """The branches that each node can take, by node id."""
        contracts = self.contracts
        return {
            id_: branches_of(self.document, node, contracts.get(id_))
            for id_, node in self.graph.nodes.items()
        }

    @cached_property
    def left(self) -> Mapping[str, frozenset[str]]:
        """The branches that edges leave, by node id."""
        return {
            id_: frozenset([edge.branch for edge in edges])
            for id_, edges in self.graph.out_edges.items()
        }

    @cached_property
    def inputs(self) -> Mapping[str, Mapping[str, Property]]:
        """Each node's inputs by title, by node id."""
        return {id_: _by_title(node.inputs) for id_, node in self.graph.nodes.items()}

    @cached_property
    def outputs(self) -> Mapping[str, Mapping[str, Property]]:
        """Each node's outputs by title, by node id."""
        return {id_: _by_title(node.outputs) for id_, node in self.graph.nodes.items()}

    @cached_property
    def edges_to_nowhere(self) -> tuple[ControlEdge, ...]:
        """The control edges one of whose ends is no node of the flow."""
        nodes = self.graph.nodes
        return tuple(
            edge
            for edge in self.flow.control_edges
            if edge.from_node not in nodes or edge.to_node not in nodes
        )

    @cached_property
    def leads_to_nowhere(self) -> frozenset[str]:
        """The nodes that such an edge leaves: what they seem to lack may be that edge."""
        return frozenset(edge.from_node for edge in self.edges_to_nowhere)

    @cached_property
    def unfinished(self) -> frozenset[str]:
        """The nodes from which control may come to a stop, because somewhere after them a branch
        has no edge: what seems to run only later or never may be what that edge was for."""
        loose = [
            node.id
            for node in self.flow.nodes
            if not self.left[node.id].issuperset(
                [branch for branch in self.branches[node.id] if branch != DEFAULT]
            )
        ]
        return frozenset(self.graph.closure(loose, backwards=True))

    @cached_property
    def endless_loops(self) -> list[list[str]]:
        """The groups of nodes in which control goes round for ever, by id. A node some branch of
        which has no edge may be where a way out is missing."""
        exits = [
            node.id
            for node in self.flow.nodes
            if isinstance(node, EndNode)
            or not self.left[node.id].issuperset(self.branches[node.id])
        ]
        return self.graph.traps(exits)

    @cached_property
    def odd_end_types(self) -> Mapping[tuple[str, str], tuple[Property, str]]:
        """The outputs of EndNodes, by (node id, title), whose type is not the flow's or that of the
        first EndNode that has them; with the property they should be like, and whose it is."""
        wanted = {
            item.title: (item, f"flow '{self.flow.name}'")
            for item in self.flow.outputs or ()
            if not item.has_default
        }
        found: dict[tuple[str, str], tuple[Property, str]] = {}
        for end in self.flow.ends:
            for output in end.outputs:
                known = wanted.setdefault(output.title, (output, f"node '{end.name}'"))
                if not same_type(output.type, known[0].type):
                    found[end.id, output.title] = known
        return found

    def is_partly_known(self, *fields: str) -> bool:
        """Whether one of these fields of the flow says more than the IR holds, so that what seems
        to be missing may be in it: a document has nothing there, or something that cannot be read,
        which is reported, or a `.flow` source has it in `@with`."""
        flow = self.flow
        return not (flow.lacks.isdisjoint(fields) and flow.overrides.keys().isdisjoint(fields))

    @cached_property
    def has_sound_control(self) -> bool:
        """Whether control can be followed at all; if not, that is the one thing to report, and
        what seems unreachable or unfed because of it is not."""
        if self.is_partly_known("nodes", "start_node", "control_flow_connections"):
            return False
        return self.flow.start_node in self.graph.nodes and not self.edges_to_nowhere

    @cached_property
    def contracts(self) -> Mapping[str, Contract]:
        """What each node that runs something of this document must look like, by node id."""
        contracts = Contracts(self.document)
        found = {id_: contracts.of(node) for id_, node in self.graph.nodes.items()}
        return {id_: contract for id_, contract in found.items() if contract is not None}

    def promised_inputs(self, node_id: str) -> Container[str]:
        """The inputs of what the node runs; that the node lacks one is reported as such."""
        contract = self.contracts.get(node_id)
        return () if contract is None else contract.inputs or ()

    def promised_outputs(self, node_id: str) -> Container[str]:
        """The outputs of what the node runs; that the node lacks one is reported as such."""
        contract = self.contracts.get(node_id)
        return () if contract is None else contract.outputs or ()

    @cached_property
    def fed_titles(self) -> Mapping[str, list[str]]:
        """The inputs that data edges lead to, by node id, whether the node has them or not."""
        found: dict[str, list[str]] = {}
        for edge in self.flow.data_edges or ():
            found.setdefault(edge.destination_node, []).append(edge.destination_input)
        return found

    @cached_property
    def arrivals(self) -> Mapping[tuple[str, str], Arrival]:
        """What can arrive at each input that has sources."""
        return arrivals(self.graph)

    def place(self, item: Node | ControlEdge | DataEdge) -> Location | None:
        """Where a node or edge stands; the flow's place if nothing better is known."""
        return item.origin or self.flow.origin

    def part(self, edge: ControlEdge | DataEdge, field: str) -> Location | None:
        """Where a field of an edge stands in a document; a `.flow` text has the whole edge."""
        origin = edge.origin
        return origin.child(field) if isinstance(origin, Pointer) else self.place(edge)

    def source(self, edge: DataEdge) -> str:
        """The output that an edge begins at, for messages; a StartNode's are the flow's inputs."""
        if isinstance(self.graph.nodes.get(edge.source_node), StartNode):
            return f"flow input '{edge.source_output}'"
        return f"output '{edge.source_output}' of {self.name(edge.source_node)}"

    def target(self, edge: DataEdge) -> str:
        """The input that an edge leads to, for messages; an EndNode's are outputs."""
        is_end = isinstance(self.graph.nodes.get(edge.destination_node), EndNode)
        word = "output" if is_end else "input"
        return f"{word} '{edge.destination_input}' of {self.name(edge.destination_node)}"

    def name(self, node_id: str) -> str:
        """The name of a node, in quotes, for messages; the id of one that does not exist."""
        node = self.graph.nodes.get(node_id)
        return f"'{node_id if node is None else node.name}'"


def _by_title(properties: Iterable[Property]) -> Mapping[str, Property]:
    return {item.title: item for item in properties}
