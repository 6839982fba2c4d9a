"""Values in the form of their type: `5` for a number is `5.0` (SEMANTICS 9 and 10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flowc.ir.types import (
    AnyType,
    ArrayType,
    BaseType,
    ObjectType,
    Property,
    Scalar,
    Type,
    UnionType,
)
from flowc.ir.values import Absent, same_json
from flowc.records import replace

_PYTHON_TYPES: Mapping[str, type] = {"string": str, "integer": int, "boolean": bool}


def fits(value: Any, type_: Type) -> bool:
    """Whether a JSON value belongs to the type as it is: an int fits `number`, a bool is no
    integer, an object fits if its required properties are there and fit (SEMANTICS 9)."""
    if type_.enum is not None and not any(same_json(value, item) for item in type_.enum):
        return False
    match type_:
        case AnyType():
            return True
        case Scalar():
            return _fits_scalar(value, type_)
        case ArrayType():
            return isinstance(value, (list, tuple)) and (
                type_.items is None or all(fits(item, type_.items) for item in value)
            )
        case ObjectType():
            return isinstance(value, Mapping) and all(
                fits(value[field.name], field.type) if field.name in value else not field.required
                for field in type_.fields or ()
            )
        case UnionType():
            return any(fits(value, member) for member in type_.members)


def _fits_scalar(value: Any, type_: Scalar) -> bool:
    if type_.name == "null":
        return value is None
    if type_.name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    wanted = _PYTHON_TYPES[type_.name]
    return isinstance(value, wanted) and (wanted is bool or not isinstance(value, bool))


def in_form(value: Any, type_: Type) -> Any:
    """A JSON value with its integers written as floats wherever the type says `number`; in a
    union, as the first member that the value fits says. What does not fit stays as it is."""
    match type_:
        case Scalar(name="number"):
            return _as_float(value)
        case ArrayType() if type_.items is not None and isinstance(value, (list, tuple)):
            return [in_form(item, type_.items) for item in value]
        case ObjectType() if isinstance(value, Mapping):
            return {key: _member_in_form(key, item, type_) for key, item in value.items()}
        case UnionType():
            member = next((item for item in type_.members if fits(value, item)), None)
            return value if member is None else in_form(value, member)
        case _:
            return value


def with_default_of(item: Property, other: Property) -> Property:
    """The property with the other one's default if it has none of its own and the value is the same
    in both types."""
    if item.has_default or isinstance(other.default, Absent) or not fits(other.default, item.type):
        return item
    default = in_form(other.default, item.type)
    same = same_json(default, in_form(other.default, other.type))
    return replace(item, default=default) if same else item


def _member_in_form(key: str, value: Any, type_: ObjectType) -> Any:
    for field in type_.fields or ():
        if field.name == key:
            return in_form(value, field.type)
    return in_form(value, type_.additional) if isinstance(type_.additional, BaseType) else value


def _as_float(value: Any) -> Any:
    if not isinstance(value, int) or isinstance(value, bool):
        return value
    try:
        return float(value)
    except OverflowError:
        return value
