"""Findings on the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from flowc.diagnostics import Diagnostic
from flowc.diagnostics.render import render_text


def report(diagnostics: Iterable[Diagnostic]) -> None:
    """Print findings to stderr, in colour only on a terminal and without NO_COLOR."""
    found = tuple(diagnostics)
    if found:
        print(render_text(found, color=uses_color()), file=sys.stderr, end="")


def uses_color() -> bool:
    """Whether stderr is a terminal that may be coloured."""
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR")
