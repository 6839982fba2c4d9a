"""Source texts and places in them.

A place is a :class:`Span` (offsets into a text) or a :class:`Pointer` (a path into a JSON or YAML
document, turned into a span only when a diagnostic is shown, because most documents have none).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property

from flowc.patterns import pattern
from flowc.records import dataclass, field

_NEWLINE = pattern(r"\n")
_NO_NEWLINE = pattern(r"[^\n]")

JsonPath = tuple[str | int, ...]


def normalised(text: str) -> str:
    """`text` without a byte order mark, each CRLF or lone CR as one newline."""
    text = text.removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


@dataclass(frozen=True, eq=False)
class Source:
    """One input file: its name as the user wrote it, and its normalised text.

    `locate` finds the offsets of the value at a JSON path; only documents have one. `secrets` are
    places that must not be shown, whatever else a diagnostic shows of their lines.
    """

    name: str
    text: str = field(repr=False)
    locate: Callable[[JsonPath], tuple[int, int]] | None = field(default=None, repr=False)
    secrets: list[Span | Pointer] = field(default_factory=list, repr=False)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Offsets at which the lines begin; line 1 begins at `line_starts[0] == 0`."""
        return (0, *(found.end() for found in _NEWLINE.finditer(self.text)))

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1, columns in characters."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a line (counted from 1) without its newline, secrets as `*`."""
        start = self.line_starts[line - 1]
        end = self.text.find("\n", start)
        return self._shown()[start : None if end < 0 else end]

    def _shown(self) -> str:
        """The text with secrets as `*`, made once for as many secrets as there are now."""
        count = len(self.secrets)
        if count and count not in self._starred_texts:
            self._starred_texts.clear()
            self._starred_texts[count] = _starred(self.text, [it.span() for it in self.secrets])
        return self._starred_texts[count] if count else self.text

    @cached_property
    def _starred_texts(self) -> dict[int, str]:
        return {}


def _starred(text: str, spans: list[Span]) -> str:
    """The text with `*` for every character of the spans but newlines."""
    pieces = []
    at = 0
    for span in sorted(spans, key=lambda span: span.start):
        start = max(at, span.start)
        if start < span.end:
            pieces += [text[at:start], _NO_NEWLINE.sub("*", text[start : span.end])]
            at = span.end
    return "".join((*pieces, text[at:]))


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` up to, not including, `end` of a source."""

    source: Source
    start: int
    end: int

    def span(self) -> Span:
        """This place as a span."""
        return self

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of the other."""
        return Span(self.source, self.start, max(self.end, other.end))

    @property
    def line(self) -> int:
        """The line (from 1) on which the span starts."""
        return self.source.line_column(self.start)[0]

    @property
    def column(self) -> int:
        """The column (from 1, in characters) at which the span starts."""
        return self.source.line_column(self.start)[1]

    @property
    def text(self) -> str:
        """The characters of the span."""
        return self.source.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Pointer:
    """The value at `path` in a JSON or YAML document."""

    source: Source
    path: JsonPath = ()

    def span(self) -> Span:
        """The place of the value in the text; the whole first line if it cannot be found."""
        if self.source.locate is None:
            return Span(self.source, 0, 0)
        return Span(self.source, *self.source.locate(self.path))

    def child(self, *keys: str | int) -> Pointer:
        """The place of a value inside this one."""
        return Pointer(self.source, (*self.path, *keys))

    @property
    def line(self) -> int:
        """The line (from 1) on which the value starts."""
        return self.span().line


Location = Span | Pointer
"""Where something stands: in a `.flow` text, or in a JSON or YAML document."""
