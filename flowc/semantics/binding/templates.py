"""Placeholders `{{ name }}` in texts (SEMANTICS 25 and 27)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from flowc.ir.values import FieldValue

_PLACEHOLDER = re.compile(r"\{\{\s*(\w+)\s*\}\}")


def placeholders(value: FieldValue) -> Iterator[str]:
    """The names of the placeholders in a text, or in the texts inside a value, in order."""
    if isinstance(value, str):
        yield from _PLACEHOLDER.findall(value)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from placeholders(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from placeholders(item)
