"""Advice on names, types and values that are written in a form of other languages."""

from __future__ import annotations

from flowc.diagnostics import Diagnostic, Edit, Fix
from flowc.patterns import pattern
from flowc.syntax.generics import written_here
from flowc.syntax.tokens import Token
from flowc.syntax.trouble import UNEXPECTED, Trouble
from flowc.text import Span

_IDENTIFIER = pattern(r"[A-Za-z_][A-Za-z0-9_]*")
_DECLARING = frozenset({"tool", "flow", "extern", "export"})
_COLON_BEFORE = pattern(r"([A-Za-z_][A-Za-z0-9_]*|`[^`\n]+`)([ \t]*:[ \t]*)\Z")
_NAME_BEFORE = pattern(r"[A-Za-z0-9_`][ \t]+\Z")


def quoted_name(trouble: Trouble) -> Diagnostic | None:
    """`tool "look up"()`."""
    token = trouble.token
    if token.kind != "STRING" or not {"NAME"} <= trouble.expected <= {"NAME", "RBRACE"}:
        return None
    inner = token.text[1:-1]
    if "`" in inner or "\\" in inner:
        return None
    written = inner if _IDENTIFIER.fullmatch(inner) else f"`{inner}`"
    fix = Fix(f"Write {written}", (Edit(token.span, written),))
    return trouble.report("a name stands without quotes", f"Write {written}.", fix=fix)


def array_type(trouble: Trouble) -> Diagnostic | None:
    """`List[string]`."""
    token, previous = trouble.token, trouble.previous
    if previous is None or previous.kind != "LSQB" or trouble.expected != {"RSQB"}:
        return None
    if token.kind != "NAME":
        return None
    written = written_here(token.source.text, previous.start) or f"{token.text}[]"
    return trouble.report("nothing stands in the '[]' of a type", f"Write {written}.")


def typed_value(trouble: Trouble) -> Diagnostic | None:
    """`foo(a = b: string)`."""
    if trouble.token.kind != "COLON" or not {"COMMA", "RPAR"} <= trouble.expected:
        return None
    return trouble.report(
        "a type does not stand after a value",
        "Write it after the input's name: foo(name: TYPE = VALUE).",
    )


def value_as_type(trouble: Trouble) -> Diagnostic | None:
    """`foo(a: b.c)`."""
    token, previous = trouble.token, trouble.previous
    if token.kind != "DOT" or previous is None or previous.kind != "NAME":
        return None
    first = trouble.line[0]
    if not {"EQUAL", "COMMA", "RPAR"} <= trouble.expected or first is None:
        return None
    if first.text in _DECLARING:
        return None  # a parameter
    before = token.source.text[max(0, previous.start - 200) : previous.start]
    named = _COLON_BEFORE.search(before)
    if named is None:
        return None
    colon = Span(token.source, previous.start - len(named[2]), previous.start)
    meant = f"{named[1]} = {previous.text}.{trouble.following.text}"
    return trouble.report(
        "'.' cannot stand in a type",
        f"Write `{meant}`: a value follows '='.",
        label="a type stands behind ':'",
        fix=Fix(f"Write `{meant}`", (Edit(colon, " = "),)),
    )


def named_return(trouble: Trouble) -> Diagnostic | None:
    """`return a = x`."""
    previous = trouble.previous
    if trouble.token.kind != "EQUAL" or not {"AS", "ARROW"} <= trouble.expected or previous is None:
        return None
    return trouble.report(
        "what a return gives a name stands in parentheses",
        f"Write 'return ({previous.text} = VALUE)'.",
        label="",
    )


def part_of_a_value(trouble: Trouble) -> Diagnostic | None:
    """`x = foo(a)[0]`."""
    token, previous = trouble.token, trouble.previous
    if token.kind != "LSQB" or previous is None or previous.kind not in ("RPAR", "NAME"):
        return None
    if token.start != previous.end:
        return None
    return trouble.report(
        "a part of a value cannot be read",
        "Agent Spec carries whole outputs only: let a tool take the value apart.",
        label="",
    )


def two_values(trouble: Trouble) -> Diagnostic | None:
    """`tools: [a b]`, `llm_config: a b`: the second name reads as that of an inline component."""
    token, previous = trouble.token, trouble.previous
    if not {"ARROW", "LBRACE"} <= trouble.expected or previous is None or previous.kind != "NAME":
        return None
    if token.kind not in ("RSQB", "RPAR", "RBRACE", "COMMA", "NEWLINE") or not _follows(previous):
        return None
    hint = "A list is written [a, b], and an inline component TypeName name { … }."
    if token.kind not in ("RSQB", "RPAR"):
        title = f"'{previous.text}' cannot follow another name here"
        return UNEXPECTED.at(previous.span, title, hint=hint)
    return UNEXPECTED.at(
        previous.span,
        f"a ',' is missing before '{previous.text}'",
        label="expected ','",
        hint=hint,
        fix=comma_before(previous),
    )


def comma_before(name: Token) -> Fix:
    """The fix that writes a comma right after what stands before the word."""
    end = len(name.source.text[: name.start].rstrip(" \t"))
    return Fix("Write ','", (Edit(Span(name.source, end, end), ","),))


def _follows(name: Token) -> bool:
    """Whether another name stands right before it."""
    return _NAME_BEFORE.search(name.source.text, max(0, name.start - 200), name.start) is not None
