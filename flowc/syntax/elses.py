"""Advice on `else`: of an `if` and among arms."""

from __future__ import annotations

from flowc.diagnostics import Diagnostic
from flowc.syntax.misplaced import comma_before
from flowc.syntax.tokens import Token, begins_line
from flowc.syntax.trouble import UNEXPECTED, Trouble


def misplaced_else(trouble: Trouble) -> Diagnostic | None:
    """`else { … }` among arms."""
    token, previous = trouble.token, trouble.previous
    if token.kind == "DARROW" and previous is not None and previous.text == "else":
        return _else_without_comma(trouble, previous)
    if token.text == "else":
        if "COMMA" not in trouble.expected or begins_line(token):
            return _stray_else(token)
        return trouble.report(
            "a ',' is missing before 'else'",
            "Arms on one line are separated by ','; or begin a new line before it.",
            label="expected ','",
            fix=trouble.inserted(","),
        )
    if token.kind != "LBRACE" or previous is None or trouble.early:
        return None
    if "DARROW" in trouble.expected:
        return trouble.report(
            "'=>' is missing before '{'",
            "An arm is written 'A => { … }'.",
            label="expected '=>'",
            fix=trouble.inserted(" =>"),
        )
    return _stray_else(previous) if previous.text == "else" else None


def _else_without_comma(trouble: Trouble, word: Token) -> Diagnostic | None:
    """`3 => break else => {}`, where `else` reads as the label of a loop."""
    if "COMMA" not in trouble.expected or begins_line(word):
        return None
    return UNEXPECTED.at(
        word.span,
        "a ',' is missing before 'else'",
        label="expected ','",
        hint="Arms on one line are separated by ','; or begin a new line before it.",
        fix=comma_before(word),
    )


def _stray_else(word: Token) -> Diagnostic:
    return UNEXPECTED.at(
        word.span,
        "this 'else' belongs to no 'if'",
        hint="It stands right after the '}' of its 'if'; among arms it is 'else => …'.",
    )
