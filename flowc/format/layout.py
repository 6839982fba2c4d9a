"""Instructions to text, in linear time and without recursion.

After D. C. Oppen, "Prettyprinting": one pass finds out how wide everything is, one pass writes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flowc.format.instructions import Block, Break, Close, Indent, Instruction, Open, Text

STEP = 2
"""How far a text block stands to the right of its line."""


def lay_out(instructions: Sequence[Instruction], width: int) -> str:
    """The text: groups that fit into `width` columns on one line, others broken."""
    sizes = _measure(instructions)
    out = _Out()
    flat: list[bool] = []
    for index, item in enumerate(instructions):
        match item:
            case Open():
                inside = bool(flat) and flat[-1]
                size = sizes.group[index]
                fits = size is not None and out.column + size <= width
                flat.append(inside or fits)
            case Close():
                flat.pop()
            case Indent():
                out.indent += item.by
            case Text():
                out.write(item.text)
            case Block():
                out.block(item)
            case Break():
                rest = len(item.flat) + sizes.rest[index + 1]
                stays = bool(flat) and flat[-1]
                if not item.hard and (stays or (item.fill and out.column + rest <= width)):
                    out.write(item.flat)
                else:
                    out.new_line(item)
    return out.text()


@dataclass(slots=True)
class _Sizes:
    """`group`: by the index of an Open, the width of the group on one line with the text up to the
    next break; None if it cannot be on one line. `rest`: by index, the width from there up to the
    next break."""

    group: dict[int, int | None]
    rest: list[int]


def _measure(instructions: Sequence[Instruction]) -> _Sizes:
    rest = [0] * (len(instructions) + 1)
    for index in range(len(instructions) - 1, -1, -1):
        item = instructions[index]
        rest[index] = 0 if isinstance(item, Break) else _width(item) + rest[index + 1]
    group: dict[int, int | None] = {}
    total, hard = 0, 0
    opened: list[tuple[int, int, int]] = []
    for index, item in enumerate(instructions):
        if isinstance(item, Open):
            opened.append((index, total, hard))
        elif isinstance(item, Close):
            start, before, hard_before = opened.pop()
            group[start] = None if hard > hard_before else total - before + rest[index + 1]
        total += _width(item)
        hard += isinstance(item, Block) or (isinstance(item, Break) and item.hard)
    return _Sizes(group, rest)


def _width(item: Instruction) -> int:
    if isinstance(item, Text):
        return 0 if item.weightless else len(item.text)
    if isinstance(item, Block):
        return len(item.lines[0])
    return len(item.flat) if isinstance(item, Break) else 0


class _Out:
    """The text so far."""

    def __init__(self) -> None:
        self.indent = 0
        self.column = 0
        self._parts: list[str] = []
        self._margin: int | None = 0

    def write(self, text: str) -> None:
        """Put text on the line; the line's indentation goes before its first word."""
        if self._margin is not None and text:
            self._parts.append(" " * self._margin)
            self._margin = None
        self._parts.append(text)
        self.column += len(text)

    def new_line(self, item: Break) -> None:
        """End the line."""
        self._parts.append(item.ending + ("\n\n" if item.blank else "\n"))
        self._margin = self.column = self.indent

    def block(self, item: Block) -> None:
        """Put a block of lines."""
        self.write(item.lines[0])
        margin = " " * (self.indent + STEP) if item.margin else ""
        for line in item.lines[1:]:
            self._parts.append("\n" + (margin + line if line else ""))
            self.column = len(margin) + len(line)

    def text(self) -> str:
        """All of it."""
        return "".join(self._parts)
