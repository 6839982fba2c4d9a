"""Formatting a source."""

from __future__ import annotations

from flowc.diagnostics import FlowcError
from flowc.format.layout import lay_out
from flowc.format.printer import instructions
from flowc.format.safety import prove, refuse_unstable
from flowc.format.words import words
from flowc.syntax import Parsed, parse
from flowc.text import Source

WIDTH = 100
"""The longest line, where a line can be broken at all."""


def format_source(source: Source, width: int = WIDTH) -> str:
    """The text of a source in the one layout.

    Two blanks per level; brackets on one line if they fit into `width`, else one item per line;
    single blank lines between items are kept. Values, comments and their order never change.

    Raises FlowcError with the syntax errors of the source, or (FLOW650 to FLOW652) if the result
    would not say the same, keep every comment, and stay as it is when formatted again.
    """
    before = parse(source)
    if before.diagnostics:
        raise FlowcError(before.diagnostics)
    text = _formatted(source, before, width)
    formatted = Source(source.name, text)
    after = parse(formatted)
    prove(before, source, after)
    if _formatted(formatted, after, width) != text:
        raise refuse_unstable(source)
    return text


def _formatted(source: Source, parsed: Parsed, width: int) -> str:
    found = words(source, parsed.comments)
    if len(found) == 1 and not found[0].comments:
        return ""
    return lay_out(instructions(found), width)
