"""What flowc says about a `.flow` text or a document, with the places that it points at."""

from __future__ import annotations

import json
from typing import Any

from flowc import api
from flowc.diagnostics import Diagnostic
from flowc.text import Location


def of_flow(text: str, *codes: str) -> list[Diagnostic]:
    """The findings about a `.flow` text; only those of the codes, if any are given."""
    return _only(api.parse(text, filename="d.flow").diagnostics, codes)


def of_json(document: dict[str, Any], *codes: str) -> list[Diagnostic]:
    """The findings about a document, as if it stood in a file."""
    text = json.dumps(document, indent=1)
    return _only(api.from_json(text, filename="d.json").diagnostics, codes)


def _only(found: tuple[Diagnostic, ...], codes: tuple[str, ...]) -> list[Diagnostic]:
    return [item for item in found if not codes or item.code in codes]


def place(location: Location | None) -> str:
    """The characters that a finding points at."""
    return "" if location is None else location.span().text


def lines(found: list[Diagnostic]) -> list[str]:
    """Findings as `CODE severity `place`: title | label | hint`."""
    return [
        f"{d.code} {d.severity.value} `{place(d.location)}`: "
        + " | ".join(part for part in (d.title, d.label, d.hint) if part)
        for d in found
    ]


def said(text: str, *codes: str) -> list[str]:
    """The findings about a `.flow` text as lines."""
    return lines(of_flow(text, *codes))
