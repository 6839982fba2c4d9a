"""One flow under decompilation: its nodes, their identifiers, and what feeds them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from flowc.decompile import make
from flowc.decompile.context import Context
from flowc.decompile.contracts import Derived, derived
from flowc.decompile.labels import node_labels
from flowc.decompile.wholeness import branches_of, is_whole
from flowc.ir.flow import DataEdge, Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import NEXT, BranchingNode, EndNode, Node
from flowc.ir.types import Property
from flowc.syntax import tree as t


@dataclass(frozen=True)
class FlowScope:
    """A flow with everything that its statements need to know."""

    flow: Flow
    context: Context

    @cached_property
    def graph(self) -> FlowGraph:
        """The flow's edges, indexed."""
        return FlowGraph(self.flow)

    @cached_property
    def inputs(self) -> tuple[Property, ...]:
        """The flow's inputs."""
        return self.flow.effective_inputs()

    @cached_property
    def outputs(self) -> tuple[Property, ...]:
        """The flow's outputs, which its ends have."""
        return self.flow.effective_outputs()

    @cached_property
    def by_edges(self) -> bool:
        """Whether lines cannot say the flow's control, so that all of it stands in `edges`."""
        return not is_whole(self.graph)

    @property
    def by_name(self) -> bool:
        """Whether the flow is wired by name and can say so (SEMANTICS 6)."""
        return self.flow.data_edges is None and not self.by_edges

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """The identifier of every node, by id."""
        return node_labels(self.flow)

    @cached_property
    def nodes(self) -> Mapping[str, Node]:
        """The nodes by id; of several with one id the last."""
        return {node.id: node for node in self.flow.nodes}

    @cached_property
    def return_names(self) -> frozenset[str]:
        """The names that unlabelled returns may get."""
        branches = (end.branch_name or NEXT for end in self.flow.ends)
        return frozenset("end" if branch == NEXT else branch for branch in branches)

    def is_fork(self, node: Node) -> bool:
        """Whether what follows the node's branches is written in arms."""
        if isinstance(node, (BranchingNode, EndNode)):
            return isinstance(node, BranchingNode)
        branches = branches_of(node)
        return branches != (NEXT,) and not (len(branches) == 1 and self.derived(node).branches)

    def derived(self, node: Node) -> Derived:
        """What the binder derives for the node."""
        return derived(node, self.context.signatures, self.context.env, self.outputs)

    @cached_property
    def arguments_in(self) -> Mapping[tuple[str, str], Sequence[DataEdge]]:
        """The data edges that arguments can say, by the node and input that they feed."""
        found: dict[tuple[str, str], list[DataEdge]] = {}
        for edge in self.flow.data_edges or ():
            if self.is_argument(edge):
                found.setdefault((edge.destination_node, edge.destination_input), []).append(edge)
        return found

    def is_argument(self, edge: DataEdge) -> bool:
        """Whether the edge goes from an output that exists to an input that exists."""
        destination = self.nodes.get(edge.destination_node)
        if destination is None or destination.id == self.flow.start_node:
            return False
        inputs = destination.inputs
        if isinstance(destination, BranchingNode):
            inputs = inputs[:1]  # a `match` has one subject
        taken = any(item.title == edge.destination_input for item in inputs)
        return taken and self.source(edge) is not None

    def source(self, edge: DataEdge) -> Property | None:
        """The output that the edge comes from, if a reference can name it."""
        if edge.source_node == self.flow.start_node:
            return next((item for item in self.inputs if item.title == edge.source_output), None)
        node = self.nodes.get(edge.source_node)
        if node is None or isinstance(node, (BranchingNode, EndNode)):
            return None
        return node.output(edge.source_output)

    def reference(self, edge: DataEdge) -> t.Reference:
        """The output that the edge comes from, as it is written."""
        if edge.source_node == self.flow.start_node:
            return make.reference(edge.source_output)
        return make.reference(self.labels[edge.source_node], edge.source_output)
