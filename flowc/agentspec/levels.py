"""How the objects and lists of a JSON value nest."""

from __future__ import annotations

from typing import Any

_LEAVES = frozenset({str, int, float, bool, type(None)})
"""The types of nearly all values in which nothing nests: a look at them is quicker than a test."""


def levels(value: Any, limit: int) -> list[list[Any]] | None:
    """All objects and lists of a value, level by level, beginning with the value itself; None if
    they nest more than `limit` levels."""
    found: list[list[Any]] = []
    level = [value] if isinstance(value, (dict, list)) else []
    while level:
        if len(found) == limit:
            return None
        found.append(level)
        level = [
            inner
            for item in level
            for inner in (item.values() if isinstance(item, dict) else item)
            if type(inner) not in _LEAVES and isinstance(inner, (dict, list))
        ]
    return found
