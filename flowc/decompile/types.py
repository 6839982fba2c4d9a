"""Types and properties as syntax, in the notation that :mod:`flowc.ir.notation` decides on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flowc.decompile import make
from flowc.decompile.make import NOWHERE
from flowc.ir.notation import notate
from flowc.ir.schema import property_to_schema
from flowc.ir.types import Field, Property, Type
from flowc.ir.values import ABSENT, Absent, Json, same_json
from flowc.syntax import tree as t


class _TreeNotation:
    """Builds type expressions."""

    def named(self, name: str) -> t.TypeExpr:
        return t.NamedType(make.name(name), span=NOWHERE)

    def literals(self, values: Sequence[Json]) -> t.TypeExpr:
        members = tuple(t.LiteralType(_scalar(value), span=NOWHERE) for value in values)
        return members[0] if len(members) == 1 else t.UnionOf(members, span=NOWHERE)

    def array(self, items: t.TypeExpr) -> t.TypeExpr:
        return t.ArrayOf(items, span=NOWHERE)

    def nullable(self, type_: t.TypeExpr) -> t.TypeExpr:
        return t.Nullable(type_, span=NOWHERE)

    def union(self, members: Sequence[t.TypeExpr]) -> t.TypeExpr:
        return t.UnionOf(tuple(members), span=NOWHERE)

    def object(
        self, fields: Sequence[tuple[Field, t.TypeExpr]], additional: t.TypeExpr | None
    ) -> t.TypeExpr:
        return t.ObjectOf(
            tuple(
                t.ObjectField(
                    make.name(item.name),
                    not item.required,
                    type_,
                    default_expression(item.default),
                    make.described(item.description),
                    span=NOWHERE,
                )
                for item, type_ in fields
            ),
            additional,
            span=NOWHERE,
        )

    def with_keywords(self, type_: t.TypeExpr, keywords: Mapping[str, Json]) -> t.TypeExpr:
        entries = make.object_({key: make.literal(value) for key, value in keywords.items()})
        return t.WithKeywords(type_, entries, span=NOWHERE)


def _scalar(value: Json) -> t.Literal:
    assert value is None or isinstance(value, (bool, int, float, str))
    return make.scalar(value)


def default_expression(default: Json | Absent) -> t.FieldExpr | None:
    """A default, None if there is none."""
    return None if default is ABSENT else make.literal(default)


def type_expression(type_: Type, named: Mapping[str, Type] | None = None) -> t.TypeExpr:
    """The type as syntax; `named` are the types that have a declaration."""
    return notate(type_, _TreeNotation(), named)


def parameter(
    item: Property, named: Mapping[str, Type] | None = None, *, exact: bool = False
) -> t.Parameter:
    """An input or output as syntax; `exact`: with what its schema says in its own way."""
    return t.Parameter(
        make.name(item.title),
        type_expression(item.type, named),
        default_expression(item.default),
        make.described(item.description),
        spelling(item, property_to_schema(item)) if exact else (),
        span=NOWHERE,
    )


def parameters(
    items: Sequence[Property] | None,
    named: Mapping[str, Type] | None = None,
    *,
    exact: bool = False,
) -> tuple[t.Parameter, ...] | None:
    """A list of inputs or outputs; None stays None."""
    if items is None:
        return None
    return tuple(parameter(item, named, exact=exact) for item in items)


def spelling(item: Property, said: Mapping[str, Any]) -> tuple[t.Annotation, ...]:
    """`@with` for the keys that the property's schema has otherwise than what is `said` of it."""
    wanted = said if item.schema is None else item.schema
    entries: dict[str, t.FieldExpr] = {
        key: make.literal(value)
        for key, value in wanted.items()
        if key not in said or not same_json(value, said[key])
    }
    entries |= {key: t.AbsentMark(span=NOWHERE) for key in said if key not in wanted}
    return (make.annotation("with", make.object_(entries)),) if entries else ()
