"""What the document says about the flows and tools of the module, looked up once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property

from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import (
    CAUGHT,
    CAUGHT_INFO,
    DEFAULT,
    NEXT,
    AgentNode,
    ApiNode,
    BranchingNode,
    CatchExceptionNode,
    EndNode,
    FlowNode,
    InputMessageNode,
    LlmNode,
    MapNode,
    Node,
    OutputMessageNode,
    ParallelFlowNode,
    ParallelMapNode,
    StartNode,
    ToolNode,
)
from flowc.ir.notation import type_text
from flowc.ir.placeholders import placeholders
from flowc.ir.types import NULL, STRING, Property, Type, UnionType, allows_null
from flowc.records import dataclass, replace
from flowc.semantics.maps import map_outputs
from flowc.semantics.policies import Policies, policies
from flowc.semantics.services import SERVICES, served_tools, services_of, services_used


@dataclass(frozen=True, slots=True)
class ToolOutput:
    """One output of a ToolNode: as the tool declares it, and the type it has on the node."""

    declared: Property
    type: Type
    default: Property | None
    needs_value: bool

    @property
    def title(self) -> str:
        """The output's title."""
        return self.declared.title

    @property
    def excludes_null(self) -> bool:
        """Whether None means that there is no output (SEMANTICS 14)."""
        return not (allows_null(self.declared.type) and allows_null(self.type))

    @property
    def must_be_there(self) -> bool:
        """Whether it is an error if the tool returns nothing for it."""
        return self.excludes_null and self.needs_value

    @property
    def may_be_missing(self) -> bool:
        """Whether the tool can return nothing for it, and the flow goes on."""
        return self.excludes_null and not self.needs_value


