"""Field values as syntax: references by name, secrets, components where they stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flowc.decompile import make
from flowc.decompile.context import Context
from flowc.decompile.make import NOWHERE
from flowc.decompile.readable import is_generated
from flowc.decompile.types import parameters
from flowc.ir.components import Component
from flowc.ir.ids import derived_id, segment
from flowc.ir.values import ABSENT, Absent, FieldValue, Json, Ref
from flowc.syntax import tree as t

Path = tuple[str | int, ...]


def field_expression(value: FieldValue, owner: str, path: Path, context: Context) -> t.FieldExpr:
    """The value that stands at `path` in the fields of the component `owner`."""
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


def _reference(ref: Ref, owner: str, path: Path, context: Context) -> t.FieldExpr:
    if ref.id in context.names:
        return t.NameRef(make.name(context.names[ref.id]), span=NOWHERE)
    if ref.id in context.inlined:
        return inline_component(
            context.document.components[ref.id], derived_id(owner, *path), context
        )
    if ref.id == f"{owner}.{'.'.join(map(str, path))}":
        return t.SecretMark(span=NOWHERE)
    return t.IdRef(make.string(context.node_ids.get(ref.id, ref.id)), span=NOWHERE)


def inline_component(component: Component, derived: str, context: Context) -> t.InlineComponent:
    """A component that nobody else refers to, where it stands; its derived id and name go
    without saying."""
    named = component.name != derived
    return t.InlineComponent(
        make.name(component.component_type),
        None,
        parameters(component.inputs, context.types),
        parameters(component.outputs, context.types),
        field_entries(component.fields, component.id, context),
        make.described(component.description),
        tuple([make.annotation("name", make.scalar(component.name))] if named else [])
        + general_annotations(component, context),
        span=NOWHERE,
    )


def field_entries(
    fields: Mapping[str, FieldValue], owner: str, context: Context
) -> tuple[t.Entry, ...]:
    """Fields as the entries of a block."""
    return tuple(
        make.entry(key, field_expression(value, owner, (key,), context))
        for key, value in fields.items()
    )


def identity_annotations(component: Component, identifier: str) -> tuple[t.Annotation, ...]:
    """`@id` and `@name`, where they are not what the identifier says. An id that nobody wrote is
    dropped: it has no meaning."""
    found = []
    if component.id != segment(identifier) and not is_generated(component.id):
        found.append(make.annotation("id", make.scalar(component.id)))
    if component.name != identifier:
        found.append(make.annotation("name", make.scalar(component.name)))
    return tuple(found)


def general_annotations(
    component: Component,
    context: Context,
    overrides: Mapping[str, FieldValue | Absent] | None = None,
) -> tuple[t.Annotation, ...]:
    """`@meta`, and `@with` for the component's own overrides and these."""
    found = metadata_annotations(component.metadata)
    every = {**(overrides or {}), **component.overrides}
    if every:
        entries = {
            key: override_expression(value, component.id, key, context)
            for key, value in every.items()
        }
        found += (make.annotation("with", make.object_(entries)),)
    return found


def override_expression(
    value: FieldValue | Absent, owner: str, key: str, context: Context
) -> t.FieldExpr:
    """The value that `@with` gives to a field, or `absent`."""
    if value is ABSENT:
        return t.AbsentMark(span=NOWHERE)
    return field_expression(value, owner, (key,), context)


def metadata_annotations(metadata: Mapping[str, Json]) -> tuple[t.Annotation, ...]:
    """`@retry`, `@timeout`, `@context` and `@state` for what they stand for in `metadata.flowc`;
    `@meta` for the rest."""
    obeyed = metadata.get("flowc")
    rules = dict(obeyed) if isinstance(obeyed, Mapping) else {}
    found = [
        annotation
        for word in ("retry", "timeout", "context", "state")
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
        case "retry", Mapping():
            given = {key: make.literal(item) for key, item in value.items()}
            return make.named_annotation("retry", given)
        case "timeout", int() | float() if not isinstance(value, bool):
            return make.annotation("timeout", make.scalar(value))
        case (("context" | "state"), True):
            return make.annotation(word)
        case "state", [*titles] if titles and all(isinstance(title, str) for title in titles):
            return make.annotation("state", *map(make.literal, titles))
    return None
