"""Fixes at work."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from flowc.diagnostics import Diagnostic, Edit, Fix, Rule, Severity
from flowc.diagnostics.fixes import ROUNDS, fixed
from flowc.text import Source, Span

SYNTAX = Rule("FLOW001", Severity.ERROR, "a bad word")
ERROR = Rule("FLOW101", Severity.ERROR, "an error")
WARNING = Rule("FLOW403", Severity.WARNING, "a warning")


def edits(source: Source, pattern: str, text: str) -> list[Edit]:
    return [Edit(Span(source, *found.span()), text) for found in re.finditer(pattern, source.text)]


def replacing(rule: Rule, pattern: str, by: str, name: str = "a.flow"):
    """What finds a pattern, and repairs each by another text."""

    def findings_of(text: str) -> Sequence[Diagnostic]:
        source = Source(name, text)
        return [
            rule.at(edit.span, edit.span.text, fix=Fix("do", (edit,)))
            for edit in edits(source, pattern, by)
        ]

    return findings_of


def test_all_fixes_are_applied_in_one_round() -> None:
    done = fixed("x y x", "a.flow", replacing(ERROR, "x", "long"))
    assert (done.text, [item.title for item in done.repaired]) == ("long y long", ["x", "x"])
    assert done.left == ()


def test_a_repair_may_bring_up_the_next() -> None:
    done = fixed("((((x))))", "a.flow", replacing(ERROR, r"\(x\)", "x"))
    assert (done.text, len(done.repaired)) == ("x", 4)


def test_fixes_that_touch_each_other_are_applied_one_after_the_other() -> None:
    done = fixed("ab", "a.flow", replacing(WARNING, "[ab]", ""))
    assert (done.text, len(done.repaired)) == ("", 2)


def test_a_fix_of_several_edits_is_applied_whole() -> None:
    def findings_of(text: str) -> Sequence[Diagnostic]:
        source = Source("a.flow", text)
        found = tuple(edits(source, r"[()]", ""))
        return [ERROR.at(None, "brackets", fix=Fix("do", found))] if found else []

    assert fixed("(a)", "a.flow", findings_of).text == "a"


def test_fixes_of_other_files_are_left_alone() -> None:
    done = fixed("x", "a.flow", replacing(ERROR, "x", "y", name="b.flow"))
    assert (done.text, done.repaired, len(done.left)) == ("x", (), 1)


def test_a_fix_that_brings_errors_is_not_applied_and_the_others_are() -> None:
    def findings_of(text: str) -> Sequence[Diagnostic]:
        source = Source("a.flow", text)
        good = [
            WARNING.at(edit.span, "g", fix=Fix("do", (edit,))) for edit in edits(source, "g", "-")
        ]
        bad = [
            WARNING.at(edit.span, "b", fix=Fix("do", (edit,))) for edit in edits(source, "b", "E")
        ]
        return [*bad, *good, *(ERROR.at(edit.span, "E") for edit in edits(source, "E", ""))]

    done = fixed("b g b", "a.flow", findings_of)
    assert (done.text, [item.title for item in done.repaired]) == ("b - b", ["g"])
    assert [item.title for item in done.left] == ["b", "b"]


def test_syntax_counts_before_all_else_because_it_hides_it() -> None:
    def findings_of(text: str) -> Sequence[Diagnostic]:
        source = Source("a.flow", text)
        broken = edits(source, ";", "")
        if broken:
            return [SYNTAX.at(edit.span, ";", fix=Fix("do", (edit,))) for edit in broken]
        return [ERROR.at(edit.span, "x") for edit in edits(source, "x", "")]

    done = fixed("x x x;", "a.flow", findings_of)
    assert (done.text, len(done.left)) == ("x x x", 3)


def test_fixes_that_never_end_are_stopped() -> None:
    done = fixed("x", "a.flow", replacing(WARNING, "x$", "xx"))
    assert done.text == "x" * (ROUNDS + 1)


@given(st.text("ab;x", max_size=20))
def test_what_is_left_is_what_is_found_in_the_text(text: str) -> None:
    find = replacing(ERROR, ";|ab", "")
    done = fixed(text, "a.flow", find)
    assert [item.title for item in done.left] == [item.title for item in find(done.text)] == []