class FlowFacts:
    """One flow: its graph, and what its nodes give and take."""

    def __init__(self, module: ModuleFacts, flow: Flow) -> None:
        self.module = module
        self.flow = flow
        self.graph = FlowGraph(flow)
        self.inputs = by_title(flow.effective_inputs())
        self.outputs = by_title(flow.effective_outputs())
        self.branches = flow.branches or (NEXT,)
        self.nodes: list[Node] = [self.graph.nodes[id_] for id_ in self.graph.reverse_postorder]

    def without_ways(self, ways: Callable[[str], Iterable[tuple[object, str | None]]]) -> FlowFacts:
        """The flow without the control edges that no node takes: `ways` gives the nodes that one
        can lead to. The flow itself if there are none."""
        taken = {
            (node.id, target)
            for node in self.nodes
            if not isinstance(node, EndNode)
            for _, target in ways(node.id)
        }
        edges = tuple(
            edge
            for edge in self.flow.control_edges
            if edge.from_node not in self.graph.reachable or (edge.from_node, edge.to_node) in taken
        )
        if len(edges) == len(self.flow.control_edges):
            return self
        return FlowFacts(self.module, replace(self.flow, control_edges=edges))

    def past(self, passed: Mapping[str, str]) -> FlowFacts:
        """The flow where control goes past nodes at once to those that they lead to. The flow
        itself if there are none."""
        if not passed:
            return self
        edges = tuple(
            replace(edge, to_node=passed.get(edge.to_node, edge.to_node))
            for edge in self.flow.control_edges
            if edge.from_node not in passed
        )
        return FlowFacts(self.module, replace(self.flow, control_edges=edges))

    @property
    def has_branches(self) -> bool:
        """Whether a caller has to look at the branch that the flow ended in."""
        return len(self.branches) > 1

    @cached_property
    def loops(self) -> bool:
        """Whether control can come back to a node."""
        return any(
            self.graph.is_back_edge(edge)
            for edges in self.graph.out_edges.values()
            for edge in edges
        )

    @cached_property
    def takes_max_steps(self) -> bool:
        """Whether this flow or one below it loops."""
        return self.loops or any(sub.takes_max_steps for sub in self.subflows)

    @cached_property
    def services(self) -> tuple[str, ...]:
        """The services that a run of this flow needs, at any depth."""
        own = services_of(self.module.document, (self.flow,))
        return self._with_those_below(own, [sub.services for sub in self.subflows])

    @cached_property
    def services_used(self) -> tuple[str, ...]:
        """Those of them that nodes use: what is left when the tools are complete."""
        own = services_used(self.module.document, (self.flow,))
        return self._with_those_below(own, [sub.services_used for sub in self.subflows])

    def _with_those_below(
        self, own: tuple[str, ...], below: list[tuple[str, ...]]
    ) -> tuple[str, ...]:
        needed = {*own, *(name for names in below for name in names)}
        return tuple(name for name in SERVICES if name in needed)

    @cached_property
    def makes_contexts(self) -> bool:
        """Whether this flow or one below it calls a tool that takes a context."""
        return any(
            isinstance(node, ToolNode) and self.policies(node).context for node in self.nodes
        ) or any(sub.makes_contexts for sub in self.subflows)

    @cached_property
    def has_served_tools(self) -> bool:
        """Whether this flow or one below it calls a tool that a service may run."""
        return bool(served_tools(self.module.document, (self.flow,))) or any(
            sub.has_served_tools for sub in self.subflows
        )

    def policies(self, node: ToolNode) -> Policies:
        """How the node's tool is called."""
        return policies(node, self.module.document)

    def may_come_from_state(self, node: Node, title: str) -> bool:
        """Whether the session state may fill an input that has no other value (SEMANTICS 5)."""
        return isinstance(node, ToolNode) and self.policies(node).may_fill(title)

    @cached_property
    def subflows(self) -> list[FlowFacts]:
        """The flows that nodes of this one run, each once."""
        ids = dict.fromkeys(id_ for node in self.nodes for id_ in subflow_ids(node))
        return [self.module.flows[id_] for id_ in ids]

    @cached_property
    def output_types(self) -> Mapping[str, tuple[Type, ...]]:
        """The types that a value of each flow output may have, which the ends decide."""
        found: dict[str, dict[str, Type]] = {item.title: {} for item in self.outputs}
        for end in self.nodes:
            if isinstance(end, EndNode):
                for item in self.outputs:
                    type_ = (end.input(item.title) or end.output(item.title) or item).type
                    found[item.title].setdefault(type_text(type_), type_)
        return {
            item.title: tuple(found[item.title].values()) or (item.type,) for item in self.outputs
        }

    def branches_of(self, node: Node) -> tuple[str, ...]:
        """The branches that the node can take; `default` last."""
        if isinstance(node, BranchingNode):
            named = dict.fromkeys(branch for branch in node.mapping.values() if branch != DEFAULT)
            return (*named, DEFAULT)
        if isinstance(node, FlowNode):
            return self.module.flows[node.subflow.id].branches
        if isinstance(node, CatchExceptionNode):
            return (*self.module.flows[node.subflow.id].branches, CAUGHT)
        return () if isinstance(node, EndNode) else (NEXT,)

    def chooses(self, node: Node) -> bool:
        """Whether it matters in which branch the node ends. Branches without an edge are told apart
        by their errors."""
        branches = self.branches_of(node)
        return len({self.graph.target(node.id, branch) or (branch,) for branch in branches}) > 1

    def has_failed_before(self, node_id: str, title: str) -> bool:
        """Whether the input is why a subflow failed, and the node only runs after that: then it is
        a text."""
        edges = self.graph.sources.get((node_id, title), ())
        if len(edges) != 1 or edges[0].source_output != CAUGHT_INFO:
            return False
        source = self.graph.nodes.get(edges[0].source_node)
        if not isinstance(source, CatchExceptionNode) or not self.chooses(source):
            return False
        after = self.graph.target(source.id, CAUGHT)
        if after is None or self.module.flows[source.subflow.id].has_branches:
            return False
        is_only_way = self.graph.predecessors(after) == [source.id]
        return is_only_way and self.graph.dominates(after, node_id)

    def uses(self, node_id: str, title: str) -> bool:
        """Whether the node passes the input on to what it runs, or chooses by it."""
        node = self.graph.nodes[node_id]
        match node:
            case ToolNode():
                tool = self.module.tool(node)
                return tool.inputs is None or tool.input(title) is not None
            case BranchingNode():
                return node.inputs[0].title == title
            case EndNode():
                return any(item.title == title for item in self.outputs)
            case MapNode() | ParallelMapNode():
                inner = self.module.flows[node.subflow.id].inputs
                return any(f"iterated_{item.title}" == title for item in inner)
            case OutputMessageNode(message=text) | InputMessageNode(message=text):
                return title in placeholders(text)
            case LlmNode(prompt_template=text):
                return title in placeholders(text)
        return True

    def tool_outputs(self, node: ToolNode) -> tuple[ToolOutput, ...]:
        """What is taken from the tool's result, in order (SEMANTICS 13)."""
        tool = self.module.tool(node)
        declared = node.outputs if tool.outputs is None else tool.outputs
        return tuple(self._tool_output(node, item) for item in by_title(declared))

    def _tool_output(self, node: ToolNode, item: Property) -> ToolOutput:
        own = node.output(item.title) or item
        default = next((prop for prop in (item, own) if prop.has_default), None)
        return ToolOutput(item, own.type, default, self._feeds_a_need(node, item.title))

    def _feeds_a_need(self, node: Node, title: str) -> bool:
        """Whether some input has no default and no other source than this output (SEMANTICS 14)."""
        return any(
            self._is_need(edge.destination_node, edge.destination_input)
            for edge in self.graph.destinations.get((node.id, title), ())
        )

    def _is_need(self, node_id: str, title: str) -> bool:
        node = self.graph.nodes.get(node_id)
        item = None if node is None else node.input(title)
        if item is None or item.has_default:
            return False
        sources = self.graph.sources[node_id, title]
        return len({(edge.source_node, edge.source_output) for edge in sources}) == 1

    @cached_property
    def given(self) -> Mapping[str, Mapping[str, tuple[Type, ...]]]:
        """The outputs that each reachable node writes: title to the types its values may have."""
        return {node.id: self._given_by(node) for node in self.nodes}

    def _given_by(self, node: Node) -> Mapping[str, tuple[Type, ...]]:
        if isinstance(node, StartNode):
            return {item.title: (item.type,) for item in self.inputs}
        if isinstance(node, ToolNode):
            return {item.title: (item.type,) for item in self.tool_outputs(node)}
        if isinstance(node, FlowNode):
            return self.module.flows[node.subflow.id].output_types
        if isinstance(node, ParallelFlowNode):
            subflows = [self.module.flows[ref.id] for ref in node.subflows]
            return {t: types for flow in subflows for t, types in flow.output_types.items()}
        if isinstance(node, (MapNode, ParallelMapNode)):
            subflow = self.module.flows[node.subflow.id].flow
            return {each.item.title: (each.item.type,) for each in map_outputs(node, subflow)}
        if isinstance(node, CatchExceptionNode):
            return self._given_by_catching(node)
        if isinstance(node, (InputMessageNode, LlmNode, ApiNode, AgentNode)):
            return {item.title: (item.type,) for item in node.outputs}
        return {}

    def _given_by_catching(self, node: CatchExceptionNode) -> Mapping[str, tuple[Type, ...]]:
        """The subflow's outputs, or after its failure the defaults."""
        subflow = self.module.flows[node.subflow.id]
        found: dict[str, tuple[Type, ...]] = {}
        for item in subflow.outputs:
            own = node.output(item.title) or item
            types = (*subflow.output_types[item.title], own.type if own.has_default else item.type)
            found[item.title] = tuple({type_text(type_): type_ for type_ in types}.values())
        return {**found, CAUGHT_INFO: (STRING, NULL)}


