"""Conversion of a value to a type (SEMANTICS 9): what fits stays, what does not is rebuilt.

It looks only at the value and at the type it goes to. Nothing that is given is ever changed.
"""

from __future__ import annotations

import json

from flowc import faults
from flowc.faults import Fault
from flowc.interpreter.defaults import default_of
from flowc.ir.notation import type_text
from flowc.ir.types import AnyType, ArrayType, ObjectType, Scalar, Type, UnionType
from flowc.ir.values import ABSENT, same_json
from flowc.records import replace


def convert(value: object, type_: Type, place: str) -> object:
    """`value` as a value of `type_`: the same object if it fits already (an int that becomes a
    float aside), else a new one.

    `place` says in errors where the value goes (`flowc.faults`); below it the way into arrays and
    objects is added. Raises TypeError (CONVERSION, MISSING_FIELD) or ValueError (ENUM).
    """
    try:
        return _converted(value, type_)
    except _Misfit as misfit:
        raise misfit.error(place) from None


def fits(value: object, type_: Type) -> bool:
    """Whether `value` is of `type_` by built-in type or a subclass of it; a bool is no integer, a
    tuple no array, and an int fits `number` (if a float can be that large)."""
    return _has_shape(value, type_) and _is_allowed(value, type_)


def plain_class(type_: Type) -> type | None:
    """The class whose instances all are of the type as they are, if there is one."""
    return _CLASSES[type_.name] if isinstance(type_, Scalar) and type_.enum is None else None


_CLASSES: dict[str, type] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "null": type(None),
}


class _Misfit(Exception):
    """A value that cannot be converted; the way to it grows while the error travels outwards."""

    def __init__(self, fault: Fault, **values: object) -> None:
        self.fault = fault
        self.values = values
        self.way = ""

    def error(self, place: str) -> BaseException:
        """The error to raise, for a value that went to `place`."""
        return self.fault.error(place=place + self.way, **self.values)


def _mismatch(value: object, type_: Type) -> _Misfit:
    return _Misfit(faults.CONVERSION, type=type_text(type_), actual=type(value).__name__)


# Conversion: of any type, then of each kind of type --------------------------------------------


def _converted(value: object, type_: Type) -> object:
    result = _shaped(value, type_)
    if not _is_allowed(result, type_):
        assert type_.enum is not None
        raise _Misfit(faults.ENUM, allowed=faults.allowed_text(type_.enum))
    return result


def _shaped(value: object, type_: Type) -> object:
    """`value` converted, the type's own `enum` aside."""
    match type_:
        case AnyType():
            return value
        case Scalar():
            return _scalar(value, type_)
        case ArrayType():
            return _array(value, type_)
        case ObjectType():
            return _object(value, type_)
        case UnionType():
            return _union(value, type_)


def _scalar(value: object, type_: Scalar) -> object:
    if _has_shape(value, type_):
        return float(value) if type_.name == "number" and isinstance(value, int) else value
    try:
        match type_.name:
            case "string":
                return json.dumps(value)
            case "number" if isinstance(value, int):
                return float(value)
            case "integer" if isinstance(value, (float, bool)):
                return int(value)
            case "boolean" if isinstance(value, (int, float)):
                return bool(value != 0)
    except (TypeError, ValueError, OverflowError, RecursionError):
        # No JSON value, too large for a float, or no finite number.
        pass
    raise _mismatch(value, type_)


def _array(value: object, type_: ArrayType) -> object:
    if not isinstance(value, list):
        raise _mismatch(value, type_)
    if type_.items is None:
        return value
    plain = plain_class(type_.items)
    if all(type(item) is plain for item in value):
        return value
    result = [_inside(item, type_.items, f"[{index}]") for index, item in enumerate(value)]
    return value if _same_objects(result, value) else result


def _object(value: object, type_: ObjectType) -> object:
    if not isinstance(value, dict):
        raise _mismatch(value, type_)
    if type_.fields is None and type_.additional is None:
        return value
    result: dict[object, object] = {}
    for field in type_.fields or ():
        if field.name in value:
            result[field.name] = _inside(value[field.name], field.type, f".{field.name}")
        elif field.default is not ABSENT:
            result[field.name] = _inside(default_of(field), field.type, f".{field.name}")
        elif field.required:
            raise _Misfit(faults.MISSING_FIELD, property=field.name)
    declared = {field.name for field in type_.fields or ()}
    for key, item in value.items():
        if key not in declared and type_.additional not in (None, False):
            extra = type_.additional
            result[key] = item if extra is True else _inside(item, extra, f".{key}")  # type: ignore[arg-type]
    unchanged = len(result) == len(value) and all(result[key] is value[key] for key in result)
    return value if unchanged else result


def _union(value: object, type_: UnionType) -> object:
    for member in type_.members:
        if fits(value, member):
            return _converted(value, member)
    for member in type_.members:
        try:
            return _converted(value, member)
        except _Misfit:
            continue
    raise _mismatch(value, type_)


def _inside(value: object, type_: Type, step: str) -> object:
    """`value` converted one step inside an array or object."""
    try:
        return _converted(value, type_)
    except _Misfit as misfit:
        misfit.way = step + misfit.way
        raise


# Fitting ---------------------------------------------------------------------------------------


def _has_shape(value: object, type_: Type) -> bool:
    """Whether `value` fits, the type's own `enum` aside."""
    match type_:
        case AnyType():
            return True
        case Scalar():
            return _is_scalar(value, type_)
        case ArrayType():
            return isinstance(value, list) and (
                type_.items is None or all(fits(item, type_.items) for item in value)
            )
        case ObjectType():
            return isinstance(value, dict) and _has_fields(value, type_)
        case UnionType():
            return any(fits(value, member) for member in type_.members)


def _is_scalar(value: object, type_: Scalar) -> bool:
    match type_.name:
        case "string":
            return isinstance(value, str)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "number":
            return isinstance(value, float) or (
                isinstance(value, int) and not isinstance(value, bool) and _has_float(value)
            )
        case "boolean":
            return isinstance(value, bool)
        case "null":
            return value is None


def _has_float(value: int) -> bool:
    try:
        float(value)
    except OverflowError:
        return False
    return True


def _has_fields(value: dict[object, object], type_: ObjectType) -> bool:
    if type_.fields is None and type_.additional is None:
        return True
    declared = {field.name: field for field in type_.fields or ()}
    for name, field in declared.items():
        if name not in value and (field.required or field.default is not ABSENT):
            return False
    for key, item in value.items():
        field_type = declared[key].type if key in declared else type_.additional
        if field_type is None or field_type is False:
            return False
        if field_type is not True and not fits(item, field_type):
            return False
    return True


def _is_allowed(value: object, type_: Type) -> bool:
    """Whether the type's `enum`, if it has one, holds `value`, exactly.

    Its values are read in the type's form, so that `1` in the enum of a `number` is `1.0`.
    """
    if type_.enum is None:
        return True
    try:
        plain = json.loads(json.dumps(value))  # without subclasses, which are other types
    except (TypeError, ValueError, RecursionError):
        return False
    bare = replace(type_, enum=None)
    found = _in_form(plain, bare)
    return any(same_json(found, _in_form(item, bare)) for item in type_.enum)


def _in_form(value: object, bare: Type) -> object:
    return _converted(value, bare) if fits(value, bare) else value


def _same_objects(one: list[object], other: list[object]) -> bool:
    return all(a is b for a, b in zip(one, other, strict=True))
