"""The messages for broken sources, word for word, in `errors.txt`.

A case there is a title, the source, and what is said about it. With `UPDATE_GOLDEN=1` in the
environment the test writes the messages anew; read the difference before you keep it.
"""

from __future__ import annotations

import os
import re

import pytest
from syntax_forms import GOLDEN, broken_cases

from flowc.diagnostics import Diagnostic
from flowc.syntax import parse
from flowc.syntax import tree as t
from flowc.syntax.cache import tables
from flowc.text import Source, Span


def place(span: Span) -> str:
    line, column = span.source.line_column(span.start)
    return f"{line}:{column} {span.text!r}"


def message(found: Diagnostic) -> str:
    assert isinstance(found.location, Span)
    lines = [f"{found.code} {place(found.location)}", f"  {found.title}"]
    if found.label:
        lines.append(f"  label: {found.label}")
    if found.hint:
        lines.append(f"  hint: {found.hint}")
    for related in found.related:
        assert isinstance(related.location, Span)
        lines.append(f"  related: {place(related.location)} {related.label}")
    if found.fix:
        edits = ", ".join(f"{place(edit.span)} -> {edit.text!r}" for edit in found.fix.edits)
        lines.append(f"  fix: {found.fix.title}: {edits}")
    return "\n".join(lines) + "\n"


def messages(source: str) -> str:
    parsed = parse(Source("x.flow", source))
    kept = " ".join(
        declared.name.text
        for declared in parsed.tree.declarations
        if isinstance(declared, t.ComponentDeclaration | t.FlowDeclaration | t.TypeDeclaration)
    )
    return "".join(map(message, parsed.diagnostics)) + f"sound: {kept}".rstrip() + "\n"


@pytest.mark.skipif("UPDATE_GOLDEN" not in os.environ, reason="only on request: UPDATE_GOLDEN=1")
def test_update() -> None:
    text = "".join(
        f"==== {title}\n{source}----\n{messages(source)}" for title, source, _ in broken_cases()
    )
    GOLDEN.write_text(text, encoding="utf-8")


CASES = broken_cases()


@pytest.mark.parametrize(("title", "source", "expected"), CASES, ids=[c[0] for c in CASES])
def test_messages(title: str, source: str, expected: str) -> None:
    assert messages(source) == expected


def test_titles_are_unique_and_there_are_enough() -> None:
    titles = [title for title, _, _ in broken_cases()]
    assert len(titles) == len(set(titles)) >= 90


def test_messages_speak_no_parser() -> None:
    text = "".join(expected for _, _, expected in CASES)
    spoken = set(re.findall(r"\b[A-Z_]{2,}\b", text))
    terminals = {*tables().patterns, *tables().keywords.values(), "INVALID", "__ANON"}
    assert spoken & terminals <= {"TYPE"}


def test_characters_that_cannot_be_seen() -> None:
    (found,) = parse(Source("x.flow", "tool c\0()")).diagnostics
    assert found.title == "the character (U+0000) has no meaning here"


FIXES = [case for case in CASES if "  fix: " in case[2] and case[2].count("\nFLOW") == 0]


@pytest.mark.parametrize(("title", "source", "expected"), FIXES, ids=[c[0] for c in FIXES])
def test_fixes_repair(title: str, source: str, expected: str) -> None:
    """Where one thing is wrong and has a fix, the fix leaves nothing wrong."""
    (found,) = parse(Source("x.flow", source)).diagnostics
    assert found.fix is not None
    fixed = source
    for edit in sorted(found.fix.edits, key=lambda edit: -edit.span.start):
        fixed = fixed[: edit.span.start] + edit.text + fixed[edit.span.end :]
    assert messages(fixed).startswith("sound:")