def subflow_ids(node: Node) -> tuple[str, ...]:
    """The ids of the flows that a node runs."""
    match node:
        case FlowNode() | CatchExceptionNode() | MapNode() | ParallelMapNode():
            return (node.subflow.id,)
        case ParallelFlowNode():
            return tuple(ref.id for ref in node.subflows)
    return ()


class ModuleFacts:
    """The flows that the module holds, the root first, and the tools that they call."""

    def __init__(self, document: Document, flows: tuple[Flow, ...]) -> None:
        self.document = document
        self.flows = {flow.id: FlowFacts(self, flow) for flow in flows}

    @property
    def root(self) -> FlowFacts | None:
        """The root flow; None for a library."""
        return None if self.document.root is None else self.flows.get(self.document.root)

    def tool(self, node: ToolNode) -> Component:
        """The tool that the node calls."""
        return self.document.components[node.tool.id]

    @cached_property
    def tools(self) -> Mapping[str, Component]:
        """The tools that nodes call, by name, each once, in the order of flows and nodes."""
        found: dict[str, Component] = {}
        for facts in self.flows.values():
            for node in facts.flow.nodes:
                if isinstance(node, ToolNode):
                    tool = self.tool(node)
                    found.setdefault(tool.name, tool)
        return found

    @cached_property
    def served_tools(self) -> tuple[Component, ...]:
        """The tools that nodes call and that services run if they have no function."""
        flows = tuple(facts.flow for facts in self.flows.values())
        called = {tool.id for tool in served_tools(self.document, flows)}
        components = self.document.components.items()
        return tuple({tool.name: tool for id_, tool in components if id_ in called}.values())

    @cached_property
    def served_names(self) -> frozenset[str]:
        """Their names."""
        return frozenset(tool.name for tool in self.served_tools)

    def takes_context(self, tool: Component) -> tuple[bool, bool]:
        """Whether some node's call of the tool has a context, and whether all have."""
        asked = [policies(node, self.document).context for node in self._callers.get(tool.name, ())]
        return any(asked), all(asked)

    def tool_inputs(self, tool: Component) -> tuple[Property, ...]:
        """The inputs that a tool is called with; without a list, those of its nodes."""
        return by_title(self._from_nodes(tool, "inputs") if tool.inputs is None else tool.inputs)

    def tool_outputs(self, tool: Component) -> tuple[Property, ...]:
        """The outputs of a tool; without a list, those of the nodes that call it."""
        return by_title(self._from_nodes(tool, "outputs") if tool.outputs is None else tool.outputs)

    def _from_nodes(self, tool: Component, side: str) -> tuple[Property, ...]:
        found: dict[str, Property] = {}
        for node in self._callers.get(tool.name, ()):
            for item in getattr(node, side):
                found.setdefault(item.title, item)
        return tuple(found.values())

    @cached_property
    def _callers(self) -> Mapping[str, list[ToolNode]]:
        found: dict[str, list[ToolNode]] = {}
        for facts in self.flows.values():
            for node in facts.flow.nodes:
                if isinstance(node, ToolNode):
                    found.setdefault(self.tool(node).name, []).append(node)
        return found

    def tools_below(self, facts: FlowFacts) -> list[str]:
        """The names of the tools that a run of the flow may call, at any depth, in order."""
        found: dict[str, None] = {}
        for flow in self.below(facts):
            for node in flow.flow.nodes:
                if isinstance(node, ToolNode):
                    found.setdefault(self.tool(node).name)
        return list(found)

    def below(self, facts: FlowFacts) -> Iterator[FlowFacts]:
        """The flow and those it runs, each once, level by level."""
        queue, seen = [facts], {facts.flow.id}
        for flow in queue:
            yield flow
            for sub in flow.subflows:
                if sub.flow.id not in seen:
                    seen.add(sub.flow.id)
                    queue.append(sub)


def joined(types: tuple[Type, ...]) -> Type:
    """One type for values of several."""
    return types[0] if len(types) == 1 else UnionType(members=types)


def by_title(items: Iterable[Property]) -> tuple[Property, ...]:
    """The properties, each title once; of two with one title the last counts."""
    return tuple({item.title: item for item in items}.values())
