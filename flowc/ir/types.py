"""The types of inputs and outputs: JSON Schema, as far as Agent Spec gives it a meaning.

Every type carries `enum` (the only values allowed) and `keywords` (further JSON Schema keywords,
kept as they are: `minimum`, `format`, nested `title` and `description`, …). `alias` is the name
that a `.flow` file gave to the type; it is no part of the type's meaning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from flowc.ir.values import ABSENT, Absent, Json
from flowc.records import dataclass, field, replace
from flowc.text import Location

ScalarName: TypeAlias = Literal["string", "integer", "number", "boolean", "null"]
SCALARS: tuple[ScalarName, ...] = ("string", "integer", "number", "boolean", "null")


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseType:
    """What all types share."""

    enum: tuple[Json, ...] | None = None
    keywords: Mapping[str, Json] = field(default_factory=dict)
    alias: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Scalar(BaseType):
    """`string`, `integer`, `number`, `boolean` or `null`."""

    name: ScalarName


@dataclass(frozen=True, slots=True)
class AnyType(BaseType):
    """A type that allows everything, or a raw schema in `keywords` that the IR does not model."""


@dataclass(frozen=True, slots=True)
class ArrayType(BaseType):
    """An array; `items` absent means that the schema has no `items`."""

    items: Type | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A property of an object type.

    `required` is what the schema's `required` says; without that list, every property that has no
    default is required (SEMANTICS 9).
    """

    name: str
    type: Type
    required: bool = True
    description: str | None = None
    default: Json | Absent = ABSENT


@dataclass(frozen=True, slots=True)
class ObjectType(BaseType):
    """An object; `fields` None means that the schema has no `properties`.

    `additional` is the schema's `additionalProperties`: a type, True, False, or None if absent.
    `lists_required`: whether the schema has a `required` list of its own.
    """

    fields: tuple[Field, ...] | None = None
    additional: Type | bool | None = None
    lists_required: bool = False


@dataclass(frozen=True, slots=True)
class UnionType(BaseType):
    """One of several types: `anyOf`, `oneOf`, or a list in `type`."""

    members: tuple[Type, ...] = ()


Type: TypeAlias = Scalar | AnyType | ArrayType | ObjectType | UnionType

STRING = Scalar("string")
INTEGER = Scalar("integer")
NUMBER = Scalar("number")
BOOLEAN = Scalar("boolean")
NULL = Scalar("null")
ANY = AnyType()


@dataclass(frozen=True, slots=True)
class Property:
    """A named, typed input or output.

    `default` is :data:`ABSENT` if there is none; `null` is a default like any other (SEMANTICS 10).
    `schema` is the JSON object that the property was read from, for exact conversion and for
    diagnostics; it is no part of the meaning. `verbatim`: it is written as it is, because `@with`
    says so. `origin` is where it stands; a node's property that only repeats what the node runs has
    none.
    """

    title: str
    type: Type
    description: str | None = None
    default: Json | Absent = ABSENT
    schema: Mapping[str, Json] | None = field(default=None, compare=False, repr=False)
    verbatim: bool = field(default=False, compare=False, repr=False)
    origin: Location | None = field(default=None, compare=False, repr=False)

    @property
    def has_default(self) -> bool:
        """Whether the property may stay without a value."""
        return self.default is not ABSENT


def without_origins(items: Iterable[Property]) -> tuple[Property, ...]:
    """The properties as a node has them that does not list them itself."""
    return tuple(item if item.origin is None else replace(item, origin=None) for item in items)


def inner_types(type_: Type) -> tuple[Type, ...]:
    """The types that stand directly inside a type."""
    match type_:
        case ArrayType(items=items) if items is not None:
            return (items,)
        case ObjectType():
            extra = (type_.additional,) if isinstance(type_.additional, BaseType) else ()
            return (*(item.type for item in type_.fields or ()), *extra)
        case UnionType():
            return type_.members
    return ()


def members_of(type_: Type) -> tuple[Type, ...]:
    """The alternatives of a union, flattened; any other type alone."""
    if isinstance(type_, UnionType):
        return tuple(inner for member in type_.members for inner in members_of(member))
    return (type_,)


def allows_null(type_: Type) -> bool:
    """Whether null is a value of the type."""
    if type_.enum is not None:
        return any(value is None for value in type_.enum)
    return any(
        isinstance(member, AnyType) or (isinstance(member, Scalar) and member.name == "null")
        for member in members_of(type_)
    )
