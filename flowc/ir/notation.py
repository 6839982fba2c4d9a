"""Types in the compact notation of `.flow`, on one line: for messages, and for printing sources.

The notation is exact: parsing it gives the type back (a property test proves it).
"""

from __future__ import annotations

import json
import re

from flowc.ir.types import (
    AnyType,
    ArrayType,
    BaseType,
    Field,
    ObjectType,
    Scalar,
    Type,
    UnionType,
)
from flowc.ir.values import ABSENT, Json

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_UNION, _POSTFIX = 0, 1


def identifier_text(name: str) -> str:
    """A name as an identifier: bare where the lexical form allows it, else in backticks."""
    return name if _PLAIN.match(name) else "`" + name + "`"


def json_text(value: object) -> str:
    """A JSON value on one line, keys unquoted where they may be."""
    if isinstance(value, dict):
        body = ", ".join(f"{_key(key)}: {json_text(item)}" for key, item in value.items())
        return "{ " + body + " }" if body else "{}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(json_text, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if _PLAIN.match(key) else json.dumps(key, ensure_ascii=False)


def type_text(type_: Type) -> str:
    """The type in `.flow` notation; named types by their structure, not by their alias."""
    return _text(type_, _UNION)


def _text(type_: Type, binding: int) -> str:
    if type_.enum is not None and _enum_says_all(type_):
        text, loose = " | ".join(json_text(value) for value in type_.enum), len(type_.enum) > 1
        return f"({text})" if loose and binding else text
    keywords: dict[str, Json] = dict(type_.keywords)
    if type_.enum is not None:
        keywords = {"enum": list(type_.enum), **keywords}
    text, loose = _bare(type_)
    if keywords:
        return (f"({text})" if loose else text) + " " + json_text(keywords)
    return f"({text})" if loose and binding else text


def _bare(type_: Type) -> tuple[str, bool]:
    """The text without enum and keywords, and whether it must stand in brackets to bind."""
    match type_:
        case Scalar():
            return type_.name, False
        case AnyType():
            return "any", False
        case ArrayType(items=None):
            return "array", False
        case ArrayType(items=items):
            assert items is not None
            return _text(items, _POSTFIX) + "[]", False
        case ObjectType():
            return _object(type_), False
        case UnionType(members=(first, Scalar(name="null") as last)) if last == Scalar("null"):
            return _text(first, _POSTFIX) + "?", False
        case UnionType():
            if len(type_.members) < 2:
                return "any", False
            return " | ".join(_text(member, _POSTFIX) for member in type_.members), True


def _object(type_: ObjectType) -> str:
    if type_.fields is None and type_.additional is None:
        return "object"
    parts = [_field(item) for item in type_.fields or ()]
    if isinstance(type_.additional, BaseType):
        parts.append("[string]: " + _text(type_.additional, _UNION))
    elif type_.additional is not None:
        parts.append(f"[string]: {'any' if type_.additional else 'null'}")
    return "{ " + ", ".join(parts) + " }" if parts else "{}"


def _field(item: Field) -> str:
    described = "" if item.description is None else json.dumps(item.description) + " "
    default = "" if item.default is ABSENT else " = " + json_text(item.default)
    mark = "" if item.required else "?"
    return f"{described}{_key(item.name)}{mark}: {_text(item.type, _UNION)}{default}"


def _enum_says_all(type_: Type) -> bool:
    """Whether the enum's values alone give the type: all of its scalar kind, no keywords."""
    if type_.keywords or not type_.enum:
        return False
    kinds = {"string": str, "integer": int, "number": float, "boolean": bool}
    if not isinstance(type_, Scalar) or type_.name not in kinds:
        return False
    return all(type(value) is kinds[type_.name] for value in type_.enum)
