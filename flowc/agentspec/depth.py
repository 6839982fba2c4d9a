"""How deep the objects and lists of a JSON value nest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_NEST = frozenset({dict, list})


def nests_deeper(value: Any, limit: int) -> bool:
    """Whether objects and lists nest more than `limit` levels. They are plain ones, as the standard
    library reads them, so that one look at each value's type is enough."""
    level = [value] if type(value) in _NEST else []
    while level and limit >= 0:
        limit -= 1
        level = [
            inner
            for item in level
            for inner in (item.values() if type(item) is dict else item)
            if type(inner) in _NEST
        ]
    return limit < 0


def object_nests_deeper(value: Any, limit: int) -> bool:
    """The same of an object of Python, in which mappings and tuples of any kind may stand."""
    level = [value] if isinstance(value, (Mapping, list, tuple)) else []
    while level and limit >= 0:
        limit -= 1
        level = [
            inner
            for item in level
            for inner in (item.values() if isinstance(item, Mapping) else item)
            if isinstance(inner, (Mapping, list, tuple))
        ]
    return limit < 0
