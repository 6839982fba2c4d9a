"""Comments that hide findings."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.diagnostics.suppression import Remark, Suppression, suppressions, unsuppressed
from flowc.text import Source, Span

ERROR = Rule("FLOW101", Severity.ERROR, "an error")
WARNING = Rule("FLOW403", Severity.WARNING, "a warning")
NOTE = Rule("FLOW405", Severity.NOTE, "a note")
TARGET = Rule("FLOW620", Severity.WARNING, "of a target")
KNOWN = ("FLOW101", "FLOW403", "FLOW405", "FLOW620")


def remarks(source: Source) -> list[Remark]:
    """The comments of a text in which `#` begins nothing else."""
    found = []
    for match in re.finditer("#.*", source.text):
        span = Span(source, *match.span())
        found.append(Remark(span, span.line))
    return found


def on_line(source: Source, line: int, rule: Rule) -> Diagnostic:
    start = source.line_starts[line - 1]
    return rule.at(Span(source, start, start + 1), f"line {line}")


def left(text: str, *wanted: tuple[int, Rule]) -> list[str]:
    """What is left of findings on lines, each as `code title`."""
    source = Source("a.flow", text)
    given = [on_line(source, line, rule) for line, rule in wanted]
    said = list(suppressions(remarks(source)))
    hiding = [it for it in said if isinstance(it, Suppression)]
    wrong = [it for it in said if isinstance(it, Diagnostic)]
    return [f"{item.code} {item.title}" for item in (*unsuppressed(given, hiding, KNOWN), *wrong)]


def test_a_comment_hides_its_codes_on_its_line_alone() -> None:
    text = "a  # flowc: ignore[FLOW403] as planned\nb\n"
    assert left(text, (1, WARNING), (2, WARNING)) == ["FLOW403 line 2"]
    assert left(text, (1, WARNING), (1, NOTE)) == ["FLOW405 line 1"]


def test_a_comment_hides_several_codes() -> None:
    text = "a  #flowc:ignore[ FLOW403,FLOW405 ]: as planned\n"
    assert left(text, (1, WARNING), (1, NOTE), (1, WARNING)) == []


def test_another_file_is_not_hidden() -> None:
    source, other = Source("a.flow", "a # flowc: ignore[FLOW403] r\n"), Source("b.flow", "b\n")
    hiding = list(suppressions(remarks(source)))
    given = [on_line(other, 1, WARNING), WARNING.at(None, "nowhere"), on_line(source, 1, WARNING)]
    assert list(unsuppressed(given, hiding, KNOWN)) == given[:2]


def test_an_error_is_not_hidden_and_hiding_it_is_another() -> None:
    assert left("a # flowc: ignore[FLOW101] r\n", (1, ERROR)) == [
        "FLOW101 line 1",
        "FLOW016 FLOW101 is an error and cannot be hidden",
    ]


def test_what_hides_nothing_is_said_if_there_are_no_errors() -> None:
    text = "a # flowc: ignore[FLOW403, FLOW405] r\nb\n"
    assert left(text, (1, NOTE)) == ["FLOW825 there is no FLOW403 here"]
    assert left(text, (1, NOTE), (2, ERROR)) == ["FLOW101 line 2"]


def test_what_hides_nothing_is_not_said_if_not_all_was_looked_for() -> None:
    source = Source("a.flow", "a # flowc: ignore[FLOW403] r\n")
    hiding = list(suppressions(remarks(source)))
    assert unsuppressed([], hiding, KNOWN, complete=False) == ()
    assert [item.code for item in unsuppressed([], hiding, KNOWN)] == ["FLOW825"]


def test_of_what_only_a_target_shows_it_is_not_said() -> None:
    assert left("a # flowc: ignore[FLOW620] r\n") == []


@pytest.mark.parametrize(
    ("code", "hint", "fix"),
    [
        ("flow403", "Did you mean 'FLOW403'?", "FLOW403"),
        ("FLOW404", "Did you mean 'FLOW405'?", None),
        ("unused-output", "`flowc explain` lists all rules.", None),
    ],
)
def test_unknown_codes(code: str, hint: str, fix: str | None) -> None:
    source = Source("a.flow", f"a # flowc: ignore[{code}] r\n")
    [found] = unsuppressed([], list(suppressions(remarks(source))), KNOWN)
    assert (found.code, found.title, found.hint) == ("FLOW826", f"there is no rule '{code}'", hint)
    assert found.location is not None and found.location.span().text == code
    assert (found.fix.edits[0].text if found.fix else None) == fix


@pytest.mark.parametrize("reason", ["", " ", " -- ", ": "])
def test_a_reason_is_wanted(reason: str) -> None:
    text = f"a # flowc: ignore[FLOW403]{reason}\n"
    assert left(text, (1, WARNING)) == ["FLOW827 this comment does not say why"]


@pytest.mark.parametrize(
    "comment",
    [
        "# flowc: ignore",
        "# flowc: ignore FLOW403 r",
        "# flowc: ignore[] r",
        "# flowc: ignore[ , ] r",
        "# flowc: ignore[FLOW403 r",
        "# flowc: ignored[FLOW403] r",
        "# flowc: Ignore[FLOW403] r",
    ],
)
def test_what_is_nearly_such_a_comment(comment: str) -> None:
    title = "this comment hides nothing: it is not of the right form"
    assert left(f"a {comment}\n", (1, WARNING)) == ["FLOW403 line 1", f"FLOW017 {title}"]


@pytest.mark.parametrize(
    ("comment", "form"),
    [
        ("# flowc: ignore FLOW413", "flowc: ignore[FLOW413] reason"),
        ("# flowc: ignore flow413 because", "flowc: ignore[FLOW413] reason"),
        ("# flowc: ignore", "flowc: ignore[FLOW403] reason"),
    ],
)
def test_the_right_form_keeps_the_code_that_was_written(comment: str, form: str) -> None:
    [found] = suppressions(remarks(Source("a.flow", f"a {comment}\n")))
    assert isinstance(found, Diagnostic)
    assert found.hint == f"Write {form}"


@pytest.mark.parametrize(
    "comment",
    ["# flowc: compiles this", "# see flowc: ignore[FLOW403]", "# flowc", "# ignore[FLOW403]"],
)
def test_other_comments_are_peoples_own(comment: str) -> None:
    assert left(f"a {comment}\n", (1, WARNING)) == ["FLOW403 line 1"]


def test_a_comment_speaks_for_the_lines_before_it_and_the_inner_one_first() -> None:
    text = "f(\n x # flowc: ignore[FLOW403] in\n) # flowc: ignore[FLOW403] out\n"
    source = Source("a.flow", text)
    inner, outer = remarks(source)
    hiding = list(suppressions([inner, Remark(outer.span, 1)]))
    given = [on_line(source, line, WARNING) for line in (1, 2, 3)]
    assert unsuppressed(given, hiding, KNOWN) == ()
    [unused] = unsuppressed(given[:1] + given[2:], hiding, KNOWN)
    assert unused.location is not None and unused.location.span().line == 2


def test_the_fix_of_a_useless_comment_takes_the_blanks_before_it() -> None:
    source = Source("a.flow", "a  # flowc: ignore[FLOW403] r\n")
    [found] = unsuppressed([], list(suppressions(remarks(source))), KNOWN)
    assert found.fix is not None
    assert [(edit.span.text, edit.text) for edit in found.fix.edits] == [
        ("  # flowc: ignore[FLOW403] r", "")
    ]


@given(st.text())
def test_no_comment_is_too_odd(text: str) -> None:
    source = Source("a.flow", f"# flowc: ignore[{text}")
    for found in suppressions([Remark(Span(source, 0, len(source.text)), 1)]):
        codes = {} if isinstance(found, Diagnostic) else found.codes
        assert all(place.text == code for code, place in codes.items())
