"""`{{ name }}` placeholders in texts, and nothing else of any template language (SEMANTICS 25)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from flowc.runtime import faults

PLACEHOLDER = re.compile(r"\{\{\s*(\w+)\s*\}\}")


def rendered(template: str, values: Mapping[str, Any]) -> str:
    """The template with its placeholders filled, as :func:`as_text` writes the values.

    What a value contains is not expanded again. A placeholder without a value stays as it is:
    those that nothing fills are refused before a run. TypeError for a value that is no JSON.
    """

    def value(match: re.Match[str]) -> str:
        name = match.group(1)
        return as_text(values[name]) if name in values else match.group(0)

    return PLACEHOLDER.sub(value, template)


def rendered_deep(value: Any, values: Mapping[str, Any]) -> Any:
    """A JSON value with the placeholders in all its texts filled, keys included. What is no text
    stays as it is."""
    if isinstance(value, str):
        return rendered(value, values)
    if isinstance(value, Mapping):
        return {rendered(str(k), values): rendered_deep(item, values) for k, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [rendered_deep(item, values) for item in value]
    return value


def as_text(value: Any) -> str:
    """A string as it is, any other value as its JSON text; TypeError if it has none."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        raise faults.NO_JSON.error(type=type(value).__name__) from None
