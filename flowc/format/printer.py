"""Words to layout instructions: every word and every comment once, in order, by construction."""

from __future__ import annotations

from collections.abc import Sequence

from flowc.format.frames import CLOSERS, FILE, OPENERS, Frame, Style, frames
from flowc.format.instructions import HARD, Break, Close, Indent, Instruction, Open, Text
from flowc.format.layout import STEP
from flowc.format.spacing import spaced
from flowc.format.text_blocks import text_block
from flowc.format.words import Comment, Word

ON_OWN_LINE = frozenset(("declaration", "statement", "edge"))
"""What stands on the line below its description and annotations."""
IN_LIST = frozenset(("parameter", "argument", "object_field"))
"""What stands below its description where each item has a line of its own."""


def instructions(words: Sequence[Word]) -> list[Instruction]:
    """The layout instructions for the words of a file, the last of which is its end."""
    if len(words) == 1 and not words[0].comments:
        return []
    printer = _Printer(frames(words))
    for index, word in enumerate(words):
        printer.word(index, word)
    return printer.out


class _Printer:
    def __init__(self, found: dict[int, Frame]) -> None:
        self.out: list[Instruction] = []
        self._found = found
        self._frames = [FILE]
        self._before: Word | None = None

    def word(self, index: int, word: Word) -> None:
        """Print what stands before the word, and the word."""
        if self._before is None:
            self._first_comments(word)
        else:
            self._gap(self._before, word)
        if word.kind in OPENERS:
            self._open(self._found[index], word)
        elif word.kind in CLOSERS:
            self._close(word)
        elif word.kind:
            if word.opens:
                self.out.append(Open())
            self.out.append(text_block(word.text) if word.kind == "TEXT_BLOCK" else Text(word.text))
        if word.closes:
            self.out.append(Close())
        self._before = word

    def _open(self, frame: Frame, word: Word) -> None:
        if frame.grouped:
            self.out.append(Open())
        self.out.append(Text(word.text))
        if frame.indented:
            self.out.append(Indent(STEP))
        self._frames.append(frame)

    def _close(self, word: Word) -> None:
        self.out.append(Text(word.text))
        if self._frames.pop().grouped:
            self.out.append(Close())

    # What stands between two words ---------------------------------------------------------------

    def _gap(self, before: Word, word: Word) -> None:
        frame = self._frames[-1]
        opens, closes = before.kind in OPENERS, word.kind in CLOSERS
        if not word.kind:
            self._commented(word, HARD, first=False)
        elif closes:
            self._closing(frame, word, opens)
        elif frame.indented and (opens or word.parted):
            self._item(frame, word, opens)
        elif frame is FILE and word.parted:
            self._item(frame, word, False)
        elif word.described in ON_OWN_LINE:
            self._commented(word, HARD, first=False)
        else:
            self._inside(frame, before, word)

    def _item(self, frame: Frame, word: Word, first: bool) -> None:
        """What stands before an item."""
        hard = frame.style is Style.LINES
        if first:
            blank = word.blank and bool(word.comments)
            self._commented(word, Break(_edge(frame), hard=hard, blank=blank), first=True)
            return
        comma = "," if frame.comma else ""
        end = Break(", ", comma, hard=hard, blank=word.blank, fill=frame.filled)
        self._commented(word, end, first=False)

    def _closing(self, frame: Frame, word: Word, first: bool) -> None:
        if not frame.indented:
            if word.comments:
                self._continued(word)
            return
        comma = "," if frame.comma and not first else ""
        end = Break(_edge(frame), comma, hard=frame.style is Style.LINES)
        self._commented(word, end, first=first, dedent=True)

    def _inside(self, frame: Frame, before: Word, word: Word) -> None:
        """What stands between two words of one item."""
        if word.comments:
            self._continued(word)
        elif word.described in IN_LIST and word.prefix != "annotation" and frame.indented:
            self.out.append(Break())
        elif before.kind == "COMMA" or (
            word.kind == "BAR" and before.kind not in ("EQUAL", "COLON")
        ):
            self.out += [Indent(STEP), Break(fill=True), Indent(-STEP)]
        elif spaced(before, word):
            self.out.append(Text(" "))

    def _continued(self, word: Word) -> None:
        """Comments in the middle of an item, which goes on further right on the next line."""
        further = 0 if word.kind in ("LBRACE", "ELSE") else STEP
        self.out.append(Indent(further))
        self._commented(word, HARD, first=False)
        self.out.append(Indent(-further))

    def _commented(self, word: Word, end: Break, *, first: bool, dedent: bool = False) -> None:
        """The comments before a word, and the break before it, which they make a hard one."""
        if word.comments:
            self._comments(word.comments, end.ending, first)
            end = Break(hard=True, blank=end.blank)
        if dedent:
            self.out.append(Indent(-STEP))
        self.out.append(end)

    def _comments(self, comments: Sequence[Comment], ending: str, first: bool) -> None:
        if ending:
            self.out.append(Text(ending))
        for index, comment in enumerate(comments):
            if comment.own_line or index:
                self.out.append(Break(hard=True, blank=comment.blank and not first))
                self.out.append(Text(comment.text, weightless=True))
                first = False
            else:
                self.out.append(Text("  " + comment.text, weightless=True))

    def _first_comments(self, word: Word) -> None:
        """The comments at the top of the file."""
        for index, comment in enumerate(word.comments):
            if index:
                self.out.append(Break(hard=True, blank=comment.blank))
            self.out.append(Text(comment.text, weightless=True))
        if word.comments:
            self.out.append(Break(hard=True, blank=word.blank and bool(word.kind)))


def _edge(frame: Frame) -> str:
    """What stands inside the brackets at both ends on one line."""
    return " " if frame.style is Style.FIELDS else ""
