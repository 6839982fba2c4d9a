"""Missing opening brackets: the parser stops where one could stand, and after that stands a closing
bracket that closes nothing. The two are one mistake."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from flowc.diagnostics import Diagnostic, Edit, Fix, Related
from flowc.syntax.strays import Stray
from flowc.syntax.tokens import CLOSERS, Token
from flowc.syntax.trouble import UNEXPECTED, ends_early, needs_block
from flowc.syntax.words import found
from flowc.text import Span

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
    token = tokens[index]
    at = bisect_right(strays, token.start, key=lambda stray: stray.token.start)
    if not index or tokens[index - 1].flawed or at == len(strays):
        return None
    for kind in sorted(CLOSERS.keys() & expected):
        closers = _closers(kind, token, expected, strays, at)
        if closers:
            for stray in closers:
                stray.is_told = True
            _flaw(tokens, index, closers[-1].token.start)
            return _finding(_OPENS[kind], tokens[index - 1], token, closers[-1].token)
    return None


def _is_field_at_top_level(tokens: Sequence[Token], index: int, expected: frozenset[str]) -> bool:
    """`a: 1` on the line after `VllmConfig x`, which needs no block and so went on."""
    if expected != {"NAME"} or tokens[index].kind != "COLON" or index < 3:
        return False
    return tokens[index].level == 0 and tokens[index - 2].kind == "NEWLINE"


def _closers(
    kind: str, token: Token, expected: frozenset[str], strays: Sequence[Stray], at: int
) -> list[Stray]:
    """The brackets from `at` on that one of this kind before the word would pair: one on its line,
    or, where a block must stand, the next in its declaration, however many: what is missing first
    may have brought about all of them."""
    is_block = kind == "LBRACE"
    if is_block and not needs_block(expected):
        return []
    end = at
    while end < (len(strays) if is_block else at + 1):
        stray = strays[end]
        if stray.token.kind != CLOSERS[kind] or stray.is_told or stray.since > token.start:
            break
        if not is_block and stray.token.span.line != token.span.line:
            break
        end += 1
    return list(strays[at:end])


def _flaw(tokens: Sequence[Token], index: int, end: int) -> None:
    while tokens[index].start < end:
        if tokens[index].kind != "NEWLINE":
            tokens[index].flawed = True
        index += 1


def _finding(opener: str, previous: Token, token: Token, closer: Token) -> Diagnostic:
    early = ends_early(token, previous)
    gap = Span(token.source, previous.end, previous.end if early else token.start)
    before = "" if opener == "(" and previous.kind == "NAME" else " "
    after = " " if opener == "{" and not early else ""
    where = f"after {found(previous)}" if early else f"before {found(token)}"
    return UNEXPECTED.at(
        previous.span if early else token.span,
        f"'{opener}' is missing {where}",
        label=f"expected '{opener}'{' after this' if early else ''}",
        hint=f"Write '{opener}' {where}.",
        related=[Related(closer.span, f"this '{closer.text}' closes nothing without it")],
        fix=Fix(f"Write '{opener}'", (Edit(gap, before + opener + after),)),
    )
