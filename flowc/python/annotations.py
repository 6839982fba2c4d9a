"""IR types as Python annotations, with the named types that they need.

Objects become TypedDicts; enums of what `Literal` can hold become Literals, named if they are long;
`type` declarations keep their names. `any` is `object`: it takes everything and promises nothing.
"""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Mapping

from flowc.ir.notation import type_text
from flowc.ir.types import (
    NULL,
    AnyType,
    ArrayType,
    BaseType,
    ObjectType,
    Scalar,
    Type,
    UnionType,
    members_of,
)
from flowc.ir.values import Json
from flowc.python.layout import Expr, Group, call, lay_out, one_line
from flowc.python.literals import text_literal
from flowc.python.modulescope import ModuleScope, type_name

_SCALARS = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "null": "object",
}
"""A value that can only be null is an `object`: type checkers refuse to use a call for a None."""
_LONG = 32
"""A Literal wider than this gets a name."""


_WORD = re.compile(r"\w+")


class Annotations:
    """The annotations of one module.

    `definitions` are the lines of its named types, in order; `excuses` are rules of ruff that they
    break for a reason.
    """

    def __init__(self, scope: ModuleScope, aliases: Mapping[str, Type]) -> None:
        self._scope = scope
        self._aliases = {type_text(type_): name for name, type_ in reversed([*aliases.items()])}
        self._named: dict[str, str] = {}
        self._alias_names: dict[tuple[str, str], str] = {}
        self.definitions: list[tuple[str, ...]] = []
        self.excuses: set[str] = set()

    def of(self, type_: Type, *hint: str) -> str:
        """The annotation of a type; `hint` are words for its name, if it needs one and has none."""
        if type_.alias is not None:
            return self._alias(type_, type_.alias)
        return self._plain(type_, hint)

    def of_any(self, types: tuple[Type, ...], *hint: str) -> str:
        """The annotation of a value that is of one of several types."""
        if len(types) > 1:
            types = tuple(part for type_ in types for part in _parts(type_))
        found = dict.fromkeys(
            "None" if type_ == NULL and len(types) > 1 else self.of(type_, *hint) for type_ in types
        )
        return "object" if "object" in found else " | ".join(_none_last(found))

    def typed_dict(
        self, name: str, fields: list[tuple[str, str, bool]], doc: tuple[str, ...] = ()
    ) -> None:
        """Define a TypedDict of (key, annotation, required) fields."""
        base = self._scope.imported("typing", "TypedDict")
        annotated = [
            (key, text if required else f"{self._not_required()}[{text}]")
            for key, text, required in fields
        ]
        keys = [key for key, _ in annotated]
        used = set(_WORD.findall(" ".join(text for _, text in annotated)))
        if all(_is_class_attribute(key) and key not in used for key in keys):
            attributes = [f"    {key}: {text}" for key, text in annotated]
            gap = ("",) if doc and attributes else ()
            body = (*doc, *gap, *attributes) or ("    pass",)
            self.definitions.append((f"class {name}({base}):", *body))
            return
        if all(map(_looks_like_an_attribute, keys)):
            self.excuses.add("UP013")
        entries = tuple((f"{text_literal(key)}: ", text) for key, text in annotated)
        value = call(base, text_literal(name), Group("", entries, "{}"))
        self.definitions.append(tuple(lay_out(f"{name} = ", value)))

    def _not_required(self) -> str:
        return self._scope.imported("typing", "NotRequired")

    def _alias(self, type_: Type, alias: str) -> str:
        key = (alias, type_text(type_))
        if key not in self._alias_names:
            text = self._plain(type_, (alias,))
            if text not in self._named.values():
                name = self._scope.public(alias)
                self._define_alias(name, text)
                text = name
            self._alias_names[key] = text
        return self._alias_names[key]

    def _define_alias(self, name: str, value: Expr) -> None:
        alias = self._scope.imported("typing", "TypeAlias")
        self.definitions.append(tuple(lay_out(f"{name}: {alias} = ", value)))

    def _new_name(self, type_: Type, hint: tuple[str, ...]) -> str:
        """A name for the type that `.flow` gave it, or one made of the hint."""
        alias = self._aliases.get(type_text(type_))
        return self._scope.public(type_name(*hint) if alias is None else alias)

    def _plain(self, type_: Type, hint: tuple[str, ...]) -> str:
        if type_.enum is not None and _can_be_literal(type_.enum):
            return self._literal(type_, type_.enum, hint)
        match type_:
            case Scalar():
                return _SCALARS[type_.name]
            case AnyType():
                return "object"
            case ArrayType():
                return f"list[{self._item(type_.items, hint)}]"
            case UnionType():
                return self.of_any(type_.members, *hint) or "object"
            case ObjectType():
                return self._object(type_, hint)

    def _item(self, type_: Type | None, hint: tuple[str, ...]) -> str:
        """The annotation of what a list or dict holds. `Any`, because lists are invariant: a
        `list[str]` is no `list[object]`."""
        text = "object" if type_ is None else self.of(type_, *hint)
        return self._scope.imported("typing", "Any") if text == "object" else text

    def _literal(self, type_: Type, values: tuple[Json, ...], hint: tuple[str, ...]) -> str:
        key = type_text(type_)
        if key not in self._named:
            texts = (text_literal(v) if isinstance(v, str) else repr(v) for v in values)
            items = tuple(("", text) for text in dict.fromkeys(texts))
            group = Group(self._scope.imported("typing", "Literal"), items, "[]")
            if key not in self._aliases and len(one_line(group)) <= _LONG:
                return one_line(group)
            self._named[key] = self._new_name(type_, hint)
            self._define_alias(self._named[key], group)
        return self._named[key]

    def _object(self, type_: ObjectType, hint: tuple[str, ...]) -> str:
        if _has_a_class(type_):
            return self._class(type_, hint)
        item = None
        if not type_.fields and isinstance(type_.additional, BaseType):
            item = type_.additional
        return f"dict[str, {self._item(item, hint)}]"

    def _class(self, type_: ObjectType, hint: tuple[str, ...]) -> str:
        key = type_text(type_)
        if key not in self._named:
            name = self._named[key] = self._new_name(type_, hint)
            fields = [
                (field.name, self.of(field.type, name, field.name), field.required)
                for field in type_.fields or ()
            ]
            self.typed_dict(name, fields)
        return self._named[key]


def _parts(type_: Type) -> tuple[Type, ...]:
    """The members of a union that has no name and no list of values; any other type alone."""
    if isinstance(type_, UnionType) and type_.alias is None and type_.enum is None:
        return members_of(type_)
    return (type_,)


def _can_be_literal(values: tuple[Json, ...]) -> bool:
    """Whether all values may stand in a Literal."""
    return bool(values) and all(value is None or isinstance(value, (str, int)) for value in values)


def _has_a_class(type_: ObjectType) -> bool:
    """Whether a TypedDict says all of the type: it names properties, and nothing else is let in."""
    return bool(type_.fields) and type_.additional in (None, False) and type_.enum is None


def _looks_like_an_attribute(key: str) -> bool:
    """Whether a TypedDict could have the key in class syntax, as ruff sees it."""
    return key.isidentifier() and not keyword.iskeyword(key) and not key.startswith("__")


def _is_class_attribute(key: str) -> bool:
    """The same as Python sees it, which normalises identifiers."""
    return _looks_like_an_attribute(key) and unicodedata.normalize("NFKC", key) == key


def _none_last(texts: Mapping[str, None]) -> list[str]:
    return [text for text in texts if text != "None"] + [t for t in texts if t == "None"]
