"""What the names of a component's fields and the kinds of their values tell.

Most components of one type have the same fields with values of the same kinds, so this is worked
out once for all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from flowc.agentspec.shapes import Shape, shapes_of
from flowc.ir.catalogue import CATALOGUE
from flowc.records import dataclass


@dataclass(frozen=True, slots=True)
class Outline:
    """`to_check` are the fields, with their shapes, that may be of another shape; `is_complete` is
    whether there are all that the type must have, and no unknown ones."""

    to_check: tuple[tuple[str, Shape], ...]
    is_complete: bool


def outline(component_type: str, fields: Mapping[str, Any], *, as_node: bool) -> Outline:
    """The outline of a component with these fields."""
    return _outline(component_type, tuple(fields), tuple(map(type, fields.values())), as_node)


@lru_cache(maxsize=256)
def _outline(
    component_type: str, names: tuple[str, ...], kinds: tuple[type, ...], as_node: bool
) -> Outline:
    entry, shapes = CATALOGUE.get(component_type), shapes_of(component_type, as_node)
    return Outline(
        tuple(
            (name, shapes[name])
            for name, kind in zip(names, kinds, strict=True)
            if name in shapes and kind is not type(None) and not shapes[name].is_told_by(kind)
        ),
        entry is None or entry.has_all(frozenset(names)),
    )
