"""GitHub workflow commands."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from flowc.diagnostics import Rule, Severity
from flowc.diagnostics.github import render_github
from flowc.text import Source, Span

ERROR = Rule("FLOW101", Severity.ERROR, "an error")
WARNING = Rule("FLOW102", Severity.WARNING, "a warning")
NOTE = Rule("FLOW103", Severity.NOTE, "a note")
SOURCE = Source("a.flow", "one\ntwo three\nfour\n")
COMMAND = re.compile(
    r"::(error|warning|notice) (?:file=[^:,\n]*,)?(?:line=\d+,col=\d+,endLine=\d+,)?"
    r"title=FLOW\d{3}::[^\n\r]*"
)


def test_each_finding_is_a_command() -> None:
    found = [
        ERROR.at(Span(SOURCE, 8, 13), "wrong", label="here", hint="Write\nthis."),
        WARNING.at(Span(SOURCE, 4, 18), "odd"),
        NOTE.at(None, "aside"),
    ]
    assert render_github(found) == (
        "::error file=a.flow,line=2,col=5,endLine=2,title=FLOW101::"
        "wrong (here)%0AWrite%0Athis.\n"
        "::warning file=a.flow,line=2,col=1,endLine=3,title=FLOW102::odd\n"
        "::notice title=FLOW103::aside\n"
    )


def test_a_span_that_ends_with_its_line_ends_on_it() -> None:
    found = render_github([ERROR.at(Span(SOURCE, 4, 14), "wrong")])
    assert ",line=2,col=1,endLine=2," in found


def test_signs_that_mean_something_are_escaped() -> None:
    source = Source("a,b:c%d.flow", "x")
    found = render_github([ERROR.at(Span(source, 0, 1), "100% : , ::error::")])
    assert found == (
        "::error file=a%2Cb%3Ac%25d.flow,line=1,col=1,endLine=1,title=FLOW101::"
        "100%25 : , ::error::\n"
    )


def test_a_file_without_text_has_no_line() -> None:
    found = render_github([ERROR.at(Span(Source("a.json", ""), 0, 0), "empty")])
    assert found == "::error file=a.json,title=FLOW101::empty\n"


@given(*[st.text()] * 4)
def test_no_text_breaks_out_of_its_command(name, title, label, hint) -> None:
    place = Span(Source(name, "x"), 0, 1)
    found = render_github([ERROR.at(place, title, label=label, hint=hint)] * 2)
    first, second, rest = found.split("\n")
    assert COMMAND.fullmatch(first) and first == second and rest == ""
    assert "\x1b" not in found
