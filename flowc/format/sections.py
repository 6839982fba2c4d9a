"""Sections: the stretches of a source that can be formatted, and those that are left alone.

A declaration is sound if it was read and nothing was found wrong in it or on its lines. What stands
between two sound declarations, comments included, is left alone if there is more in it than
comments.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from flowc.format.words import Word, words
from flowc.records import dataclass, field
from flowc.syntax import Concrete, Parsed, concrete
from flowc.syntax.tree import Declaration
from flowc.text import Source, Span

_NOTHING = re.compile(r"(?:[ \t\f\v\n]|#[^\n]*+)*+")
"""Blanks, newlines and comments. Possessive, as a comment can be read in only one way."""


@dataclass(frozen=True, slots=True)
class Sound:
    """Whole lines that hold sound declarations: their words, the last of which is the end, and what
    they say."""

    words: list[Word]
    declarations: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True)
class Broken:
    """Whole lines, as they were written, in which something is wrong."""

    text: str


Section = Sound | Broken


@dataclass(slots=True)
class _Stretch:
    """The lines `start` up to `end`: the indices of the first and last part of the concrete tree in
    them, and what these say. Without declarations something is wrong in the lines."""

    start: int
    end: int
    first: int = 0
    last: int = -1
    declarations: list[Declaration] = field(default_factory=list)


def sections(source: Source, parsed: Parsed) -> list[Section]:
    """The sections of a source in order; without syntax errors, it is one."""
    tree = concrete(source)
    if not parsed.diagnostics:
        whole = Concrete("file", tree.parts, Span(source, 0, len(source.text)))
        return [Sound(words(whole, parsed.comments), parsed.tree.declarations)]
    if not parsed.tree.declarations:
        return [Broken(source.text)]
    starts = [comment.span.start for comment in parsed.comments]
    out: list[Section] = []
    for found in _stretches(source, tree, parsed):
        span = Span(source, found.start, found.end)
        if found.declarations:
            part = Concrete("file", tree.parts[found.first : found.last + 1], span)
            comments = slice(bisect_left(starts, span.start), bisect_left(starts, span.end))
            section = words(part, parsed.comments[comments])
            out.append(Sound(section, tuple(found.declarations)))
        else:
            out.append(Broken(span.text))
    return out


def _stretches(source: Source, tree: Concrete, parsed: Parsed) -> list[_Stretch]:
    """All lines: sound declarations with nothing but comments between them, and what else there
    is, by turns."""
    out = [_Stretch(0, 0)]
    for index, start, end, declaration in _sound(source, tree, parsed):
        if not _NOTHING.fullmatch(source.text, out[-1].end, start):
            out += [_Stretch(out[-1].end, start), _Stretch(start, start)]
        if not out[-1].declarations:
            out[-1].first = index
        out[-1].end, out[-1].last = end, index
        out[-1].declarations.append(declaration)
    end = len(source.text)
    if _NOTHING.fullmatch(source.text, out[-1].end):
        out[-1].end = end
    else:
        out.append(_Stretch(out[-1].end, end))
    return [found for found in out if found.start < found.end]


def _sound(
    source: Source, tree: Concrete, parsed: Parsed
) -> Iterator[tuple[int, int, int, Declaration]]:
    """The sound declarations: their indices in the concrete tree, where their lines start and end,
    and what they say."""
    text = source.text
    wrong = sorted(
        found.location.span().start for found in parsed.diagnostics if found.location is not None
    )
    written = [(index, part) for index, part in enumerate(tree.parts) if isinstance(part, Concrete)]
    for (index, part), declaration in zip(written, parsed.tree.declarations, strict=True):
        span = part.span
        start = text.rfind("\n", 0, span.start) + 1
        end = text.find("\n", span.end) + 1 or len(text)
        alone = all(
            _NOTHING.fullmatch(text, *place) for place in ((start, span.start), (span.end, end))
        )
        if alone and bisect_left(wrong, span.start) == bisect_left(wrong, span.end):
            yield index, start, end, declaration
