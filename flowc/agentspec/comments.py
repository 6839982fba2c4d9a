"""Comments of JSON5 and YAML texts, and the components at which they stand.

A comment of its own line stands before what follows it; one that ends a line, at what it follows.
Either way it belongs to the innermost component around that place, or to the document if it stands
before or after everything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Generic, TypeVar

from flowc.agentspec.places import Place
from flowc.records import dataclass
from flowc.text import JsonPath, Source

Owner = TypeVar("Owner")


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment of some lines, without what marks it as one.

    `anchor` is an offset in the word to which it belongs, None if it stands after everything.
    `column`, where indentation counts, says that it belongs to nothing that begins further right.
    """

    start: int
    lines: tuple[str, ...]
    anchor: int | None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Gap:
    """The characters between two words, and the first and the last newline among them."""

    start: int
    end: int
    first_newline: int
    last_newline: int

    @classmethod
    def of(cls, text: str, start: int, end: int) -> Gap:
        """The gap between two offsets."""
        return cls(start, end, text.find("\n", start, end), text.rfind("\n", start, end))

    def ends_line(self, found: re.Match[str]) -> bool:
        """Whether a comment stands on the line of the word before and not of the word after."""
        on_line = self.first_newline < 0 or found.start() <= self.first_newline
        return on_line and self.last_newline >= found.end()


@dataclass(frozen=True, slots=True)
class Owned(Generic[Owner]):
    """The comments of a document: before everything, after it, and at which owner."""

    front: tuple[str, ...]
    end: tuple[str, ...]
    inside: tuple[tuple[Owner, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class _Extent(Generic[Owner]):
    """The characters of a component, with the key before it, and the column of its first field."""

    lead: int
    end: int
    column: int
    owner: Owner


def owned(
    comments: Iterable[Comment], root: Place, owners: Mapping[JsonPath, Owner], source: Source
) -> Owned[Owner]:
    """Which comments belong to what. `owners` are the components by their paths in the document.

    What stands in no component, as between the entries of a library, belongs to the document. Every
    comment comes out once, and those of one owner in order.
    """
    front: list[Comment] = []
    end: list[Comment] = []
    inside: list[Comment] = []
    for comment in comments:
        if comment.start < root.start:
            front.append(comment)
        else:
            (end if comment.anchor is None else inside).append(comment)
    found = list(_found(inside, list(_extents(root, owners, source))))
    first = min((comment.start for comment, owner in found if owner is not None), default=0)
    for comment, owner in found:
        if owner is None:
            (front if comment.start < first else end).append(comment)
    at_owner = ((comment, owner) for comment, owner in found if owner is not None)
    return Owned(
        _lines(front),
        _lines(end),
        tuple((owner, comment.lines) for comment, owner in sorted(at_owner, key=_start)),
    )


def _start(pair: tuple[Comment, object]) -> int:
    return pair[0].start


def _lines(comments: list[Comment]) -> tuple[str, ...]:
    ordered = sorted(comments, key=lambda comment: comment.start)
    return tuple(line for comment in ordered for line in comment.lines)


def _extents(
    root: Place, owners: Mapping[JsonPath, Owner], source: Source
) -> Iterator[_Extent[Owner]]:
    """The extents of the owners, outer before inner, in the order of the text. What an alias
    stands for is somewhere else and is not entered."""
    work: list[tuple[JsonPath, Place]] = [((), root)]
    while work:
        path, place = work.pop()
        inside = [
            ((*path, key), inner)
            for key, inner in place.children.items()
            if place.start <= inner.lead and inner.end <= place.end
        ]
        if path in owners:
            first = inside[0][1].lead if inside else place.start
            column = source.line_column(first)[1]
            yield _Extent(place.lead, place.end, column, owners[path])
        work += reversed(inside)


def _found(
    comments: Iterable[Comment], extents: list[_Extent[Owner]]
) -> Iterator[tuple[Comment, Owner | None]]:
    """Each comment with its owner, in one sweep over both."""
    around: list[_Extent[Owner]] = []
    coming = iter(extents)
    waiting = next(coming, None)
    for anchor, comment in sorted(
        ((comment.anchor or 0, comment) for comment in comments), key=lambda pair: pair[0]
    ):
        while waiting is not None and waiting.lead <= anchor:
            around = _open_at(around, waiting.lead)
            around.append(waiting)
            waiting = next(coming, None)
        around = _open_at(around, anchor)
        yield comment, _innermost(around, comment.column)


def _open_at(around: list[_Extent[Owner]], offset: int) -> list[_Extent[Owner]]:
    while around and around[-1].end <= offset:
        around.pop()
    return around


def _innermost(around: list[_Extent[Owner]], column: int | None) -> Owner | None:
    if not around:
        return None
    if column is None:
        return around[-1].owner
    outside = takewhile(lambda extent: extent.column > column, reversed(around))
    return around[max(0, len(around) - 1 - sum(1 for _ in outside))].owner


def line_comment(text: str) -> str:
    """The text of a comment up to the end of its line, without what marks it."""
    return text.removeprefix(" ").rstrip()


def block_comment(text: str) -> tuple[str, ...]:
    """The lines of what stands between `/*` and `*/`: the common margin, a column of stars and
    empty lines at both ends are no part of it."""
    if "\n" not in text:
        return (text.strip(),)
    first, *others = [line.rstrip() for line in text.expandtabs().split("\n")]
    stripped = [line.lstrip() for line in others]
    if any(stripped) and all(line.startswith("*") for line in stripped if line):
        others = [line[1:] for line in stripped]
        first = first.removeprefix("*")
    margin = min((len(line) - len(line.lstrip()) for line in others if line), default=0)
    lines = [first.strip(), *(line[margin:] for line in others)]
    while len(lines) > 1 and not lines[-1]:
        lines.pop()
    while len(lines) > 1 and not lines[0]:
        lines.pop(0)
    return tuple(lines)
