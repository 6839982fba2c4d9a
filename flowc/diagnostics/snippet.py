"""The lines of a source that a place is on, with the place underlined."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics.display import cells, width
from flowc.records import dataclass
from flowc.text import Span

MAX_LINE = 160
"""Characters of one line that are shown; of a longer one, those around the place."""
_BEFORE = 60


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a snippet: its number, its text, and the columns that are underlined.

    `number` None stands for lines left out.
    """

    number: int | None
    text: str
    start: int = 0
    length: int = 0


def rows(span: Span) -> Iterator[Row]:
    """The lines of a span: all if they are at most three, else the first and the last.

    Nothing for an empty source. An empty span is underlined at the one place where it stands.
    """
    source = span.source
    if not source.text:
        return
    start = min(span.start, len(source.text))
    end = max(start, min(span.end, len(source.text)))
    while end > start and source.text[end - 1] in " \t\n":
        end -= 1
    first, last = source.line_column(start)[0], source.line_column(end)[0]
    lines = range(first, last + 1) if last - first < 3 else (first, None, last)
    for line in lines:
        if line is None:
            yield Row(None, "")
        else:
            base = source.line_starts[line - 1]
            yield _row(line, source.line_text(line), start - base, end - base)


def _row(number: int, text: str, start: int, end: int) -> Row:
    """A line with the characters from `start` to `end`, cut to the line, underlined."""
    indent = len(text) - len(text.lstrip())
    start = start if start >= 0 else indent
    end = min(end, len(text))
    left = max(0, start - _BEFORE) if len(text) > MAX_LINE else 0
    right = min(len(text), left + MAX_LINE)
    shown = cells(text[left:right])
    before = "…" if left else ""
    after = "…" if right < len(text) else ""
    offset = width(before) + width("".join(shown[: start - left]))
    length = width("".join(shown[start - left : end - left]))
    return Row(number, f"{before}{''.join(shown)}{after}".rstrip(), offset, max(1, length))
