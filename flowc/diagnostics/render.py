"""Diagnostics as text for people and as JSON for programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from flowc.diagnostics.diagnostic import Diagnostic, Severity
from flowc.diagnostics.display import visible
from flowc.diagnostics.snippet import Row, rows
from flowc.text import Location, Pointer, Span

LIMIT = 100
"""How many diagnostics `render_text` shows; of the rest it gives the number."""
JSON_VERSION = 1
"""The version of the schema that `render_json` writes; a change that breaks readers raises it."""

_BOLD, _BLUE, _RESET = "\x1b[1m", "\x1b[1;34m", "\x1b[0m"
_COLORS = {
    Severity.ERROR: "\x1b[1;31m",
    Severity.WARNING: "\x1b[1;33m",
    Severity.NOTE: "\x1b[1;36m",
}


def render_text(
    diagnostics: Iterable[Diagnostic], *, color: bool = False, limit: int = LIMIT
) -> str:
    """The diagnostics as text, one block each, "" if there are none; ends in a newline.

    A block is a header with code and title, the place, its source line with the place underlined
    and labelled, related places in the same way, and the hint. Control and bidirectional characters
    are shown as escapes wherever they come from; terminal colours only with `color`.
    """
    found = tuple(diagnostics)
    blocks = ["\n".join(_block(item, _Paint(color))) + "\n" for item in found[:limit]]
    if len(found) > limit:
        blocks.append(f"… and {count_text(found[limit:])} more\n")
    return "\n".join(blocks)


def count_text(diagnostics: Iterable[Diagnostic]) -> str:
    """How many there are of each severity: `2 errors, 1 warning`; "" if there are none."""
    counts = Counter(item.severity for item in diagnostics)
    return ", ".join(
        f"{counts[severity]} {severity.value}{'s' if counts[severity] > 1 else ''}"
        for severity in Severity
        if counts[severity]
    )


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """The diagnostics as one JSON object, `{"version": 1, "diagnostics": [...]}`, with a newline.

    Every entry has all keys: `code`, `severity`, `title`, `label`, `hint`, `location`, `related`
    (each with `label` and `location`) and `fix` (`title` and `edits`, each with `location` and
    `text`). A location is null or `file`, `start` and `end` (each with `line` and `column` from 1
    and `offset` from 0, in characters of the normalised text) and `pointer`, the JSON pointer of a
    place in a document, else null.
    """
    entries = [_entry(item) for item in diagnostics]
    return json.dumps({"version": JSON_VERSION, "diagnostics": entries}, indent=2) + "\n"


class _Paint:
    """Puts terminal colours around text, or leaves it as it is."""

    def __init__(self, on: bool) -> None:
        self._on = on

    def __call__(self, code: str, text: str) -> str:
        return f"{code}{text}{_RESET}" if self._on and text else text


def _block(item: Diagnostic, paint: _Paint) -> Iterator[str]:
    color = _COLORS[item.severity]
    header = paint(color, f"{item.severity.value}[{item.code}]")
    yield header + paint(_BOLD, f": {visible(item.title)}")
    places = [(item.location, item.label, "-->", "^", color)] if item.location else []
    places += [(other.location, other.label, ":::", "-", _BLUE) for other in item.related]
    spans = [location.span() for location, *_ in places]
    snippets = [tuple(rows(span)) for span in spans]
    numbers = [row.number for snippet in snippets for row in snippet if row.number is not None]
    gutter = len(str(max(numbers, default=1)))
    bar = f"{' ' * gutter} {paint(_BLUE, '|')}"
    for (location, label, arrow, mark, mark_color), span, snippet in zip(
        places, spans, snippets, strict=True
    ):
        if arrow == ":::":
            yield bar
        yield f"{' ' * gutter}{paint(_BLUE, arrow)} {_place(location, span)}"
        yield from _snippet(snippet, gutter, label, mark, mark_color, paint)
    if item.hint:
        if any(snippets):
            yield bar
        first, *rest = visible(item.hint, keep="\n").split("\n")
        yield f"{' ' * gutter} {paint(_BOLD, 'hint:')} {first}"
        yield from (f"{' ' * (gutter + 7)}{line}".rstrip() for line in rest)


def _snippet(
    snippet: Sequence[Row], gutter: int, label: str, mark: str, color: str, paint: _Paint
) -> Iterator[str]:
    bar = paint(_BLUE, "|")
    if not snippet:
        if label:
            yield f"{' ' * gutter} {bar} {visible(label)}"
        return
    yield f"{' ' * gutter} {bar}"
    for row in snippet:
        if row.number is None:
            yield paint(_BLUE, "." * max(3, gutter))
            continue
        number = paint(_BLUE, f"{row.number:>{gutter}}")
        yield f"{number} {bar} {row.text}".rstrip()
        underline = mark * row.length
        if row is snippet[-1] and label:
            underline += f" {visible(label)}"
        yield f"{' ' * gutter} {bar} {' ' * row.start}{paint(color, underline)}"


def _place(location: Location, span: Span) -> str:
    """`file:line:column`; without a text, the file and the JSON pointer."""
    name = visible(span.source.name)
    if span.source.text:
        return f"{name}:{span.line}:{span.column}"
    pointer = json_pointer(location)
    return f"{name} at {visible(pointer)}" if pointer else name


def json_pointer(location: Location) -> str | None:
    """The place as a JSON pointer (RFC 6901), None if it is not in a document."""
    if not isinstance(location, Pointer):
        return None
    keys = (str(key).replace("~", "~0").replace("/", "~1") for key in location.path)
    return "".join(f"/{key}" for key in keys)


def _entry(item: Diagnostic) -> dict[str, object]:
    fix = item.fix and {
        "title": item.fix.title,
        "edits": [{"location": _range(edit.span), "text": edit.text} for edit in item.fix.edits],
    }
    return {
        "code": item.code,
        "severity": item.severity.value,
        "title": item.title,
        "label": item.label,
        "hint": item.hint,
        "location": item.location and _range(item.location),
        "related": [
            {"label": other.label, "location": _range(other.location)} for other in item.related
        ],
        "fix": fix,
    }


def _range(location: Location) -> dict[str, object]:
    span = location.span()
    return {
        "file": span.source.name,
        "start": _position(span, span.start),
        "end": _position(span, span.end),
        "pointer": json_pointer(location),
    }


def _position(span: Span, offset: int) -> dict[str, int]:
    line, column = span.source.line_column(offset)
    return {"line": line, "column": column, "offset": offset}
