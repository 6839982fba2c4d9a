"""Instructions to text, in linear time and without recursion.

After D. C. Oppen, "Prettyprinting": one pass finds out how wide everything is, one pass writes.
"""

from __future__ import annotations

from collections.abc import Sequence

from flowc.diagnostics.display import width as cells
from flowc.format.instructions import Block, Break, Close, Indent, Instruction, Open, Text
from flowc.records import dataclass

STEP = 2
"""How far a text block stands to the right of its line."""


def lay_out(instructions: Sequence[Instruction], width: int) -> str:
    """The text: groups that fit into `width` columns on one line, others broken."""
    sizes = _measure(instructions)
    out = _Out()
    flat = [False]
    for index, item in enumerate(instructions):
        match item:
            case Open():
                size = sizes.whole[index]
                flat.append(flat[-1] or (size is not None and out.column + size <= width))
            case Close():
                flat.pop()
            case Indent():
                out.indent += item.by
            case Text():
                out.write(item.text)
            case Block():
                out.block(item)
            case Break():
                stays = flat[-1] or (item.fill and _goes_on(out, sizes, index, item, width))
                if stays and not item.hard:
                    out.write(item.flat)
                else:
                    out.new_line(item)
    return out.text()


def _goes_on(out: _Out, sizes: _Sizes, index: int, item: Break, width: int) -> bool:
    """Whether the line goes on at a fill break: if all up to the next one fits; or if that would
    not fit on a line of its own either, but its beginning fits here."""
    whole = sizes.whole[index]
    if whole is not None and out.column + whole <= width:
        return True
    fits_below = whole is not None and out.indent + whole - cells(item.flat) <= width
    return not fits_below and out.column + cells(item.flat) + sizes.rest[index + 1] <= width


@dataclass(slots=True)
class _Sizes:
    """`whole`: by the index of an Open, the width of the group on one line with the text up to the
    next break; by the index of a fill break, the width up to the next break in the same group; None
    if it cannot be on one line. `rest`: by index, the width from there to the line's end, if it
    ends at the next break."""

    whole: dict[int, int | None]
    rest: list[int]


def _measure(instructions: Sequence[Instruction]) -> _Sizes:
    rest = [0] * (len(instructions) + 1)
    for index in range(len(instructions) - 1, -1, -1):
        item = instructions[index]
        if isinstance(item, Break):
            rest[index] = cells(item.ending)
        else:
            rest[index] = _width(item) + rest[index + 1]
    whole: dict[int, int | None] = {}
    total, hard = 0, 0
    started: list[list[tuple[int, int, int]]] = [[]]

    def end(after: int) -> None:
        for start, before, hard_before in started[-1]:
            whole[start] = None if hard > hard_before else total - before + rest[after]

    for index, item in enumerate(instructions):
        match item:
            case Open():
                started += [[(index, total, hard)], []]
            case Close():
                end(index + 1)
                started.pop()
                end(index + 1)
                started.pop()
            case Break():
                end(index)
                started[-1] = [(index, total, hard)] if item.fill else []
        total += _width(item)
        hard += isinstance(item, Block) or (isinstance(item, Break) and item.hard)
    end(len(instructions))
    return _Sizes(whole, rest)


def _width(item: Instruction) -> int:
    if isinstance(item, Text):
        return 0 if item.weightless else cells(item.text)
    if isinstance(item, Block):
        return cells(item.lines[0])
    return cells(item.flat) if isinstance(item, Break) else 0


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
        self.column += cells(text)

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
            self.column = len(margin) + cells(line)

    def text(self) -> str:
        """All of it."""
        return "".join(self._parts)
