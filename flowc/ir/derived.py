"""What a node's inputs, outputs and branches are if its document does not list them.

The rules of the specification, one entry per node kind: a ToolNode has its tool's, a FlowNode its
subflow's, an LlmNode one input per placeholder of its prompt, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from flowc.ir.components import Component
from flowc.ir.defaults import with_default_of
from flowc.ir.flow import Flow
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
from flowc.ir.placeholders import placeholders_of
from flowc.ir.types import ANY, NULL, STRING, ArrayType, Property, UnionType
from flowc.ir.values import Ref
from flowc.records import dataclass, replace

Components = Mapping[str, Component]
Properties = tuple[Property, ...]
_N = TypeVar("_N", bound=Component)

BRANCHING_INPUT = "branching_mapping_key"
"""The input of a BranchingNode that declares none."""


def _from_placeholders(component: Component) -> Properties:
    return tuple(Property(name, STRING) for name in placeholders_of(component))


def _once(items: Iterable[Property]) -> Properties:
    found: dict[str, Property] = {}
    for item in items:
        found.setdefault(item.title, item)
    return tuple(found.values())


# Components ---------------------------------------------------------------------------------------


def component_inputs(component: Component, components: Components) -> Properties:
    """The inputs of a tool, flow or agentic component, derived if it lists none."""
    if isinstance(component, Flow):
        return component.effective_inputs()
    if component.inputs is not None:
        return component.inputs
    if component.component_type == "SpecializedAgent":
        return _once(
            item
            for part in parts(component, components)
            for item in component_inputs(part, components)
        )
    return _from_placeholders(component)


def component_outputs(component: Component, components: Components) -> Properties:
    """The outputs of a tool, flow or agentic component, derived if it lists none."""
    if isinstance(component, Flow):
        return component.effective_outputs()
    if component.outputs is not None:
        return component.outputs
    if component.component_type == "SpecializedAgent":
        return _once(
            item
            for part in parts(component, components)
            for item in component_outputs(part, components)
        )
    return ()


def parts(component: Component, components: Components) -> Iterator[Component]:
    """The agents and parameters that a SpecializedAgent is made of."""
    if component.component_type != "SpecializedAgent":
        return
    for field in ("agent", "agent_specialization_parameters"):
        value = component.fields.get(field)
        part = components.get(value.id) if isinstance(value, Ref) else None
        if part is not None and part.component_type != component.component_type:
            yield part


# Nodes --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Signature:
    """The inputs, outputs and branches of a node."""

    inputs: Properties = ()
    outputs: Properties = ()
    branches: tuple[str, ...] = (NEXT,)


def signature(node: Node, components: Components) -> Signature:
    """What the node has if it lists nothing; what it refers to is looked up in `components`.

    A node whose tool, agent or subflow is elsewhere gets nothing from it. The node's own inputs
    and outputs count only where the specification says so (StartNode, EndNode).
    """
    rule = _RULES.get(type(node))
    return Signature() if rule is None else rule(node, components)


def _called(ref: Ref, components: Components) -> Signature:
    component = components.get(ref.id)
    if component is None:
        return Signature()
    branches = component.branches if isinstance(component, Flow) else ()
    return Signature(
        _once(component_inputs(component, components)),
        _once(component_outputs(component, components)),
        branches or (NEXT,),
    )


def _start(node: StartNode, _: Components) -> Signature:
    items = node.outputs or node.inputs
    return Signature(items, items)


def _end(node: EndNode, _: Components) -> Signature:
    items = node.outputs or node.inputs
    return Signature(items, items, ())


def _tool(node: ToolNode, components: Components) -> Signature:
    called = _called(node.tool, components)
    return Signature(called.inputs, called.outputs)


def _agent(node: AgentNode, components: Components) -> Signature:
    return _called(node.agent, components)


def _flow(node: FlowNode, components: Components) -> Signature:
    return _called(node.subflow, components)


def _branching(node: BranchingNode, _: Components) -> Signature:
    branches = tuple(dict.fromkeys((*node.mapping.values(), DEFAULT)))
    return Signature((Property(BRANCHING_INPUT, STRING),), (), branches)


def _llm(node: LlmNode, _: Components) -> Signature:
    return Signature(_from_placeholders(node), (Property("generated_text", STRING),))


def _api(node: ApiNode, _: Components) -> Signature:
    return Signature(_from_placeholders(node), (Property("response", ANY),))


def _input_message(node: InputMessageNode, _: Components) -> Signature:
    return Signature(_from_placeholders(node), (Property("user_input", STRING),))


def _output_message(node: OutputMessageNode, _: Components) -> Signature:
    return Signature(_from_placeholders(node))


def _map(node: MapNode | ParallelMapNode, components: Components) -> Signature:
    called = _called(node.subflow, components)
    return Signature(
        tuple(_iterated(item) for item in called.inputs),
        tuple(
            _collected(item, "append" if node.reducers is None else node.reducers[item.title])
            for item in called.outputs
            if node.reducers is None or item.title in node.reducers
        ),
    )


def _iterated(item: Property) -> Property:
    either = UnionType(members=(item.type, ArrayType(items=item.type)))
    return Property(f"iterated_{item.title}", either)


def _collected(item: Property, reducer: str) -> Property:
    if reducer == "append":
        return Property(f"collected_{item.title}", ArrayType(items=item.type))
    return replace(item, title=f"collected_{item.title}", schema=None)


def _parallel_flow(node: ParallelFlowNode, components: Components) -> Signature:
    called = [_called(ref, components) for ref in node.subflows]
    return Signature(
        _once(item for part in called for item in part.inputs),
        _once(item for part in called for item in part.outputs),
    )


def _catch(node: CatchExceptionNode, components: Components) -> Signature:
    called = _called(node.subflow, components)
    info = Property(CAUGHT_INFO, UnionType(members=(STRING, NULL)), default=None)
    return Signature(called.inputs, (*called.outputs, info), (*called.branches, CAUGHT))


def with_inherited_defaults(node: _N, components: Components) -> _N:
    """The node, and if it catches exceptions its outputs with the defaults that it leaves to its
    subflow (SEMANTICS 24)."""
    if not isinstance(node, CatchExceptionNode):
        return node
    inner = {item.title: item for item in _catch(node, components).outputs}
    outputs = tuple(with_default_of(item, inner.get(item.title, item)) for item in node.outputs)
    return node if outputs == node.outputs else replace(node, outputs=outputs)


_RULES: Mapping[type[Node], Callable[..., Signature]] = {
    StartNode: _start,
    EndNode: _end,
    ToolNode: _tool,
    BranchingNode: _branching,
    FlowNode: _flow,
    AgentNode: _agent,
    LlmNode: _llm,
    ApiNode: _api,
    InputMessageNode: _input_message,
    OutputMessageNode: _output_message,
    MapNode: _map,
    ParallelMapNode: _map,
    ParallelFlowNode: _parallel_flow,
    CatchExceptionNode: _catch,
}
