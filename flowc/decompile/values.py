"""Field values as syntax: references by name, secrets, components where they stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flowc.decompile import make
from flowc.decompile.context import Context
from flowc.decompile.make import NOWHERE
from flowc.decompile.types import parameters
from flowc.ir.components import Component
from flowc.ir.flow import Flow
from flowc.ir.ids import derived_id, segment
from flowc.ir.meaning import says_nothing
from flowc.ir.nodes import NEXT, EndNode, Node, StartNode
from flowc.ir.values import ABSENT, Absent, FieldValue, Json, Ref, secret
from flowc.semantics.binding.policies import POLICIES
from flowc.semantics.binding.signatures import is_tool
from flowc.semantics.policies import is_amount
from flowc.semantics.retry_fields import is_retry
from flowc.syntax import tree as t

Path = tuple[str | int, ...]


def field_expression(
    value: FieldValue, owner: str | None, path: Path, context: Context
) -> t.FieldExpr:
    """The value that stands at `path` in the fields of the component `owner`; None for an edge,
    which has no secrets, and whose id its source need not have."""
    if isinstance(value, Ref):
        return _reference(value, owner, path, context)
    if isinstance(value, Mapping):
        return make.object_(
            {
                key: field_expression(item, owner, (*path, key), context)
                for key, item in value.items()
            }
        )
    if isinstance(value, Sequence) and not isinstance(value, str):
        return make.array(
            [
                field_expression(item, owner, (*path, index), context)
                for index, item in enumerate(value)
            ]
        )
    return make.scalar(value)


def _reference(ref: Ref, owner: str | None, path: Path, context: Context) -> t.FieldExpr:
    if ref.id in context.names:
        return t.NameRef(make.name(context.names[ref.id]), span=NOWHERE)
    if owner is not None and ref.id in context.inlined:
        return inline_component(
            context.document.components[ref.id], derived_id(owner, *path), context
        )
    if owner is not None and ref == secret(owner, ".".join(map(str, path))):
        return t.SecretMark(span=NOWHERE)
    return t.IdRef(make.string(context.node_ids.get(ref.id, ref.id)), span=NOWHERE)


def inline_component(component: Component, derived: str, context: Context) -> t.InlineComponent:
    """A component that nobody else refers to, where it stands; its derived id and name go
    without saying."""
    named = component.name != derived
    return t.InlineComponent(
        make.name(component.component_type),
        None,
        parameters(component.inputs, context.types, exact=context.exact),
        parameters(component.outputs, context.types, exact=context.exact),
        field_entries(written_fields(component, context), component.id, context),
        make.described(component.description),
        tuple([make.annotation("name", make.scalar(component.name))] if named else [])
        + general_annotations(
            component,
            context,
            unusual_branches(component),
            policies=is_tool(component.component_type),
        ),
        component.comments,
        span=NOWHERE,
    )


def written_fields(component: Component, context: Context) -> Mapping[str, FieldValue]:
    """The fields that the block of a component holds: those that say something, all of them in an
    exact source; that an EndNode ends in `next` goes without saying."""
    own = component.own_fields() if isinstance(component, Node) else component.fields
    fields = {
        name: value
        for name, value in own.items()
        if context.exact or not says_nothing(component, name, value)
    }
    if isinstance(component, EndNode) and component.branch_name == NEXT:
        fields.pop("branch_name", None)
    return fields


def unusual_branches(component: Component) -> Mapping[str, FieldValue]:
    """The branches of a node that stands in no flow, where its kind has others."""
    usual = () if isinstance(component, EndNode) else (NEXT,)
    if not isinstance(component, Node) or component.branches == usual:
        return {}
    return {"branches": list(component.branches)}


def field_entries(
    fields: Mapping[str, FieldValue], owner: str, context: Context
) -> tuple[t.Entry, ...]:
    """Fields as the entries of a block."""
    return tuple(
        make.entry(key, field_expression(value, owner, (key,), context))
        for key, value in fields.items()
    )


def identity_annotations(
    component: Component, identifier: str, context: Context
) -> tuple[t.Annotation, ...]:
    """`@id` and `@name` of a declaration, where they are not what the identifier says. An id that
    nobody wrote is dropped: it has no meaning."""
    has_id = component.id != segment(identifier) and not context.drops(component.id)
    return _identity(component, has_id, component.name != identifier)


def node_identity(
    node: Component, flow: Flow, label: str, context: Context
) -> tuple[t.Annotation, ...]:
    """`@id` and `@name` of a node, where they are not what its label says. Ids of nodes and names
    of StartNodes and EndNodes mean nothing, and only an exact source has them; but a node that
    stands in several flows is one by its id, and a StartNode keeps its name where another node is
    called `start`."""
    has_id = node.id in context.kept or (context.exact and node.id != derived_id(flow.id, label))
    nameless = (StartNode, EndNode)
    has_name = context.exact or not isinstance(node, nameless)
    if isinstance(node, StartNode):
        others = (other for other in flow.nodes if not isinstance(other, nameless))
        has_name |= any(other.name == label for other in others)
    return _identity(node, has_id, has_name and node.name != label)


def _identity(component: Component, has_id: bool, has_name: bool) -> tuple[t.Annotation, ...]:
    found = []
    if has_id:
        found.append(make.annotation("id", make.scalar(component.id)))
    if has_name and "name" not in component.overrides:
        found.append(make.annotation("name", make.scalar(component.name)))
    return tuple(found)


def general_annotations(
    component: Component,
    context: Context,
    overrides: Mapping[str, FieldValue | Absent] | None = None,
    *,
    policies: bool = False,
) -> tuple[t.Annotation, ...]:
    """`@meta`, and `@with` for the component's own overrides and these. `policies`: whether @retry
    and the like may stand here."""
    found = metadata_annotations(context.metadata(component), policies=policies)
    every = {**(overrides or {}), **component.overrides}
    return found + with_annotations(every, component.id, context)


def with_annotations(
    overrides: Mapping[str, FieldValue | Absent], owner: str | None, context: Context
) -> tuple[t.Annotation, ...]:
    """`@with`, if there are overrides."""
    entries = {
        key: _override_expression(value, owner, key, context) for key, value in overrides.items()
    }
    return (make.annotation("with", make.object_(entries)),) if entries else ()


def _override_expression(
    value: FieldValue | Absent, owner: str | None, key: str, context: Context
) -> t.FieldExpr:
    """The value that `@with` gives to a field, or `absent`."""
    if value is ABSENT:
        return t.AbsentMark(span=NOWHERE)
    return field_expression(value, owner, (key,), context)


def metadata_annotations(
    metadata: Mapping[str, Json], *, policies: bool = False
) -> tuple[t.Annotation, ...]:
    """`@retry`, `@timeout`, `@context` and `@state` for what they stand for in `metadata.flowc`,
    where these policies may stand; `@meta` for the rest."""
    obeyed = metadata.get("flowc")
    rules = dict(obeyed) if isinstance(obeyed, Mapping) else {}
    found = [
        annotation
        for word in (POLICIES if policies else ())
        if word in rules and (annotation := _policy(word, rules[word])) is not None
    ]
    for annotation in found:
        del rules[annotation.name.text]
    rest = {key: value for key, value in metadata.items() if key != "flowc"}
    if rules or (not isinstance(obeyed, Mapping) and "flowc" in metadata):
        rest["flowc"] = rules or obeyed
    if rest:
        entries = {key: make.literal(value) for key, value in rest.items()}
        found.insert(0, make.annotation("meta", make.object_(entries)))
    return tuple(found)


def _policy(word: str, value: Json) -> t.Annotation | None:
    """The annotation that puts this value into `metadata.flowc`; None if none does."""
    match word, value:
        case "retry", Mapping() if is_retry(value):
            given = {key: make.literal(item) for key, item in value.items()}
            return make.named_annotation("retry", given)
        case "timeout", int() | float() if is_amount(value):
            return make.annotation("timeout", make.scalar(value))
        case (("context" | "state"), True):
            return make.annotation(word)
        case "state", [*titles] if titles and all(isinstance(title, str) for title in titles):
            return make.annotation("state", *map(make.literal, titles))
    return None
