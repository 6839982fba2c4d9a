"""Types in the compact notation of `.flow`: how each type is written, decided once.

:func:`notate` takes the decisions and gives them to a builder: :func:`type_text` builds text (for
messages), :mod:`flowc.decompile` builds a syntax tree. The notation is exact: reading it gives the
type back by meaning (a property test proves it). What the compact forms cannot say is written as a
raw schema, `any { … }`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from flowc.ir.schema import schema_from_type
from flowc.ir.types import (
    NULL,
    AnyType,
    ArrayType,
    BaseType,
    Field,
    ObjectType,
    Scalar,
    Type,
    UnionType,
    inner_types,
)
from flowc.ir.values import ABSENT, Json
from flowc.patterns import pattern
from flowc.records import dataclass

T = TypeVar("T")

_PLAIN = pattern(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_UNSEEN = pattern(
    "[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]"
)
"""Characters that a text shows misleadingly or not at all, and those no file can hold."""

STRUCTURAL = frozenset(
    ("type", "properties", "required", "additionalProperties", "items", "anyOf", "oneOf", "default")
)
"""Keywords that are no part of `T { … }`, because T itself says what they say."""


# Names and values ------------------------------------------------------------------------------


def is_plain(name: str) -> bool:
    """Whether the name is an identifier as it stands, without backticks."""
    return _PLAIN.match(name) is not None


def identifier_text(name: str) -> str:
    """A name as an identifier: bare where the lexical form allows it, else in backticks."""
    if is_plain(name):
        return name
    return "`" + string_text(name)[1:-1].replace('\\"', '"').replace("`", "\\`") + "`"


def string_text(value: str) -> str:
    """A string in double quotes; what could not be seen in it is escaped."""
    return _UNSEEN.sub(lambda m: f"\\u{ord(m[0]):04x}", json.dumps(value, ensure_ascii=False))


def key_text(key: str) -> str:
    """A key of an object: bare where it is an identifier, else a string."""
    return key if is_plain(key) else string_text(key)


def json_text(value: object) -> str:
    """A JSON value on one line, keys unquoted where they may be."""
    if isinstance(value, Mapping):
        body = ", ".join(f"{key_text(key)}: {json_text(item)}" for key, item in value.items())
        return "{ " + body + " }" if body else "{}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(json_text, value)) + "]"
    return string_text(value) if isinstance(value, str) else json.dumps(value)


# Types -----------------------------------------------------------------------------------------


class Notation(Protocol[T]):
    """Builds the written form of a type from the written forms of its parts."""

    def named(self, name: str) -> T:
        """`string`, …, `any`, `object`, `array`, or the name of a `type` declaration."""

    def literals(self, values: Sequence[Json]) -> T:
        """`"a" | "b"`: an enum of one scalar kind."""

    def array(self, items: T) -> T:
        """`T[]`."""

    def nullable(self, type_: T) -> T:
        """`T?`."""

    def union(self, members: Sequence[T]) -> T:
        """`T | U`."""

    def object(self, fields: Sequence[tuple[Field, T]], additional: T | None) -> T:
        """`{ a: T, b?: T, [string]: T }`."""

    def with_keywords(self, type_: T, keywords: Mapping[str, Json]) -> T:
        """`T { keyword: value }`."""


def notate(type_: Type, notation: Notation[T], named: Mapping[str, Type] | None = None) -> T:
    """The written form of a type. A type whose alias is in `named`, with the same meaning there,
    is written as that name. Iterative, because documents nest."""
    names = named or {}
    built: list[T] = []
    work: list[tuple[Type, bool]] = [(type_, False)]
    while work:
        current, parts_built = work.pop()
        parts = _parts(current, names)
        if parts and not parts_built:
            work.append((current, True))
            work.extend((part, False) for part in reversed(parts))
        else:
            first = len(built) - len(parts)
            built[first:] = [_written(current, built[first:], notation, names)]
    return built[0]


def _parts(type_: Type, names: Mapping[str, Type]) -> tuple[Type, ...]:
    """The types whose written forms are part of this one's."""
    if _alias(type_, names) or _only_as_schema(type_) or literal_values(type_):
        return ()
    return inner_types(type_)


def _written(
    type_: Type, parts: Sequence[T], notation: Notation[T], names: Mapping[str, Type]
) -> T:
    if alias := _alias(type_, names):
        return notation.named(alias)
    if _only_as_schema(type_):
        return notation.with_keywords(notation.named("any"), schema_from_type(type_))
    if values := literal_values(type_):
        return notation.literals(values)
    bare = _bare(type_, parts, notation)
    keywords: dict[str, Json] = dict(type_.keywords)
    if type_.enum is not None:
        keywords = {"enum": type_.enum, **keywords}
    return notation.with_keywords(bare, keywords) if keywords else bare


