"""Secrets in sources that cannot be bound: found by their keys, so that no finding shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from flowc.diagnostics import Diagnostic
from flowc.ir.catalogue import SENSITIVE
from flowc.records import replace
from flowc.syntax.tokens import Token

_LITERALS = frozenset({"STRING", "TEXT_BLOCK", "NUMBER"})
_WORDS = frozenset({"NAME", *_LITERALS})
_OPENING, _CLOSING = frozenset({"LBRACE", "LSQB"}), frozenset({"RBRACE", "RSQB"})
_MARKS = frozenset({"COLON", "EQUAL"})
_ENDS = frozenset({"COMMA", "NEWLINE", "RPAR", *_CLOSING})
_BETWEEN = frozenset({"LPAR", *_MARKS, *_ENDS, *_OPENING})
_BEFORE_FIELDS = frozenset({"LBRACE", "COMMA", "NEWLINE"})
_QUOTES = "\"'`“”„‘’‚"
_TELLING = 30
"""Characters of a secret by which a message is known to quote it, which may cut it."""
_SHORTEST = 4
"""Characters that a secret has at least. Shorter texts stand in messages for other reasons."""


def without_secrets(diagnostics: Iterable[Diagnostic], tokens: Sequence[Token]) -> list[Diagnostic]:
    """The syntax errors of a source, with `*` for the secrets that they quote.

    The value of a sensitive field, behind `NAME:` or `NAME =`, is noted as a place that must not be
    shown: the literal that stands there, those in the brackets that open there, or a word that is
    no value at all, like a key without quotes. A source without errors will be bound, which knows
    better what is secret.
    """
    diagnostics = list(diagnostics)
    if not diagnostics:
        return []
    quoted: dict[int, list[str]] = {}
    for token in _secrets(tokens):
        span = token.span
        span.source.secrets.append(span)
        for line in range(span.line, span.source.line_column(span.end)[0] + 1):
            quoted.setdefault(line, []).append(token.text.strip(_QUOTES))
    return [
        item if item.location is None else _starred(item, quoted.get(item.location.line, ()))
        for item in diagnostics
    ]


def _secrets(tokens: Sequence[Token]) -> Iterator[Token]:
    at = 0
    while at < len(tokens):
        token = tokens[at]
        at += 1
        if token.kind in ("NAME", "STRING") and token.text.strip(_QUOTES) in SENSITIVE:
            value, at = _value(tokens, at)
            yield from _hidden(value)


def _value(tokens: Sequence[Token], key_end: int) -> tuple[Sequence[Token], int]:
    """What stands after a key, and where it ends: at the next comma or line, or behind the bracket
    that closes what opens there. Without ':' or '=', only a word is taken for a value, and
    brackets where the key stands as a field does."""
    start = _after_lines(tokens, key_end)
    if start < len(tokens) and tokens[start].kind in _MARKS:
        while start < len(tokens) and tokens[start].kind in _MARKS:
            start = _after_lines(tokens, start + 1)
    elif start > key_end or start == len(tokens) or not _follows_key(tokens, start):
        return (), key_end
    end, depth = start, 0
    while end < len(tokens) and (depth or tokens[end].kind not in _ENDS):
        depth += (tokens[end].kind in _OPENING) - (tokens[end].kind in _CLOSING)
        end += 1
    return tokens[start:end], end


def _follows_key(tokens: Sequence[Token], start: int) -> bool:
    """Whether the word at `start`, right behind a key, may be its value."""
    if tokens[start].kind in _OPENING:
        return start < 2 or tokens[start - 2].kind in _BEFORE_FIELDS
    return tokens[start].kind in _WORDS


def _after_lines(tokens: Sequence[Token], at: int) -> int:
    while at < len(tokens) and tokens[at].kind == "NEWLINE":
        at += 1
    return at


def _hidden(value: Sequence[Token]) -> Iterator[Token]:
    """The literal that a value begins with, or all in its brackets; and words that are none."""
    listed = bool(value) and value[0].kind in _OPENING
    for number, word in enumerate(_words(value)):
        kinds = {token.kind for token in word}
        flawed = any(token.flawed for token in word) and bool(kinds & _WORDS)
        yield from (
            token
            for token in word
            if flawed or (token.kind in _LITERALS and (listed or number == 0))
        )


def _words(value: Sequence[Token]) -> Iterator[list[Token]]:
    """The tokens between which there is nothing, not even a blank."""
    word: list[Token] = []
    for token in value:
        if token.kind in _BETWEEN or (word and word[-1].span.end < token.span.start):
            if word:
                yield word
            word = []
        if token.kind not in _BETWEEN:
            word.append(token)
    if word:
        yield word


def _starred(item: Diagnostic, secrets: Iterable[str]) -> Diagnostic:
    for secret in secrets:
        title, label, hint = (
            _without(text, secret) for text in (item.title, item.label, item.hint)
        )
        item = replace(item, title=title, label=label, hint=hint, fix=None)
    return item


def _without(text: str, secret: str) -> str:
    """The text with `*` for the secret and for what is left of it where it was cut."""
    at = text.find(secret[:_TELLING]) if len(secret) >= _SHORTEST else -1
    while at >= 0:
        end = at
        while end < len(text) and end - at < len(secret) and text[end] == secret[end - at]:
            end += 1
        text = text[:at] + "*" * (end - at) + text[end:]
        at = text.find(secret[:_TELLING], end)
    return text
