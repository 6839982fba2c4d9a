"""Secrets in sources that cannot be bound: found by their keys, so that no finding shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from flowc.diagnostics import Diagnostic
from flowc.ir.catalogue import SENSITIVE
from flowc.syntax.tokens import Token

_LITERALS = frozenset({"STRING", "TEXT_BLOCK", "NUMBER"})
_OPENING, _CLOSING = frozenset({"LBRACE", "LSQB"}), frozenset({"RBRACE", "RSQB"})
_ENDS = frozenset({"COMMA", "NEWLINE", "RPAR", *_CLOSING})
_TELLING = 30
"""Characters of a secret by which a message is known to quote it, which may cut it."""


def without_secrets(diagnostics: Iterable[Diagnostic], tokens: Sequence[Token]) -> list[Diagnostic]:
    """The syntax errors of a source, with `*` for the secrets that they quote.

    What stands after the name of a sensitive field is noted as a place that must not be shown: the
    next literal, all in the brackets that open there, or words that are no value at all. A source
    without errors will be bound, which knows better what is secret.
    """
    diagnostics = list(diagnostics)
    if not diagnostics:
        return []
    quoted: dict[int, list[str]] = {}
    for token in _secrets(tokens):
        span = token.span
        span.source.secrets.append(span)
        for line in range(span.line, span.source.line_column(span.end)[0] + 1):
            quoted.setdefault(line, []).append(token.text.strip("\"'`"))
    return [
        item if item.location is None else _starred(item, quoted.get(item.location.line, ()))
        for item in diagnostics
    ]


def _secrets(tokens: Sequence[Token]) -> Iterator[Token]:
    at = 0
    while at < len(tokens):
        token = tokens[at]
        at += 1
        if token.kind in ("NAME", "STRING") and token.text.strip("\"'`") in SENSITIVE:
            value, at = _value(tokens, at)
            flawed = any(item.flawed for item in value)
            yield from (item for item in value if flawed or item.kind in _LITERALS)


def _value(tokens: Sequence[Token], start: int) -> tuple[Sequence[Token], int]:
    """What stands after a key, and where it ends: at the next comma or line, or behind the bracket
    that closes what opens there."""
    while start < len(tokens) and tokens[start].kind in ("COLON", "EQUAL", "NEWLINE"):
        start += 1
    end, depth = start, 0
    while end < len(tokens) and (depth or tokens[end].kind not in _ENDS):
        depth += (tokens[end].kind in _OPENING) - (tokens[end].kind in _CLOSING)
        end += 1
    return tokens[start:end], end


def _starred(item: Diagnostic, secrets: Iterable[str]) -> Diagnostic:
    for secret in secrets:
        title, label, hint = (
            _without(text, secret) for text in (item.title, item.label, item.hint)
        )
        item = replace(item, title=title, label=label, hint=hint, fix=None)
    return item


def _without(text: str, secret: str) -> str:
    """The text with `*` for the secret and for what is left of it where it was cut."""
    at = text.find(secret[:_TELLING]) if secret else -1
    while at >= 0:
        end = at
        while end < len(text) and end - at < len(secret) and text[end] == secret[end - at]:
            end += 1
        text = text[:at] + "*" * (end - at) + text[end:]
        at = text.find(secret[:_TELLING], end)
    return text
