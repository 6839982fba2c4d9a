"""Text blocks: their lines can move together with their margin, which is no part of the value."""

from __future__ import annotations

from flowc.format.instructions import Block, Instruction, Text


def text_block(written: str) -> Instruction:
    """A text block as it is to be written: moved to the right place if its closing quotes stand
    alone on their line and so set a margin, else left alone."""
    lines = written.split("\n")
    if len(lines) == 1:
        return Text(written)
    margin = lines[-1].removesuffix('"""')
    if margin.strip():
        return Block(tuple(lines), margin=False)
    moved = [_without(line, margin) for line in lines[1:-1]]
    return Block((lines[0], *moved, '"""'), margin=True)


def _without(line: str, margin: str) -> str:
    """The line without the margin; a line of blanks may be shorter than that."""
    return line[len(margin) :] if line.startswith(margin) or not line.strip() else line.lstrip()
