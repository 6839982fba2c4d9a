"""What a text to be laid out consists of: words, places where lines may break, and groups.

A group is written on one line if it fits, else all its breaks are new lines (Oppen's consistent
breaking). A *fill* break is on its own: it is a new line only if what follows it does not fit.
"""

from __future__ import annotations

from typing import TypeAlias

from flowc.records import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """Characters on one line. `weightless`: a comment, which no line breaks for."""

    text: str
    weightless: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that follow each other, the first where the text stands. `margin`: the others are
    indented; without it they are written as they are."""

    lines: tuple[str, ...]
    margin: bool


@dataclass(frozen=True, slots=True)
class Break:
    """A place where the line may end. On one line it is `flat`; broken, it is `ending`, a new line,
    and a blank line before it if `blank`. `hard`: always broken."""

    flat: str = " "
    ending: str = ""
    hard: bool = False
    blank: bool = False
    fill: bool = False


@dataclass(frozen=True, slots=True)
class Indent:
    """From here on new lines begin `by` more to the right."""

    by: int


@dataclass(frozen=True, slots=True)
class Open:
    """A group begins."""


@dataclass(frozen=True, slots=True)
class Close:
    """The innermost group ends."""


Instruction: TypeAlias = Text | Block | Break | Indent | Open | Close
HARD = Break(hard=True)
