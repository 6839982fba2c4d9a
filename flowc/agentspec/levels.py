"""How the objects and lists of a JSON value nest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def levels(value: Any) -> Iterator[list[Any]]:
    """All objects and lists of a value, level by level, beginning with the value itself."""
    level = [value] if isinstance(value, (dict, list)) else []
    while level:
        yield level
        level = [
            inner
            for item in level
            for inner in (item.values() if isinstance(item, dict) else item)
            if isinstance(inner, (dict, list))
        ]
