"""Advice on what other languages write for a value that is used where there is no other."""

from __future__ import annotations

from flowc.diagnostics import Diagnostic, Edit, Fix
from flowc.syntax.tokens import Token
from flowc.syntax.trouble import UNEXPECTED, Trouble

_BEGINS_LITERAL = frozenset({"STRING", "TEXT_BLOCK", "NUMBER", "LSQB", "LBRACE"})
_ENDS_LITERAL = frozenset({"STRING", "TEXT_BLOCK", "NUMBER", "RSQB", "RBRACE"})
_CONSTANTS = frozenset({"true", "false", "null"})
OF_SOURCES = "Of several sources, 'a.x | b.y', the one that ran last counts."
OF_DEFAULTS = "What counts while no source has run is a default: 'a.x default 0'."


def fallback(trouble: Trouble) -> Diagnostic | None:
    """`a | "x"`, `"x" | a`, `a ?? "x"`, `a or "x"`, `a = "x"` for `a default "x"`."""
    token, previous, following = trouble.token, trouble.previous, trouble.following
    if previous is None:
        return None
    if (
        previous.kind == "BAR"
        and token.kind in _BEGINS_LITERAL
        and "STRING" not in trouble.expected
    ):
        fix = Fix("Write 'default'", (Edit(previous.span, "default"),))
        return trouble.report("a constant is no source", OF_DEFAULTS, label="", fix=fix)
    if not {"COMMA", "RPAR"} <= trouble.expected:
        return None
    if token.kind == "BAR" and _ends_literal(previous):
        return trouble.report("a constant is no source", OF_DEFAULTS, label="sources come first")
    if "DEFAULT" not in trouble.expected:
        return None
    if token.kind == "EQUAL":
        fix = Fix("Write 'default'", (Edit(token.span, "default"),))
        return trouble.report("'=' cannot stand behind a value", OF_DEFAULTS, label="", fix=fix)
    if token.kind == following.kind == "QUESTION":
        return UNEXPECTED.at(token.span.to(following.span), "there is no '??'", hint=OF_DEFAULTS)
    if token.text == "or":
        is_constant = following.kind in _BEGINS_LITERAL or following.text in _CONSTANTS
        hint = OF_DEFAULTS if is_constant else OF_SOURCES
        return trouble.report("'or' is no word of this language", hint, label="")
    return None


def _ends_literal(token: Token) -> bool:
    return token.kind in _ENDS_LITERAL or token.text in _CONSTANTS
