"""What a finding says in one text, for reports that have no place for its parts."""

from __future__ import annotations

from flowc.diagnostics.diagnostic import Diagnostic
from flowc.diagnostics.display import visible


def message(item: Diagnostic) -> str:
    """Title, label and hint, a line each, with unsafe characters as escapes."""
    title = f"{item.title} ({item.label})" if item.label else item.title
    return visible(f"{title}\n{item.hint}" if item.hint else title, keep="\n")
