"""Which JSON values a type takes, and the texts that its values can have (SEMANTICS 9 and 19)."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from flowc.ir.defaults import fits, in_form
from flowc.ir.types import AnyType, ArrayType, BaseType, ObjectType, Scalar, Type, UnionType
from flowc.ir.values import ABSENT
from flowc.patterns import pattern

_INTEGER_TEXT = pattern(r"(0|-?[1-9][0-9]*)\Z")


def converts(value: Any, type_: Type) -> bool:
    """Whether the value fits the type or can be rebuilt as one of its values (SEMANTICS 9); one
    that has an `enum` only takes a value of it."""
    if type_.enum is not None:
        return fits(in_form(value, type_), type_)
    match type_:
        case AnyType():
            return True
        case Scalar():
            return fits(value, type_) or _converts_scalar(value, type_)
        case ArrayType():
            return isinstance(value, (list, tuple)) and (
                type_.items is None or all(converts(item, type_.items) for item in value)
            )
        case ObjectType():
            return isinstance(value, Mapping) and _converts_object(value, type_)
        case UnionType():
            return any(converts(value, member) for member in type_.members)


def text_of(value: Any) -> str:
    """The text that the value becomes where a string is wanted."""
    return value if isinstance(value, str) else json.dumps(value)


def takes_text(type_: Type) -> bool:
    """Whether some text is a value of the type: a text becomes nothing else (SEMANTICS 9)."""
    if type_.enum is not None:
        return any(isinstance(value, str) for value in type_.enum)
    match type_:
        case AnyType():
            return True
        case Scalar():
            return type_.name == "string"
        case UnionType():
            return any(takes_text(member) for member in type_.members)
    return False


def can_be_text(type_: Type, text: str) -> bool:
    """Whether some value of the type becomes this text; null never counts, because a BranchingNode
    takes `default` for it (SEMANTICS 19)."""
    if type_.enum is not None:
        values = (in_form(value, type_) for value in type_.enum if value is not None)
        return any(text_of(value) == text for value in values)
    match type_:
        case Scalar(name="boolean"):
            return text in ("true", "false")
        case Scalar(name="integer"):
            return _INTEGER_TEXT.match(text) is not None
        case Scalar(name="number"):
            return _is_number_text(text)
        case Scalar(name="null"):
            return False
        case UnionType():
            return any(can_be_text(member, text) for member in type_.members)
    return True


def _converts_object(value: Mapping[str, Any], type_: ObjectType) -> bool:
    declared = {field.name: field for field in type_.fields or ()}
    for field in declared.values():
        if field.name in value:
            if not converts(value[field.name], field.type):
                return False
        elif field.required and field.default is ABSENT:
            return False
    extra = type_.additional
    return not isinstance(extra, BaseType) or all(
        converts(item, extra) for name, item in value.items() if name not in declared
    )


def _converts_scalar(value: Any, type_: Scalar) -> bool:
    match type_.name:
        case "string":
            return True
        case "number":
            return isinstance(value, bool)
        case "integer":
            return isinstance(value, bool) or (isinstance(value, float) and math.isfinite(value))
        case "boolean":
            return isinstance(value, (int, float))
    return False


def _is_number_text(text: str) -> bool:
    try:
        return json.dumps(float(text)) == text
    except ValueError:
        return False
