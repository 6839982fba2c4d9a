"""Pairs of types that values are converted between (SEMANTICS 9)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.ir.types import (
    ANY,
    BOOLEAN,
    INTEGER,
    NULL,
    NUMBER,
    STRING,
    AnyType,
    ArrayType,
    Field,
    ObjectType,
    Scalar,
    Type,
    UnionType,
)
from flowc.ir.values import ABSENT
from flowc.records import replace
from flowc.testing.choices import Choices

KINDS: tuple[str, ...] = (
    "integer to string",
    "number to string",
    "boolean to string",
    "array to string",
    "object to string",
    "integer to number",
    "boolean to number",
    "number to integer",
    "boolean to integer",
    "number to boolean",
    "integer to boolean",
    "array to array",
    "object to object",
    "into a union",
)
"""The kinds of conversion that :func:`conversion_kinds` tells apart."""


def draw_destination(choices: Choices, source: Type) -> Type:
    """A type that a value of `source` can become: often `source` itself."""
    if choices.chance(45):
        return source
    return _converted(choices, source)


def _converted(choices: Choices, source: Type) -> Type:
    return choices.pick(_conversions(choices, source))


def _conversions(choices: Choices, source: Type) -> tuple[Type, ...]:
    match source:
        case Scalar(name="integer") if source.enum is None:
            return STRING, NUMBER, BOOLEAN, _union(INTEGER), _union(STRING)
        case Scalar(name="number") if source.enum is None:
            return STRING, INTEGER, BOOLEAN, _union(NUMBER), _union(INTEGER)
        case Scalar(name="boolean") if source.enum is None:
            return STRING, INTEGER, NUMBER, _union(BOOLEAN), _union(NUMBER)
        case Scalar(name="string"):
            return STRING, _union(STRING), ANY
        case Scalar() if source.enum is not None:
            return (Scalar(source.name),)
        case ArrayType(items=items) if items is not None:
            array = ArrayType(items=_converted(choices, items))
            return array, STRING, ArrayType(), array
        case ObjectType(fields=fields) if fields:
            object_ = replace(source, fields=_fewer(choices, fields), lists_required=True)
            return object_, STRING, object_, ObjectType()
        case UnionType():
            return STRING, ANY
        case _:
            return STRING, source


def _union(type_: Type) -> Type:
    return UnionType(members=(type_, NULL))


def _fewer(choices: Choices, fields: tuple[Field, ...]) -> tuple[Field, ...]:
    """The fields in another order, converted, perhaps one less."""
    kept = fields[1:] if len(fields) > 1 and choices.chance(40) else fields[::-1]
    return tuple(
        replace(item, type=_converted(choices, item.type), default=ABSENT) for item in kept
    )


def conversion_kinds(source: Type, destination: Type) -> Iterator[str]:
    """The kinds of conversion between two different types, inside arrays and objects too."""
    if source == destination:
        return
    match source, destination:
        case (_, UnionType()):
            yield "into a union"
        case (Scalar(name=name), Scalar(name=to)) if name != to and name != "null":
            yield f"{name} to {to}"
        case (ArrayType(), Scalar(name="string")):
            yield "array to string"
        case (ObjectType(), Scalar(name="string")):
            yield "object to string"
        case (ArrayType(items=items), ArrayType(items=to_items)):
            yield "array to array"
            if items is not None and to_items is not None:
                yield from conversion_kinds(items, to_items)
        case (ObjectType(), ObjectType()):
            yield "object to object"
            there = {item.name: item.type for item in source.fields or ()}
            for item in destination.fields or ():
                if item.name in there:
                    yield from conversion_kinds(there[item.name], item.type)
        case (AnyType(), _) | (_, AnyType()):
            return
