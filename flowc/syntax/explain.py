"""What to say where the grammar cannot go on: one finding a line, none where a missing bracket or
a broken word has been reported already."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence

from flowc.diagnostics import Diagnostic
from flowc.syntax.advice import ADVICE
from flowc.syntax.engine import acceptable
from flowc.syntax.forms import form_hint
from flowc.syntax.misspelt import misspelt_declaration
from flowc.syntax.strays import Stray, tell_torn
from flowc.syntax.tables import Tables
from flowc.syntax.tokens import INVALID, Token, begins_line
from flowc.syntax.trouble import UNEXPECTED, Trouble, ends_early
from flowc.syntax.unopened import missing_opener
from flowc.syntax.words import found
from flowc.text import Span

_JOINERS = ("EQUAL", "BAR", "ARROW", "DARROW")


class Explainer:
    """Explains the errors of one file.

    `lines` have a finding already; `muted` are stretches of text in which nothing is reported;
    `strays` are brackets that close nothing, in the order of the text.
    """

    def __init__(
        self,
        tables: Tables,
        lines: set[int],
        muted: Sequence[tuple[int, int]],
        strays: Sequence[Stray],
    ) -> None:
        self._tables = tables
        self._lines = lines
        self._muted = _merged(muted)
        self._strays = strays
        self._stray_lines = {stray.token.span.line for stray in strays}
        self._heads: list[int] | None = None
        self._told: set[Diagnostic] = set()

    def explain(
        self, states: Sequence[int], tokens: Sequence[Token], index: int
    ) -> Diagnostic | None:
        """The finding for a word that cannot stand where it stands; None if it would only repeat
        what is known."""
        token = tokens[index]
        previous = tokens[index - 1] if index else None
        early = previous is not None and ends_early(token, previous)
        blamed = previous if early and previous is not None else token
        place = blamed.span
        if token.flawed or blamed.flawed or token.kind == INVALID or self._is_muted(place):
            return None
        if self._strays:
            expected = acceptable(self._tables, states)
            unopened = missing_opener(tokens, index, expected, self._strays)
            if unopened is not None:
                self._lines.add(place.line)
                return unopened
            if place.line in self._stray_lines:
                return None
            tell_torn(self._strays, place.start)
        self._lines.update((place.line, token.span.line))
        misspelt = self._misspelt_head(tokens, index) if token.level > 0 else None
        if misspelt is not None:
            return self._once(misspelt)
        following = tokens[min(index + 1, len(tokens) - 1)]
        expected = acceptable(self._tables, states)
        joins = index > 1 and begins_line(tokens[index - 1]) and tokens[index - 2].kind in _JOINERS
        joined = tokens[index - 2] if joins else None
        line = _line(tokens, index)
        trouble = Trouble(token, previous, following, place, expected, early, joined, line)
        for advice in ADVICE:
            diagnostic = advice(trouble)
            if diagnostic is not None:
                return diagnostic
        return _plain(trouble)

    def _misspelt_head(self, tokens: Sequence[Token], index: int) -> Diagnostic | None:
        """The finding on the first word of the declaration around a word, if it is a misspelt
        keyword: whatever is wrong in its block then is so because of that."""
        if self._heads is None:
            self._heads = [i for i, it in enumerate(tokens) if it.level == 0 and begins_line(it)]
        at = bisect_right(self._heads, index) - 1
        return None if at < 0 else misspelt_declaration(tokens[self._heads[at]])

    def _once(self, finding: Diagnostic) -> Diagnostic | None:
        if finding in self._told:
            return None
        self._told.add(finding)
        return finding

    def _is_muted(self, place: Span) -> bool:
        index = bisect_right(self._muted, (place.start, math.inf)) - 1
        hidden = index >= 0 and place.start < self._muted[index][1]
        return hidden or place.line in self._lines


def _line(tokens: Sequence[Token], index: int) -> tuple[Token | None, Token | None]:
    """The first two words before a word on its line; not more is looked at than that line."""
    start = index
    while start and tokens[start - 1].kind not in ("NEWLINE", "LBRACE", "RBRACE"):
        start -= 1
    first, second, *_ = (*tokens[start : min(start + 2, index)], None, None)
    return first, second


def _merged(stretches: Sequence[tuple[int, int]]) -> list[tuple[int, float]]:
    """The stretches in order, those that overlap as one."""
    merged: list[tuple[int, float]] = []
    for start, end in sorted(stretches):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


def _plain(trouble: Trouble) -> Diagnostic:
    if trouble.early and trouble.previous is not None:
        title = f"something is missing after {found(trouble.previous)}"
    else:
        title = f"{found(trouble.token)} cannot stand here"
    return UNEXPECTED.at(trouble.place, title, label=trouble.label, hint=form_hint(trouble))
