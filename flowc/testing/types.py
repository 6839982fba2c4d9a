"""Random types, and values that fit, convert to, or cannot become a value of a type."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from hypothesis import strategies as st

from flowc.ir.types import (
    ANY,
    BOOLEAN,
    INTEGER,
    NULL,
    NUMBER,
    STRING,
    ArrayType,
    BaseType,
    Field,
    ObjectType,
    Scalar,
    Type,
    UnionType,
)
from flowc.ir.values import ABSENT, Json
from flowc.testing.choices import Choices, choices

SCALAR_TYPES: tuple[Scalar, ...] = (STRING, INTEGER, BOOLEAN, NUMBER)
FIELD_NAMES = ("a", "b", "class", "x-y")
_ENUMS: tuple[tuple[Scalar, tuple[Json, ...]], ...] = (
    (STRING, ("a", "b")),
    (STRING, ("a", "b", "done")),
    (INTEGER, (1, 2)),
)
_POOLS: dict[str, tuple[Json, ...]] = {
    "string": ("a", "b", "", "true", "1", "é", 'q"\\\n'),
    "integer": (1, 0, 2, -1, 10**20),
    "number": (1.0, 0.0, 2.5, -1.5, 1e300),
    "boolean": (True, False),
    "null": (None,),
}
_ANYTHING: tuple[Json, ...] = ("a", 1, None, True, 2.5, ["a"], {"a": 1})
_WRITTEN: tuple[Json, ...] = (1, 1.0, True, None, ["a", 1], {"a": "é"}, "a")
_KEYWORDS: tuple[dict[str, Json], ...] = ({"minimum": 0}, {"format": "date"}, {"maxLength": 3})


class Opaque:
    """A value that JSON has no form for."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Opaque)

    def __hash__(self) -> int:
        return 1

    def __repr__(self) -> str:
        return "Opaque()"


def types(*, depth: int = 2, keywords: bool = True) -> st.SearchStrategy[Type]:
    """Types of every kind, nested up to `depth`; with further JSON Schema keywords or without."""
    return choices(64).map(lambda drawn: draw_type(drawn, depth, keywords=keywords))


def values_of(type_: Type) -> st.SearchStrategy[Json]:
    """Values that fit the type as it is (SEMANTICS 9); further keywords are not looked at."""
    return choices(64).map(lambda drawn: draw_value(drawn, type_))


def draw_type(choices: Choices, depth: int, *, keywords: bool = False) -> Type:
    """A type of any kind that the dialect has; a string instead of others."""
    type_ = _draw_type(choices, depth, keywords)
    return type_ if choices.dialect.holds(type_) else STRING


def _draw_type(choices: Choices, depth: int, keywords: bool) -> Type:
    kind = choices.count(0, 19)
    if keywords and choices.chance(10):
        return Scalar(choices.pick(("integer", "string")), keywords=choices.pick(_KEYWORDS))
    if kind < 8 or depth == 0:
        return choices.pick(SCALAR_TYPES)
    if kind < 10:
        scalar, values = choices.pick(_ENUMS)
        return Scalar(scalar.name, enum=values)
    if kind < 12:
        return ArrayType(items=draw_type(choices, depth - 1, keywords=keywords))
    if kind < 15:
        return _draw_object(choices, depth - 1, keywords)
    if kind < 18:
        return draw_union(choices, draw_type(choices, depth - 1, keywords=keywords))
    rest: tuple[Type, ...] = (ANY, NULL, ArrayType(), ObjectType())
    return choices.pick(rest)


def draw_union(choices: Choices, first: Type) -> Type:
    """A union of a type and another one; the type itself if it is a union or anything."""
    if isinstance(first, UnionType) or first == ANY:
        return first
    others = [item for item in (NULL, NULL, INTEGER, STRING, BOOLEAN) if item != first]
    other = choices.pick(others)
    members = (first, other) if other == NULL or choices.chance(50) else (other, first)
    return UnionType(members=members)


