"""One flow under decompilation: its nodes, their identifiers, and what feeds them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from flowc.decompile import make
from flowc.decompile.context import Context
from flowc.decompile.contracts import Derived, derived
from flowc.decompile.labels import node_labels
from flowc.decompile.layouts import FlowLayout
from flowc.ir.flow import ControlEdge, DataEdge, Edge, Flow
from flowc.ir.nodes import NEXT, BranchingNode, EndNode, Node
from flowc.ir.types import Property
from flowc.records import dataclass
from flowc.syntax import tree as t


@dataclass(frozen=True)
class FlowScope:
    """A flow with everything that its statements need to know."""

    flow: Flow
    context: Context

    @property
    def layout(self) -> FlowLayout:
        """The order of the flow's lines."""
        return self.context.layouts[self.flow.id]

    @cached_property
    def inputs(self) -> tuple[Property, ...]:
        """The flow's inputs."""
        return self.flow.effective_inputs()

    @cached_property
    def outputs(self) -> tuple[Property, ...]:
        """The flow's outputs, which its ends have."""
        return self.flow.effective_outputs()

    @property
    def by_edges(self) -> bool:
        """Whether lines cannot say the flow's control, so that all of it stands in `edges`."""
        return self.layout.steps is None

    @property
    def by_name(self) -> bool:
        """Whether the flow is wired by name and can say so (SEMANTICS 6)."""
        return self.flow.data_edges is None and not self.by_edges

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """The identifier of every node, by id."""
        return node_labels(self.flow, self.layout.nodes)

    @cached_property
    def nodes(self) -> Mapping[str, Node]:
        """The nodes by id; of several with one id the last."""
        return {node.id: node for node in self.flow.nodes}

    @cached_property
    def return_names(self) -> frozenset[str]:
        """The names that unlabelled returns may get."""
        branches = (end.branch_name or NEXT for end in self.flow.ends)
        return frozenset("end" if branch == NEXT else branch for branch in branches)

    def is_named_exactly(self, end: EndNode) -> bool:
        """Whether the end's id or name hangs on its label, which without a word might be another
        one's: those of several ends with one branch are numbered by their order in the source."""
        if end.id in self.context.kept:
            return True
        return self.context.exact and self._ends_by_branch[end.branch_name or NEXT] > 1

    @cached_property
    def _ends_by_branch(self) -> Counter[str]:
        return Counter(end.branch_name or NEXT for end in self.flow.ends)

    def derived(self, node: Node) -> Derived:
        """What the binder derives for the node."""
        return derived(node, self.context.signatures, self.context.env, self.outputs)

    @cached_property
    def arguments_in(self) -> Mapping[tuple[str, str], Sequence[DataEdge]]:
        """The data edges that arguments can say, by the node and input that they feed."""
        found: dict[tuple[str, str], list[DataEdge]] = {}
        for edge in self.flow.data_edges or ():
            found.setdefault((edge.destination_node, edge.destination_input), []).append(edge)
        return {
            end: edges
            for end, edges in found.items()
            if all(map(self._is_sayable, edges)) and not self._differ_in_copies(edges)
        }

    def _differ_in_copies(self, edges: Sequence[DataEdge]) -> bool:
        """Whether some of several edges from one output say more than their ends, and others not:
        then an entry would annotate the wrong one."""
        saying: dict[tuple[str, str], set[bool]] = {}
        for edge in edges:
            source = (edge.source_node, edge.source_output)
            saying.setdefault(source, set()).add(self.says_more(edge))
        return any(len(found) > 1 for found in saying.values())

    def says_more(self, edge: Edge) -> bool:
        """Whether the edge says anything besides its ends."""
        identified = self.context.exact and (edge.id is not None or edge.name is not None)
        says = edge.description is not None or edge.fields or edge.overrides
        return bool(identified or says or self.context.metadata(edge))

    def is_argument(self, edge: DataEdge) -> bool:
        """Whether an argument says the edge. Those into one input have an order, so that they are
        all said in one place."""
        return (edge.destination_node, edge.destination_input) in self.arguments_in

    def _is_sayable(self, edge: DataEdge) -> bool:
        """Whether the edge goes from an output that exists to an input that exists."""
        destination = self.nodes.get(edge.destination_node)
        if destination is None or destination.id == self.flow.start_node:
            return False
        inputs = destination.inputs
        if isinstance(destination, BranchingNode):
            inputs = inputs[:1]  # a `match` has one subject
        taken = any(item.title == edge.destination_input for item in inputs)
        return taken and self.source(edge) is not None

    @cached_property
    def _lines(self) -> Mapping[str, int]:
        """Each node's place in the order of lines."""
        return {id_: at for at, id_ in enumerate((self.flow.start_node, *self.layout.nodes))}

    @cached_property
    def _arms(self) -> Mapping[tuple[str, str], int]:
        """Each arm's place in its node."""
        arms = self.layout.arms.items()
        return {(id_, name): at for id_, names in arms for at, name in enumerate(names)}

    @cached_property
    def _inputs(self) -> Mapping[tuple[str, str], int]:
        """Each input's place in its node."""
        return {
            (node.id, item.title): at
            for node in self.flow.nodes
            for at, item in enumerate(node.inputs)
        }

    def control_place(self, edge: ControlEdge) -> tuple[int, int]:
        """The place of a control edge in the new source's flow: by its node's line, then by its
        branch; in a flow by edges as it stands."""
        if self.by_edges:
            return 0, 0
        return self._lines[edge.from_node], self._arms.get((edge.from_node, edge.branch), 0)

    def data_place(self, edge: DataEdge) -> tuple[int, int]:
        """The place of a data edge in the new source's flow: by the line of the node that takes it,
        then by its input; those that no argument says come last, as they stand."""
        taker = edge.destination_node
        if not self.is_argument(edge):
            return len(self._lines), 0
        return self._lines[taker], self._inputs[taker, edge.destination_input]

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
