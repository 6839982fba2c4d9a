"""Types whose values can be listed, as the texts that a BranchingNode compares (SEMANTICS 19)."""

from __future__ import annotations

from collections.abc import Container

from flowc.ir.defaults import in_form
from flowc.ir.types import AnyType, Scalar, Type, members_of
from flowc.semantics.values import text_of


def missing_keys(values: tuple[str, ...], mapping: Container[str]) -> tuple[str, ...]:
    """Those of the texts that are no keys, each once; null is never one."""
    return tuple(
        dict.fromkeys(value for value in values if value == "null" or value not in mapping)
    )


def listed_values(type_: Type) -> tuple[str, ...] | None:
    """The texts of all values of the type, None if there is no list of them."""
    if type_.enum is not None:
        return tuple(text_of(in_form(value, type_)) for value in type_.enum)
    found: list[str] = []
    for member in members_of(type_):
        values = _member_values(member)
        if values is None:
            return None
        found += values
    return tuple(found)


def _member_values(member: Type) -> tuple[str, ...] | None:
    if isinstance(member, AnyType):
        return None
    if member.enum is not None:
        return tuple(text_of(in_form(value, member)) for value in member.enum)
    match member:
        case Scalar(name="boolean"):
            return ("true", "false")
        case Scalar(name="null"):
            return ("null",)
    return None
