"""Formatting a source."""

from __future__ import annotations

from collections.abc import Sequence

from flowc.diagnostics import Diagnostic, FlowcError
from flowc.format.layout import lay_out
from flowc.format.printer import instructions
from flowc.format.safety import prove, refuse_unstable
from flowc.format.sections import Broken, Section, sections
from flowc.records import dataclass
from flowc.syntax import Parsed, parse
from flowc.text import Source

WIDTH = 100
"""The longest line, where a line can be broken at all."""


@dataclass(frozen=True, slots=True)
class Formatted:
    """The text of a source in the one layout, and the source's syntax errors."""

    text: str
    diagnostics: tuple[Diagnostic, ...]


def format_source(source: Source, width: int = WIDTH) -> str:
    """The text of a source in the one layout.

    Two blanks per level; brackets on one line if they fit into `width`, else one item per line;
    single blank lines between items are kept. Values, comments and their order never change.

    Raises FlowcError with the syntax errors of the source, or (FLOW650 to FLOW652) if the result
    would not say the same, keep every comment, and stay as it is when formatted again.
    """
    return format_parsed(source, width)[0].text


def format_parsed(source: Source, width: int = WIDTH) -> tuple[Source, Parsed]:
    """As `format_source`: the formatted source, and what was found in it."""
    parsed = parse(source)
    if parsed.diagnostics:
        raise FlowcError(parsed.diagnostics)
    return _proven(source, parsed, width)


def format_sound(source: Source, width: int = WIDTH) -> Formatted:
    """As `format_source`, also of a source with syntax errors: its sound declarations are
    formatted, all else stays as it was written.

    Raises FlowcError (FLOW650 to FLOW652) if the result cannot be proven right.
    """
    parsed = parse(source)
    return Formatted(_proven(source, parsed, width)[0].text, parsed.diagnostics)


def _proven(source: Source, parsed: Parsed, width: int) -> tuple[Source, Parsed]:
    before = sections(source, parsed)
    text = _written(before, width)
    if text == source.text:
        return source, parsed
    formatted = Source(source.name, text)
    again = parse(formatted)
    after = sections(formatted, again)
    prove(source, before, after)
    if _written(after, width) != text:
        raise refuse_unstable(source)
    return formatted, again


def _written(parts: Sequence[Section], width: int) -> str:
    return "".join(
        part.text if isinstance(part, Broken) else lay_out(instructions(part.words), width)
        for part in parts
    )