def _bare(type_: Type, parts: Sequence[T], notation: Notation[T]) -> T:
    """The written form without enum and keywords."""
    match type_:
        case Scalar(name=name):
            return notation.named(name)
        case ArrayType():
            return notation.array(parts[0]) if parts else notation.named("array")
        case ObjectType(fields=None, additional=None):
            return notation.named("object")
        case ObjectType():
            return _object(type_, parts, notation)
        case UnionType(members=(_, Scalar("null", enum=None) as last)) if not last.keywords:
            return notation.nullable(parts[0])
        case UnionType():
            return notation.union(parts)
        case AnyType():
            return notation.named("any")


def _object(type_: ObjectType, parts: Sequence[T], notation: Notation[T]) -> T:
    """`[string]: any` stands for `additionalProperties: true`, which means the same as `{}` there,
    and `[string]: null` for false."""
    fields = type_.fields or ()
    extra: T | None = None
    if isinstance(type_.additional, BaseType):
        extra = parts[-1]
    elif type_.additional is not None:
        extra = notation.named("any" if type_.additional else "null")
    return notation.object(list(zip(fields, parts, strict=False)), extra)


def _alias(type_: Type, names: Mapping[str, Type]) -> str | None:
    return type_.alias if type_.alias is not None and names.get(type_.alias) == type_ else None


def _only_as_schema(type_: Type) -> bool:
    """Whether no compact form says this type: a union of fewer than two members, or one whose
    literals would run together into one enum; an object type whose `[string]: null` would be read
    as `additionalProperties: false`; keywords that belong to another type."""
    if STRUCTURAL & type_.keywords.keys():
        return True
    if isinstance(type_, UnionType):
        kinds = [_literal_kind(member) for member in type_.members]
        literal = [kind for kind in kinds if kind is not None]
        return len(type_.members) < 2 or len(set(literal)) < len(literal)
    return isinstance(type_, ObjectType) and type_.additional == NULL


def _literal_kind(type_: Type) -> str | None:
    """The kind of a type written as one literal; integers and numbers are of one kind."""
    values = literal_values(type_)
    if len(values) != 1 or not isinstance(type_, Scalar):
        return None
    return "number" if type_.name == "integer" else type_.name


def literal_values(type_: Type) -> tuple[Json, ...]:
    """The values of an enum that alone give the type: different ones of its scalar kind, and no
    keywords beside them."""
    kinds = {"string": str, "integer": int, "number": float, "boolean": bool}
    if type_.keywords or not type_.enum or not isinstance(type_, Scalar):
        return ()
    kind = kinds.get(type_.name)
    alike = all(type(value) is kind for value in type_.enum)
    return type_.enum if alike and len(set(map(str, type_.enum))) == len(type_.enum) else ()


@dataclass(frozen=True, slots=True)
class _Text:
    """Notation, and whether it needs brackets before a postfix or inside a union."""

    text: str
    loose: bool = False

    def tight(self) -> str:
        """The text, bracketed where it is loose."""
        return f"({self.text})" if self.loose else self.text


class _TextNotation:
    """Builds text on one line."""

    def named(self, name: str) -> _Text:
        return _Text(identifier_text(name))

    def literals(self, values: Sequence[Json]) -> _Text:
        return _Text(" | ".join(map(json_text, values)), len(values) > 1)

    def array(self, items: _Text) -> _Text:
        return _Text(items.tight() + "[]")

    def nullable(self, type_: _Text) -> _Text:
        return _Text(type_.tight() + "?")

    def union(self, members: Sequence[_Text]) -> _Text:
        return _Text(" | ".join(member.tight() for member in members), True)

    def object(self, fields: Sequence[tuple[Field, _Text]], additional: _Text | None) -> _Text:
        parts = [_field_text(item, type_.text) for item, type_ in fields]
        if additional is not None:
            parts.append("[string]: " + additional.text)
        return _Text("{ " + ", ".join(parts) + " }" if parts else "{}")

    def with_keywords(self, type_: _Text, keywords: Mapping[str, Json]) -> _Text:
        return _Text(f"{type_.tight()} {json_text(keywords)}")


def _field_text(item: Field, type_: str) -> str:
    described = "" if item.description is None else string_text(item.description) + " "
    default = "" if item.default is ABSENT else " = " + json_text(item.default)
    return f"{described}{key_text(item.name)}{'' if item.required else '?'}: {type_}{default}"


def type_text(type_: Type) -> str:
    """The type in `.flow` notation, on one line; named types by their structure."""
    return notate(type_, _TextNotation()).text
