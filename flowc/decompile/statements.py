"""Nodes as statements, without what follows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from flowc.decompile import make
from flowc.decompile.arguments import argument_name, arguments
from flowc.decompile.contracts import Derived, same_properties
from flowc.decompile.lists import (
    can_say_outputs,
    schemas,
    titles,
    unsaid_lists,
)
from flowc.decompile.make import NOWHERE
from flowc.decompile.scope import FlowScope
from flowc.decompile.types import parameters
from flowc.decompile.values import (
    field_entries,
    general_annotations,
    node_identity,
    written_fields,
)
from flowc.ir.flow import Flow
from flowc.ir.nodes import (
    NEXT,
    AgentNode,
    CatchExceptionNode,
    EndNode,
    FlowNode,
    InputMessageNode,
    MapNode,
    Node,
    OtherNode,
    OutputMessageNode,
    ParallelFlowNode,
    ParallelMapNode,
    ToolNode,
)
from flowc.ir.values import FieldValue, Ref
from flowc.records import replace
from flowc.semantics.binding.contracts import DEFAULT_OUTPUTS
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
    fields = dict(written_fields(node, scope.context))
    callees = _callees(node, fields.get(field), scope)
    if callees is None:
        form, callees = "", (called_type(node),)
    else:
        del fields[field]
    derived = scope.derived(node)
    given = arguments(node, derived, scope)
    label = scope.labels[node.id]
    unnamed = form != "parallel" and callees == (label,) and label not in scope.return_names
    return t.Call(
        name=None if unnamed else make.name(label),
        form=form,
        callees=tuple(map(make.name, callees)),
        arguments=given,
        outputs=_outputs(node, derived, scope),
        entries=field_entries(fields, node.id, scope.context),
        arms=tuple(arms),
        description=make.described(node.description),
        annotations=node_annotations(node, derived, scope, given, policies=True),
        comments=node.comments,
        span=NOWHERE,
    )


def called_type(node: Node) -> str:
    """The type by whose name a node is called; one that no call can name stands in `@with`."""
    return node.component_type if node.component_type[:1].isupper() else OtherNode.__name__


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
    fields = dict(written_fields(node, scope.context))
    fields.pop("message", None)
    text = make.described(node.message)
    given = arguments(node, derived, scope)
    label = scope.labels[node.id]
    bare: t.Say | t.Ask
    if isinstance(node, OutputMessageNode) and text is not None:
        bare = t.Say(text=text, span=NOWHERE)
    else:
        bare = t.Ask(text=text, span=NOWHERE)
    return replace(
        bare,
        name=None if label == "ask" else make.name(label),
        arguments=given,
        outputs=_outputs(node, derived, scope),
        entries=field_entries(fields, node.id, scope.context),
        description=make.described(node.description),
        annotations=node_annotations(node, derived, scope, given),
        comments=node.comments,
    )


def return_(node: EndNode, scope: FlowScope, *, labelled: bool) -> t.Return:
    """`return`, with a label only if something goes there, or an exact id or name hangs on it."""
    derived = scope.derived(node)
    written = None
    if titles(node.inputs) != titles(scope.outputs):
        derived = Derived({item.title: item for item in node.inputs}, node.inputs, (), False)
        written = parameters(node.inputs, scope.context.types, exact=scope.context.exact)
    given = arguments(node, derived, scope)
    branch = None if node.branch_name == NEXT else node.branch_name
    rest: dict[str, FieldValue] = dict(node.own_fields())
    rest.pop("branch_name", None)
    if node.branches:
        rest["branches"] = list(node.branches)
    if not same_properties(node.inputs, node.outputs):
        rest["outputs"] = schemas(node.outputs)
    label = scope.labels[node.id]
    identity = node_identity(node, scope.flow, label, scope.context)
    return t.Return(
        name=make.name(label) if labelled or scope.is_named_exactly(node) else None,
        arguments=_short(given) if len(derived.slots) == 1 else given,
        branch=None if branch is None else make.name(branch),
        outputs=written,
        description=make.described(node.description),
        annotations=identity + general_annotations(node, scope.context, rest),
        comments=node.comments,
        span=NOWHERE,
    )


def _short(given: tuple[t.Argument, ...]) -> tuple[t.Argument, ...]:
    """The one argument without its name, where it is no more than a value."""
    match given:
        case (t.Argument(type=None, value=t.Value() as value, description=None, annotations=()),):
            return (t.Argument(None, None, value, span=NOWHERE),)
    return given


def _outputs(node: Node, derived: Derived, scope: FlowScope) -> tuple[t.Parameter, ...] | None:
    """The outputs that the node has and what it runs has not, or has otherwise."""
    known = {item.title: item for item in derived.outputs}
    if same_properties(node.outputs, derived.outputs) or not can_say_outputs(node, derived):
        return None
    if type(node) in DEFAULT_OUTPUTS:
        return parameters(node.outputs, scope.context.types, exact=scope.context.exact)
    changed = [
        item
        for item in node.outputs
        if item.title not in known or not same_properties((item,), (known[item.title],))
    ]
    return parameters(changed or node.outputs, scope.context.types, exact=scope.context.exact)


def node_annotations(
    node: Node,
    derived: Derived,
    scope: FlowScope,
    given: Iterable[t.Argument],
    *,
    policies: bool = False,
) -> tuple[t.Annotation, ...]:
    """The annotations of a node with these arguments: its name, metadata, and what no other form
    can say of it."""
    named = [argument_name(argument, derived) for argument in given]
    overrides = unsaid_lists(node, derived, named)
    if called_type(node) != node.component_type:
        overrides["component_type"] = node.component_type
    return (
        *node_identity(node, scope.flow, scope.labels[node.id], scope.context),
        *general_annotations(node, scope.context, overrides, policies=policies),
    )
