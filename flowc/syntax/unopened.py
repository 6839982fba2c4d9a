"""Missing opening brackets: the parser stops where one could stand, and after that stands a closing
bracket that closes nothing. The two are one mistake."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from flowc.diagnostics import Diagnostic, Edit, Fix, Related
from flowc.syntax.strays import Stray
from flowc.syntax.tokens import CLOSERS, Token
from flowc.syntax.trouble import UNEXPECTED, ends_early, needs_block
from flowc.syntax.words import found
from flowc.text import Span

_BEGIN_NOTHING = ("COLON", "EQUAL", "DOT", "COMMA", "BAR", "ARROW", "DARROW")
"""Before these the bracket was meant to stand at least one word earlier."""
_OPENS = {"LPAR": "(", "LSQB": "[", "LBRACE": "{"}


def missing_opener(
    tokens: Sequence[Token], index: int, expected: frozenset[str], strays: Sequence[Stray]
) -> Diagnostic | None:
    """The finding on the bracket that is missing before the word at `index`, if one is.

    The closing bracket is then told of; the words up to it are flawed, for they do not stand in
    the brackets in which they were meant to stand.
    """
    if _is_field_at_top_level(tokens, index, expected):
        index, expected = index - 2, frozenset(("LBRACE",))
    if not index or tokens[index - 1].flawed:
        return None
    previous, token = tokens[index - 1], tokens[index]
    at = bisect_left(strays, previous.end, key=lambda stray: stray.token.start)
    for kind in sorted(CLOSERS.keys() & expected):
        if kind == "LBRACE":
            must_come = needs_block(expected) and previous.kind not in ("RBRACE", "RSQB")
            closers = _blocks_ends(strays, at, previous) if must_come else []
        else:
            lines = set() if expected == {kind} else {previous.span.line, token.span.line}
            closers = [it for it in strays[at : at + 1] if _pairs(it, kind, previous, lines)]
        if closers:
            for stray in closers:
                stray.is_told = True
            _flaw(tokens, index, closers[-1].token.start)
            return _finding(_OPENS[kind], previous, token, [it.token for it in closers])
    return None


def _is_field_at_top_level(tokens: Sequence[Token], index: int, expected: frozenset[str]) -> bool:
    """`  a: 1` on the line after `VllmConfig x`, which needs no block and so went on."""
    if expected != {"NAME"} or tokens[index].kind != "COLON" or index < 3:
        return False
    head, newline, name = tokens[index - 3 : index]
    if head.kind not in ("NAME", "RPAR") or newline.kind != "NEWLINE" or name.level > 0:
        return False
    return _line_start(head) not in " \t" and _line_start(name) in " \t"


def _line_start(word: Token) -> str:
    """The first character of the line on which a word stands."""
    return word.source.text[word.source.text.rfind("\n", 0, word.start) + 1]


def _pairs(stray: Stray, kind: str, previous: Token, lines: set[int]) -> bool:
    """Whether the bracket would pair with one of this kind after the word: it stands in the same
    declaration and on one of the lines, if there are any."""
    if stray.token.kind != CLOSERS[kind] or stray.is_told or stray.since > previous.start:
        return False
    return not lines or stray.token.span.line in lines


def _blocks_ends(strays: Sequence[Stray], at: int, previous: Token) -> list[Stray]:
    """The brackets from `at` on that may end a block that should begin after the word: the next
    in its declaration, however many, for what is missing first may have brought about all."""
    end = at
    while end < len(strays):
        stray = strays[end]
        if stray.token.kind != "RBRACE" or stray.is_told or stray.since > previous.start:
            break
        end += 1
    return list(strays[at:end])


def _flaw(tokens: Sequence[Token], index: int, end: int) -> None:
    while tokens[index].start < end:
        if tokens[index].kind != "NEWLINE":
            tokens[index].flawed = True
        index += 1


def _finding(opener: str, previous: Token, token: Token, closers: Sequence[Token]) -> Diagnostic:
    following = min(token.start, closers[0].start)
    early = ends_early(token, previous) or following < token.start
    goes_on = "\n" not in token.source.text[previous.end : following + 1]
    gap = Span(token.source, previous.end, following if goes_on else previous.end)
    before = "" if opener == "(" and previous.kind == "NAME" else " "
    after = " " if opener == "{" and goes_on else ""
    where = f"after {found(previous)}" if early else f"before {found(token)}"
    closer = closers[-1]
    begins = early or token.kind not in _BEGIN_NOTHING
    fix = Fix(f"Write '{opener}'", (Edit(gap, before + opener + after),)) if begins else None
    return UNEXPECTED.at(
        previous.span if early else token.span,
        f"'{opener}' is missing {where}",
        label=f"expected '{opener}'{' after this' if early else ''}",
        hint=f"Write '{opener}' {where}.",
        related=[Related(closer.span, f"this '{closer.text}' closes nothing without it")],
        fix=fix,
    )
