"""Advice on constants, variables and assignments, none of which the language has."""

from __future__ import annotations

from flowc.diagnostics import Diagnostic
from flowc.patterns import pattern
from flowc.syntax.trouble import UNEXPECTED, Trouble
from flowc.syntax.words import shortened

_WORDS = ("let", "var", "const")
_CONSTANT = pattern(r'[ \t]*(?:["0-9\[{-]|(?:true|false|null)\b)')
_ASSIGNED = pattern(r"\.[A-Za-z_][A-Za-z0-9_.]{0,80}[ \t]*=(?![=>])")


def variable(trouble: Trouble) -> Diagnostic | None:
    """`var x: string`, `const X = 3`; `let x = foo()` is a node."""
    word, name, sign = trouble.previous, trouble.token, trouble.following
    if name.kind != "NAME":
        (word, second), sign = trouble.line, trouble.token
        name = second or name
    if word is None or word.kind != "NAME" or word.text not in _WORDS:
        return None
    if name.kind != "NAME" or sign.kind not in ("COLON", "EQUAL"):
        return None
    shown = shortened(name.text)
    if sign.kind == "COLON":
        hint = (
            "Nothing is declared for values: what a flow takes stands in its head, "
            f"flow f({shown}: TYPE); what it computes is the output of a node, as in 'n.output'."
        )
    elif word.level == 0 or _CONSTANT.match(sign.source.text, sign.end):
        hint = (
            "Write the constant where it is used, or make it the default of a flow's input: "
            f"flow f({shown}: TYPE = VALUE)."
        )
    else:
        return None
    return UNEXPECTED.at(word.span, f"'{word.text}' is no word of this language", hint=hint)


def assigned_output(trouble: Trouble) -> Diagnostic | None:
    """`a.state = "x"`."""
    token, previous = trouble.token, trouble.previous
    if token.kind != "DOT" or previous is None or previous.kind != "NAME":
        return None
    if "LPAR" not in trouble.expected or not _ASSIGNED.match(token.source.text, token.start):
        return None
    return trouble.report(
        "an output cannot be assigned",
        "Only the node itself gives its outputs: let a tool return the new value, "
        "as in 'b = some_tool(…)', and read 'b.output'.",
        label="",
    )
