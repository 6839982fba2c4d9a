"""Which findings are shown, and how bad they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowc.diagnostics import Rule, Severity
from flowc.diagnostics.levels import Filter, Levels, levelled

ERROR = Rule("FLOW101", Severity.ERROR, "an error").at(None, "e")
WARNING = Rule("FLOW403", Severity.WARNING, "a warning").at(None, "w")
NOTE = Rule("FLOW405", Severity.NOTE, "a note").at(None, "n")
ALL = (ERROR, WARNING, NOTE)


def shown(*filters: Filter, **severities: Severity) -> list[tuple[str, str]]:
    found = levelled(ALL, Levels(filters, severities))
    return [(item.code, item.severity.value) for item in found]


def codes(*filters: Filter) -> list[str]:
    return [code for code, _ in shown(*filters)]


def test_nothing_said_changes_nothing() -> None:
    assert levelled(ALL, Levels()) == ALL


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ([Filter(ignore=("FLOW403",))], ["FLOW101", "FLOW405"]),
        ([Filter(ignore=("FLOW",))], ["FLOW101"]),
        ([Filter(select=("FLOW5",))], ["FLOW101"]),
        ([Filter(select=("FLOW40",))], ["FLOW101", "FLOW403", "FLOW405"]),
        # The longest beginning decides; between equals, ignoring.
        ([Filter(("FLOW403",), ("FLOW4",))], ["FLOW101", "FLOW403"]),
        ([Filter(("FLOW4",), ("FLOW403",))], ["FLOW101", "FLOW405"]),
        ([Filter(("FLOW403",), ("FLOW403",))], ["FLOW101"]),
        # The first filter that says something decides.
        ([Filter(select=("FLOW403",)), Filter(ignore=("FLOW403",))], ["FLOW101", "FLOW403"]),
        ([Filter(ignore=("FLOW403",)), Filter(select=("FLOW403",))], ["FLOW101"]),
        ([Filter(), Filter(ignore=("FLOW4",))], ["FLOW101"]),
    ],
)
def test_filters(filters: list[Filter], expected: list[str]) -> None:
    assert codes(*filters) == expected


def test_severities_of_codes() -> None:
    assert shown(FLOW403=Severity.ERROR, FLOW405=Severity.WARNING) == [
        ("FLOW101", "error"),
        ("FLOW403", "error"),
        ("FLOW405", "warning"),
    ]


def test_options_come_before_the_project() -> None:
    project = Levels((Filter(ignore=("FLOW403",)),), {"FLOW405": Severity.WARNING})
    levels = project.under(Filter(select=("FLOW403",)))
    assert [item.code for item in levelled(ALL, levels)] == ["FLOW101", "FLOW403"]
    assert levels.severities == {"FLOW405": Severity.WARNING}


PREFIXES = st.lists(st.sampled_from(["FLOW", "FLOW1", "FLOW101", "FLOW4"])).map(tuple)


@given(PREFIXES, PREFIXES, st.sampled_from(Severity))
def test_errors_are_always_shown_as_errors(select, ignore, severity) -> None:
    levels = Levels((Filter(select, ignore),), {"FLOW101": severity})
    assert [item for item in levelled(ALL, levels) if item.is_error][:1] == [ERROR]
