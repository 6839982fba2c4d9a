"""Advice on calls inside calls, and on texts and types as other languages write them."""

from __future__ import annotations

from flowc.diagnostics import Diagnostic
from flowc.syntax.trouble import UNEXPECTED, Trouble

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
