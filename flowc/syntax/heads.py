"""Advice on the outputs in the head of a declaration."""

from __future__ import annotations

from flowc.diagnostics import Diagnostic
from flowc.syntax.trouble import Trouble
from flowc.syntax.words import found

_OUTPUTS = "Outputs stand behind the inputs: -> (name: TYPE)."


def missing_arrow(trouble: Trouble) -> Diagnostic | None:
    """`tool f(a: string) (b: string)`, `tool f(a: string) string`, `tool f(a: string): string`."""
    token, previous = trouble.token, trouble.previous
    if token.level > 0 or previous is None or previous.kind not in ("RPAR", "NAME"):
        return None
    if "ARROW" not in trouble.expected or token.kind not in ("LPAR", "NAME", "COLON"):
        return None
    if token.kind == "COLON":
        if trouble.following.kind == "LPAR" or previous.kind == "NAME":
            return None
        return trouble.report("':' cannot stand here", _OUTPUTS, label="expected '->'")
    if previous.kind == "NAME":
        return None
    return trouble.report(
        f"'->' is missing before {found(token)}",
        _OUTPUTS,
        label="expected '->'",
        fix=trouble.inserted(" ->") if token.kind == "LPAR" else None,
    )
