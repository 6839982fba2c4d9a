"""Advice on calls inside calls, and on texts and types as other languages write them."""

from __future__ import annotations

from flowc.diagnostics import Diagnostic
from flowc.patterns import pattern
from flowc.syntax.trouble import UNEXPECTED, Trouble
from flowc.syntax.words import shortened

_ARGUMENTS = ("NAME", "STRING", "NUMBER")
_DOTTED = pattern(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*")
_LINE_END = pattern(r"[ \t]*(?:[}#\n]|\Z)")
_PREFIXES = frozenset(("f", "r", "b", "u", "fr", "rf", "t"))


def nested_call(trouble: Trouble) -> Diagnostic | None:
    """`foo(bar(x))`, `return bar(x)`."""
    token, previous = trouble.token, trouble.previous
    if token.kind != "LPAR" or previous is None or previous.kind != "NAME":
        return None
    if token.start != previous.end or not _ends_a_value(trouble.expected):
        return None
    return UNEXPECTED.at(
        previous.span,
        "calls do not nest",
        label="a value is expected here",
        hint="Give this call a line and a name of its own, "
        f"`r = {previous.text}(…)`, and read `r.OUTPUT` here.",
    )


def _ends_a_value(expected: frozenset[str]) -> bool:
    """Whether the name before is an argument or what a return, `if` or `match` reads."""
    if expected & {"LPAR", "QUESTION"}:
        return False  # a call itself, or a type
    return bool({"COMMA", "RPAR"} <= expected or expected & {"AS", "DOT", "DEFAULT"})


def two_names(trouble: Trouble) -> Diagnostic | None:
    """`a = b c(x)`."""
    token, previous = trouble.token, trouble.previous
    if token.kind != "NAME" or previous is None or previous.kind != "NAME":
        return None
    if trouble.expected != {"COLON", "EQUAL", "LPAR"} or trouble.following.kind != "LPAR":
        return None
    return trouble.report(
        f"'{token.text}' cannot follow another name",
        f"Calls do not nest: give `{token.text}(…)` a line and a name of its own, and read its "
        f"output in `{previous.text}(…)`.",
    )


def bare_arguments(trouble: Trouble) -> Diagnostic | None:
    """`a = foo x`, `foo "text"`."""
    token, previous = trouble.token, trouble.previous
    if previous is None or previous.kind != "NAME" or previous.level == 0:
        return None
    if trouble.expected != {"COLON", "EQUAL", "LPAR"} or token.kind not in _ARGUMENTS:
        return None
    if trouble.following.kind == "LBRACE":
        return None  # `VllmConfig x { … }` in a flow
    argument = _DOTTED.match(token.source.text, token.start)
    value = argument[0] if argument else token.text
    ends = _LINE_END.match(token.source.text, token.start + len(value))
    return trouble.report(
        f"the arguments of '{previous.text}' stand in parentheses",
        f"Write `{previous.text}({shortened(value)}{'' if ends else ' …'})`.",
        label="expected '('",
    )


def prefixed_text(trouble: Trouble) -> Diagnostic | None:
    """`return f"…"`."""
    token, previous = trouble.token, trouble.previous
    if token.kind not in ("STRING", "TEXT_BLOCK") or previous is None:
        return None
    if previous.text not in _PREFIXES or previous.end != token.start:
        return None
    return UNEXPECTED.at(
        previous.span,
        "a string has no letter before it",
        hint='Values stand in texts of nodes alone, as in `say "Hi {{who}}" (who = a.x)`. '
        "Anywhere else let a tool make the text.",
    )
