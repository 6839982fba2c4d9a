"""What `flowc check` finds in a text, one line for each finding of some codes."""

from __future__ import annotations

import json
from typing import Any

import flowc
from flowc.diagnostics import Diagnostic


def line(found: Diagnostic) -> str:
    """`CODE line:column 'text at the place' title | label | hint`."""
    if found.location is None:
        place = "nowhere"
    else:
        span = found.location.span()
        place = f"{span.line}:{span.column} {span.text!r}"
    return f"{found.code} {place} {found.title} | {found.label} | {found.hint}"


def in_flow(text: str, *codes: str) -> list[str]:
    """The findings of these codes in a `.flow` text."""
    return [line(found) for found in flowc.parse(text).diagnostics if found.code in codes]


def in_json(document: dict[str, Any] | str, *codes: str) -> list[str]:
    """The findings of these codes in a document, written with an indent of 1."""
    text = document if isinstance(document, str) else json.dumps(document, indent=1)
    found = flowc.from_json(text, filename="d.json").diagnostics
    return [line(item) for item in found if item.code in codes]


def component(type_: str, name: str, **fields: Any) -> dict[str, Any]:
    """A component whose id is its name."""
    return {"component_type": type_, "id": name, "name": name, **fields}
