"""Nodes as statements, without what follows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from flowc.decompile import make
from flowc.decompile.arguments import arguments
from flowc.decompile.contracts import Derived, same_properties
from flowc.decompile.make import NOWHERE
from flowc.decompile.scope import FlowScope
from flowc.decompile.types import parameters
from flowc.decompile.values import field_entries, general_annotations
from flowc.ir.flow import Flow
from flowc.ir.nodes import (
    NEXT,
    AgentNode,
    BranchingNode,
    CatchExceptionNode,
    EndNode,
    FlowNode,
    InputMessageNode,
    MapNode,
    Node,
    OutputMessageNode,
    ParallelFlowNode,
    ParallelMapNode,
    ToolNode,
)
from flowc.ir.schema import property_to_schema
from flowc.ir.types import Property
from flowc.ir.values import FieldValue, Ref
from flowc.semantics.binding.signatures import is_agent, is_tool
from flowc.syntax import tree as t

FORMS: Mapping[type[Node], tuple[str, str]] = {
    ToolNode: ("", "tool"),
    FlowNode: ("", "subflow"),
    AgentNode: ("", "agent"),
    CatchExceptionNode: ("try", "subflow"),
    MapNode: ("map", "subflow"),
    ParallelMapNode: ("parallel map", "subflow"),
    ParallelFlowNode: ("parallel", "subflows"),
}
"""Node kinds that are written as a call of what they run: the word before it, and the field that
names it."""


def call(node: Node, scope: FlowScope, arms: Sequence[t.Arm]) -> t.Call:
    """A node of any kind as a call: of what it runs, or else of its type with all its fields."""
    form, field = FORMS.get(type(node), ("", ""))
    fields = dict(node.own_fields())
    callees = _callees(node, fields.get(field), scope)
    if callees is None:
        form, callees = "", (node.component_type,)
    else:
        del fields[field]
    derived = scope.derived(node)
    label = scope.labels[node.id]
    unnamed = form != "parallel" and callees == (label,) and label not in scope.return_names
    return t.Call(
        name=None if unnamed else make.name(label),
        form=form,
        callees=tuple(map(make.name, callees)),
        arguments=arguments(node, derived, scope),
        outputs=_outputs(node, derived, scope),
        entries=field_entries(fields, node.id, scope.context),
        arms=tuple(arms),
        description=make.described(node.description),
        annotations=node_annotations(node, derived, scope),
        span=NOWHERE,
    )


def _callees(node: Node, value: FieldValue, scope: FlowScope) -> tuple[str, ...] | None:
    """The identifiers of what a node runs; None if it cannot be called by its name."""
    refs = [value] if isinstance(value, Ref) else value
    if not isinstance(refs, (list, tuple)) or not refs:
        return None
    found = [scope.context.names.get(ref.id) for ref in refs if isinstance(ref, Ref)]
    called = [_is_called(node, ref, scope) for ref in refs if isinstance(ref, Ref)]
    names = tuple(name for name in found if name is not None)
    return names if all(called) and len(names) == len(refs) else None


def _is_called(node: Node, ref: Ref, scope: FlowScope) -> bool:
    component = scope.context.document.components.get(ref.id)
    if component is None:
        return False
    if isinstance(node, ToolNode):
        return is_tool(component.component_type)
    if isinstance(node, AgentNode):
        return is_agent(component.component_type)
    return isinstance(component, Flow)


def message(node: InputMessageNode | OutputMessageNode, scope: FlowScope) -> t.Say | t.Ask:
    """`say` or `ask`."""
    derived = scope.derived(node)
    fields = dict(node.own_fields())
    text = make.described(fields.pop("message", None))
    label = scope.labels[node.id]
    bare: t.Say | t.Ask
    if isinstance(node, OutputMessageNode) and text is not None:
        bare, word = t.Say(text=text, span=NOWHERE), "say"
    else:
        bare, word = t.Ask(text=text, span=NOWHERE), "ask"
    return replace(
        bare,
        name=None if label == word else make.name(label),
        arguments=arguments(node, derived, scope),
        outputs=_outputs(node, derived, scope),
        entries=field_entries(fields, node.id, scope.context),
        description=make.described(node.description),
        annotations=node_annotations(node, derived, scope),
    )


def return_(node: EndNode, scope: FlowScope, *, labelled: bool) -> t.Return:
    """`return`, with a label only if something goes there."""
    derived = scope.derived(node)
    written = None
    if not _same_titles(node.inputs, scope.outputs):
        derived = Derived({item.title: item for item in node.inputs}, node.inputs, (), False)
        written = parameters(node.inputs, scope.context.types)
    given = arguments(node, derived, scope)
    branch = None if node.branch_name == NEXT else node.branch_name
    rest: dict[str, FieldValue] = dict(node.own_fields())
    rest.pop("branch_name", None)
    if not same_properties(node.inputs, node.outputs):
        rest["outputs"] = [property_to_schema(item) for item in node.outputs]
    return t.Return(
        name=make.name(scope.labels[node.id]) if labelled else None,
        arguments=_short(given) if len(derived.slots) == 1 else given,
        branch=None if branch is None else make.name(branch),
        outputs=written,
        description=make.described(node.description),
        annotations=general_annotations(node, scope.context, rest),
        span=NOWHERE,
    )


def _same_titles(a: Sequence[Property], b: Sequence[Property]) -> bool:
    return [item.title for item in a] == [item.title for item in b]


def _short(given: tuple[t.Argument, ...]) -> tuple[t.Argument, ...]:
    """The one argument without its name, where it is no more than a value."""
    match given:
        case (t.Argument(type=None, value=t.Value() as value, description=None, annotations=()),):
            return (t.Argument(None, None, value, span=NOWHERE),)
    return given


def _outputs(node: Node, derived: Derived, scope: FlowScope) -> tuple[t.Parameter, ...] | None:
    """The outputs that the node has and what it runs has not, or has otherwise."""
    known = {item.title: item for item in derived.outputs}
    if same_properties(node.outputs, derived.outputs) or _outputs_differ(node, derived):
        return None
    if derived.open_:
        return parameters(node.outputs, scope.context.types)
    changed = [
        item
        for item in node.outputs
        if item.title not in known or not same_properties((item,), (known[item.title],))
    ]
    return parameters(changed or node.outputs, scope.context.types)


def node_annotations(
    node: Node,
    derived: Derived,
    scope: FlowScope,
    rest: Mapping[str, FieldValue] | None = None,
) -> tuple[t.Annotation, ...]:
    """The annotations of a node: its name, metadata, and what no other form can say of it."""
    label = scope.labels[node.id]
    named = node.name != label
    overrides = {**_lists(node, derived), **(rest or {})}
    return (
        *((make.annotation("name", make.scalar(node.name)),) if named else ()),
        *general_annotations(node, scope.context, overrides),
    )


def _lists(node: Node, derived: Derived) -> Mapping[str, FieldValue]:
    """Inputs, outputs and branches that arguments, `-> (…)` and arms cannot say."""
    found: dict[str, FieldValue] = {}
    extra = isinstance(node, BranchingNode) and len(node.inputs) != len(derived.slots)
    if extra or not _titles(derived.slots.values()) <= _titles(node.inputs):
        found["inputs"] = [property_to_schema(item) for item in node.inputs]
    if _outputs_differ(node, derived):
        found["outputs"] = [property_to_schema(item) for item in node.outputs]
    if derived.branches and sorted(derived.branches) != sorted(node.branches):
        found["branches"] = list(node.branches)
    return found


def _outputs_differ(node: Node, derived: Derived) -> bool:
    """Whether the node's outputs differ from the derived ones in what `-> (…)` cannot say: it
    cannot take away an output or its description, and a `match` has none."""
    if isinstance(node, BranchingNode):
        return not same_properties(node.outputs, derived.outputs)
    if derived.open_:
        return False
    found = {item.title: item for item in node.outputs}
    return any(
        item.title not in found
        or (item.description is not None and found[item.title].description is None)
        for item in derived.outputs
    )


def _titles(items: Iterable[Property]) -> set[str]:
    return {item.title for item in items}
