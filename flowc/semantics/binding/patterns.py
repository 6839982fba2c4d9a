"""Patterns of `match`: the key of a BranchingNode's mapping that a literal stands for."""

from __future__ import annotations

import json

from flowc.ir.types import AnyType, Scalar, Type, members_of
from flowc.ir.values import Json, same_json


def key_of(value: bool | int | float | str, type_: Type) -> str | None:
    """The JSON text that an equal value of the type has (a string is its own key).

    None if no value of the type equals the literal. Of several alternatives the first counts.
    """
    for member in members_of(type_):
        key = _member_key(value, member)
        if key is not None:
            return key
    return None


def _member_key(value: bool | int | float | str, member: Type) -> str | None:
    if isinstance(member, AnyType):
        form: Json = value
    elif not isinstance(member, Scalar):
        return None
    else:
        form = _form(value, member.name)
    if form is None or not _allowed(form, member):
        return None
    return form if isinstance(form, str) else json.dumps(form)


def _form(value: bool | int | float | str, name: str) -> Json:
    """The literal in a scalar type's form; None if it is none of its values."""
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    match name:
        case "string":
            return value if isinstance(value, str) else None
        case "boolean":
            return value if isinstance(value, bool) else None
        case "integer":
            return value if number and isinstance(value, int) else None
        case "number":
            return _as_float(value) if number else None
        case _:
            return None


def _as_float(value: float | str) -> float | None:
    try:
        return float(value)
    except OverflowError:
        return None


def _allowed(form: Json, member: Type) -> bool:
    return member.enum is None or any(same_json(form, item) for item in member.enum)


def allowed_values(type_: Type) -> list[Json]:
    """The values that the type's enums list; none if some alternative is not an enum."""
    members = [
        member
        for member in members_of(type_)
        if not (isinstance(member, Scalar) and member.name == "null")
    ]
    if any(member.enum is None for member in members):
        return []
    return [value for member in members for value in member.enum or ()]
