"""Defaults: each use gets a value of its own (SEMANTICS 8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flowc.ir.types import Field, Property
from flowc.ir.values import Absent, Json


def fresh(value: Json) -> Any:
    """A copy of a JSON value, in dicts and lists that nobody else holds."""
    if isinstance(value, Mapping):
        return {key: fresh(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [fresh(item) for item in value]
    return value


def default_of(item: Property | Field) -> Any:
    """A copy of the default of an input, an output or an object's property that has one."""
    assert not isinstance(item.default, Absent)
    return fresh(item.default)
