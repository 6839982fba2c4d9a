"""Text to words: one pass of one regular expression, made of the grammar's own terminals.

Keywords come out as `NAME`; only the parser knows where the grammar can take them. What is no word
is reported here, once (:mod:`flowc.syntax.mistakes`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from flowc.diagnostics import Diagnostic
from flowc.diagnostics.directions import turned_text, turning
from flowc.records import dataclass
from flowc.syntax.cache import tables
from flowc.syntax.mistakes import CLOSING, FOLLOWS, MEANT, MISTAKES, is_lone_quote, mistake
from flowc.syntax.tokens import INVALID, Token
from flowc.syntax.trivia import Comment
from flowc.text import Source, Span

_ORDER = (
    *("BLANK", "COMMENT", "TEXT_BLOCK", "OPEN_BLOCK", "STRING", "OPEN_STRING", "NAME", "OPEN_NAME"),
    *("NUMBER", "BAD_NUMBER", "ARROW", "DARROW", "OPERATOR"),
)
"""The kinds whose order matters; all others follow."""
_TEXTS = frozenset({"COMMENT", "TEXT_BLOCK", "STRING", "NAME", "OTHER_QUOTES"})
"""The kinds that may hold any characters."""


@dataclass(frozen=True, slots=True)
class Words:
    """What the lexer found: every newline is a word here; comments stand apart. `muted` are the
    stretches of text that look like one string over several lines."""

    tokens: list[Token]
    comments: tuple[Comment, ...]
    diagnostics: list[Diagnostic]
    muted: list[tuple[int, int]]


def scan(source: Source) -> Words:
    """The words of a source, in linear time. Never raises."""
    tokens: list[Token] = []
    comments: list[Comment] = []
    diagnostics: list[Diagnostic] = []
    muted: list[tuple[int, int]] = []
    opened: Token | None = None
    reported_to = -1
    for match in _pattern().finditer(source.text):
        kind = match.lastgroup
        if kind is None or kind == "BLANK":
            continue
        token = Token(source, kind, match[0], match.start(), match.end())
        if kind in _TEXTS and not token.text.isascii():
            diagnostics += _turned(token)
        if kind == "COMMENT":
            comments.append(_comment(token, not tokens or tokens[-1].kind == "NEWLINE"))
        elif opened is not None and is_lone_quote(token):
            muted.append((opened.start, token.end))
            tokens += _closing(token)
        elif kind in MISTAKES:
            if kind not in FOLLOWS or token.start > reported_to:
                diagnostics.append(mistake(token))
                line_end = source.text.find("\n", token.start)
                reported_to = line_end if line_end >= 0 else len(source.text)
            token.kind, token.flawed = MEANT.get(kind, INVALID), True
            tokens.append(token)
        else:
            tokens.append(token)
        if kind in ("STRING", "OPEN_STRING"):
            opened = token if kind == "OPEN_STRING" else None
    return Words(tokens, tuple(comments), diagnostics, muted)


@cache
def _pattern() -> re.Pattern[str]:
    """The terminals of the grammar, each before the mistakes that begin like it."""
    terminals = dict(tables().patterns)
    terminals["NUMBER"] += r"(?![A-Za-z0-9_.])"
    patterns = {**dict.fromkeys(_ORDER, ""), **terminals, **MISTAKES}
    return re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in patterns.items()))


def _closing(token: Token) -> Iterator[Token]:
    """The words after a quote that only ends the string of a line above."""
    for at, char in enumerate(token.text, token.start):
        if char in CLOSING:
            yield Token(token.source, CLOSING[char], char, at, at + 1)


def _turned(token: Token) -> Iterator[Diagnostic]:
    """The finding on a text that is not shown as it stands."""
    at = turning(token.text)
    if at is not None:
        start = token.start + at
        yield turned_text(Span(token.source, start, start + 1), token.text[at])


def _comment(token: Token, own_line: bool) -> Comment:
    text = token.text.rstrip()
    return Comment(Span(token.source, token.start, token.start + len(text)), text, own_line)
