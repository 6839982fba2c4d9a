"""Brackets: how the words between a pair of them are laid out."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from flowc.format.words import Word
from flowc.records import dataclass

OPENERS = frozenset(("LPAR", "LSQB", "LBRACE"))
CLOSERS = frozenset(("RPAR", "RSQB", "RBRACE"))
LISTS = frozenset(("inputs", "outputs", "arguments", "array", "annotation", "call"))
"""Rules whose `( )` or `[ ]` hold a list with commas, the last of which may be left out."""


class Style(Enum):
    """How the items in a pair of brackets are laid out."""

    GLUED = auto()
    """As if there were no brackets: `T[]`, `(A | B)`, `ref("id")`."""
    LIST = auto()
    """`(a, b)`, or one item per line."""
    FIELDS = auto()
    """`{ a: 1, b: 2 }`, or one item per line, without commas."""
    LINES = auto()
    """One item per line."""


@dataclass(slots=True)
class Frame:
    """A pair of brackets. `grouped`: it breaks by itself; the bodies of an `if` break together.
    `comma`: a comma follows the last item if that has a line of its own. `filled`: as many items
    stand on a line as fit."""

    style: Style
    grouped: bool = True
    comma: bool = False
    filled: bool = False

    @property
    def indented(self) -> bool:
        """Whether its items stand further right when they are on lines of their own."""
        return self.style is not Style.GLUED


FILE = Frame(Style.LINES)
"""What is outside of all brackets."""


@dataclass(slots=True)
class _Pair:
    """What is found out about a pair of brackets before it is laid out."""

    opener: int
    items: int = 1
    complex: bool = False
    arms: bool = False
    numbers: bool = True


def frames(words: Sequence[Word]) -> dict[int, Frame]:
    """The frame of every pair of brackets, by the index of the opening one."""
    found: dict[int, Frame] = {}
    pairs: list[_Pair] = []
    closed: dict[int, int] = {}
    for index, word in enumerate(words):
        if pairs:
            pairs[-1].items += word.parted and word.kind not in CLOSERS
            pairs[-1].complex |= bool(word.comments)
            pairs[-1].arms |= word.kind == "DARROW"
            pairs[-1].numbers &= word.kind in ("NUMBER", "RSQB")
        if word.kind in OPENERS:
            pairs.append(_Pair(index))
        elif word.kind in CLOSERS:
            pair = pairs.pop()
            closed[pair.opener] = index
            found[pair.opener] = _frame(pair, index, words, closed)
            if pairs:
                pairs[-1].complex |= pair.complex or _has_lines(words[pair.opener].rule, pair)
    return found


def _has_lines(rule: str, pair: _Pair) -> bool:
    return rule in ("body", "edges") or (rule == "branches" and pair.arms)


def _frame(pair: _Pair, closer: int, words: Sequence[Word], closed: dict[int, int]) -> Frame:
    opener = words[pair.opener]
    empty = closer == pair.opener + 1 and not words[closer].comments
    if opener.rule in LISTS:
        hugs = _hugs(pair.opener, closer, words, closed)
        style = Style.GLUED if hugs or empty else Style.LIST
        return Frame(style, comma=True, filled=pair.numbers and not pair.complex)
    if opener.kind == "LPAR" and opener.rule in ("match", "if"):
        return Frame(Style.LIST)
    if opener.kind != "LBRACE":
        return Frame(Style.GLUED)
    if empty:
        return Frame(Style.GLUED)
    in_if = opener.rule == "body" and opener.owner in ("if", "else_if")
    return Frame(Style.LINES if _is_lines(opener, pair) else Style.FIELDS, grouped=not in_if)


def _is_lines(opener: Word, pair: _Pair) -> bool:
    if opener.rule == "body":
        return opener.owner == "flow_declaration" or pair.items > 1 or pair.complex
    return _has_lines(opener.rule, pair)


def _hugs(opener: int, closer: int, words: Sequence[Word], closed: dict[int, int]) -> bool:
    """Whether the brackets hold nothing but another pair, around which they need no lines."""
    inner = closed.get(opener + 1)
    braced = words[opener + 1].kind in ("LBRACE", "LSQB")
    bare = not words[opener + 1].comments and not words[closer].comments
    return braced and bare and inner == closer - 1