def _draw_object(choices: Choices, depth: int, keywords: bool) -> ObjectType:
    if choices.chance(20):
        return ObjectType(additional=draw_type(choices, 0, keywords=keywords))
    names = FIELD_NAMES[: choices.count(1, 2)]
    fields = tuple(_draw_field(choices, name, depth, keywords) for name in names)
    return ObjectType(
        fields=fields,
        lists_required=True,
        additional=True if choices.chance(10) else None,
    )


def _draw_field(choices: Choices, name: str, depth: int, keywords: bool) -> Field:
    type_ = draw_type(choices, depth, keywords=keywords)
    if choices.chance(10):
        return Field(name, type_, required=False, default=draw_value(choices, type_))
    return Field(name, type_, required=not choices.chance(25))


def draw_value(choices: Choices, type_: Type, *, whole: bool = False) -> Json:
    """A value that fits the type; a `whole` one has all properties that the type
    names, and no other where any may be."""
    if type_.enum is not None:
        return choices.pick(type_.enum)
    match type_:
        case Scalar():
            return choices.pick(_POOLS[type_.name])
        case ArrayType(items=items):
            count = choices.count(0, 2)
            return [draw_value(choices, items or ANY, whole=whole) for _ in range(count)]
        case ObjectType():
            return _object(choices, type_, partial(draw_value, whole=whole), whole=whole)
        case UnionType() if type_.members:
            return draw_value(choices, choices.pick(type_.members), whole=whole)
        case _:
            return choices.pick(_ANYTHING)


def draw_default(choices: Choices, type_: Type) -> Json:
    """A value that fits the type, as a default: mostly a whole one, because others are refused by
    the official SDK (FLOW235)."""
    return draw_value(choices, type_, whole=not choices.chance(20))


def draw_loose(choices: Choices, type_: Type) -> Json:
    """A value that often does not fit the type, but converts to it where anything does."""
    if type_.enum is not None:
        return draw_value(choices, type_)
    match type_:
        case Scalar(name="string"):
            return choices.pick(_WRITTEN)
        case Scalar(name="number"):
            return choices.pick((1, True, False, 0))
        case Scalar(name="integer"):
            return choices.pick((1.0, -2.9, True, 0.0))
        case Scalar(name="boolean"):
            return choices.pick((1, 0, 0.0, 2.5))
        case ArrayType(items=items) if items is not None:
            return [draw_loose(choices, items) for _ in range(choices.count(1, 2))]
        case ObjectType():
            value = _object(choices, type_, draw_loose)
            return value if type_.additional is not None else value | {"extra": 1}
        case UnionType() if type_.members:
            return draw_loose(choices, choices.pick(type_.members))
        case _:
            return draw_value(choices, type_)


def draw_wrong(choices: Choices, type_: Type) -> Any:
    """A value that most likely cannot become one of the type (anything fits `any`)."""
    match type_:
        case Scalar(name="string"):
            return Opaque()
        case Scalar(name="integer"):
            return choices.pick(("1", None, [], float("nan"), float("inf")))
        case Scalar(name="number"):
            return choices.pick(("1", None, {}, 10**400))
        case Scalar():
            return choices.pick(("true", [], Opaque()))
        case ArrayType(items=items) if items is not None and choices.chance(60):
            return [draw_value(choices, items), draw_wrong(choices, items)]
        case ArrayType():
            return choices.pick(("a", {}, (1, 2), None))
        case ObjectType(fields=fields) if fields and choices.chance(70):
            value = _object(choices, type_, draw_value)
            broken = choices.pick(fields)
            wrong = value | {broken.name: draw_wrong(choices, broken.type)}
            if choices.chance(40):
                del wrong[broken.name]
            return wrong
        case _:
            return choices.pick((Opaque(), "wrong", 1.5, None))


def _object(
    choices: Choices,
    type_: ObjectType,
    item: Callable[[Choices, Type], Json],
    *,
    whole: bool = False,
) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for field in type_.fields or ():
        if whole or (field.required and field.default is ABSENT) or choices.chance(60):
            value[field.name] = item(choices, field.type)
    if isinstance(type_.additional, BaseType) and choices.chance(60):
        value["more"] = item(choices, type_.additional)
    elif type_.additional is True and not whole and choices.chance(40):
        value["more"] = "kept"
    return value
