"""When a conversion can be left out (SEMANTICS 9), told from types and defaults alone."""

from __future__ import annotations

from typing import Any

from flowc.ir.defaults import in_form
from flowc.ir.notation import type_text
from flowc.ir.types import (
    AnyType,
    ArrayType,
    BaseType,
    ObjectType,
    Scalar,
    Type,
    UnionType,
    members_of,
)
from flowc.ir.values import Json, same_json

PYTHON_TYPES: dict[str, type] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "null": type(None),
}
"""The built-in type of a converted value, by the name of the scalar."""


def settled(value: Json, type_: Type) -> bool:
    """Whether conversion to the type gives the value back as it is, whatever else there is."""
    if type_.enum is not None:
        allowed = (in_form(item, type_) for item in type_.enum)
        if not any(same_json(value, item) for item in allowed):
            return False
    match type_:
        case AnyType():
            return True
        case Scalar():
            return type(value) is PYTHON_TYPES[type_.name]
        case ArrayType():
            return isinstance(value, list) and (
                type_.items is None or all(settled(item, type_.items) for item in value)
            )
        case ObjectType():
            return isinstance(value, dict) and _is_settled_object(value, type_)
        case UnionType():
            return settled_member(value, type_) is not None


def settled_member(value: Json, union: UnionType) -> Type | None:
    """The member of a union that conversion leaves the value to as it is. That is known of scalars
    alone, and only before a `number` could make a float of an integer."""
    if not isinstance(value, (str, bool, int, type(None))):
        return None
    for member in union.members:
        if settled(value, member):
            return member
        takes_integers = isinstance(member, Scalar) and member.name == "number"
        if isinstance(member, UnionType) or (takes_integers and type(value) is int):
            return None
    return None


def _is_settled_object(value: dict[str, Any], type_: ObjectType) -> bool:
    if type_.fields is None and type_.additional is None:
        return True
    fields = {field.name: field for field in type_.fields or ()}
    if not fields and isinstance(type_.additional, BaseType):
        return all(settled(item, type_.additional) for item in value.values())
    return fields.keys() == value.keys() and all(
        settled(value[name], field.type) for name, field in fields.items()
    )


def is_needless(source: Type, destination: Type) -> bool:
    """Whether a value that was converted to `source` is passed on as it is by a conversion to
    `destination`, and a type checker sees that it is of that type."""
    if isinstance(destination, AnyType) and destination.enum is None:
        return True
    if type_text(source) == type_text(destination):
        return True
    if isinstance(source, UnionType) and source.enum is None:
        return all(is_needless(member, destination) for member in members_of(source))
    if isinstance(destination, UnionType) and destination.enum is None:
        return _first_to_fit_is_same(source, destination)
    if isinstance(source, Scalar) and isinstance(destination, Scalar):
        return source.name == destination.name and _enum_within(source, destination)
    return False


def _enum_within(source: Type, destination: Type) -> bool:
    if destination.enum is None:
        return True
    if source.enum is None:
        return False
    return all(any(same_json(a, b) for b in destination.enum) for a in source.enum)


def _first_to_fit_is_same(source: Type, union: UnionType) -> bool:
    """Whether the first member of the union that any value of `source` fits takes them all."""
    for member in members_of(union):
        if is_needless(source, member):
            return True
        if not _is_apart(source, member):
            return False
    return False


def _is_apart(source: Type, member: Type) -> bool:
    """Whether no value of `source` fits `member`, by their shapes alone."""
    if isinstance(source, Scalar) and isinstance(member, Scalar):
        same = source.name == member.name
        return not same and (source.name, member.name) != ("integer", "number")
    shapes = (Scalar, ArrayType, ObjectType)
    return (
        isinstance(source, shapes)
        and isinstance(member, shapes)
        and type(source) is not type(member)
    )
