"""`flowc check` never cries wolf: what it says of public documents was looked at, each finding."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from corpus_files import corpus_cases, corpus_files, reviewed_refusals, rows
from reviewed import FAULTS, WARNINGS, Counts, counts, findings, reviewed, unlike

from flowc.diagnostics import Severity

ENGINES = ("wayflow", "langgraph")

STRICTER = {
    "br_num_input": "FLOW229",  # a key that no number equals: both engines took the default branch
    "id_tool_collision": "FLOW520",  # two tools of one id: both engines run the wrong one (rule 3)
}
"""Runtime cases that both engines ran, with the error that flowc gives on purpose."""


@pytest.fixture(scope="module")
def found(corpus: Path) -> dict[Severity, Counts]:
    return counts(corpus_files(corpus))


def test_every_error_is_a_real_fault_and_no_line_is_stale(found: dict[Severity, Counts]):
    assert unlike(found[Severity.ERROR], reviewed(FAULTS)) == []


def test_every_warning_was_reviewed_and_no_line_is_stale(found: dict[Severity, Counts]):
    assert unlike(found[Severity.WARNING], reviewed(WARNINGS)) == []


@pytest.mark.parametrize("table", [FAULTS, WARNINGS])
def test_every_reviewed_line_gives_its_reason(table: Path):
    lines = rows(table)
    assert len(lines) > 10
    assert all(row["reason"] for row in lines)
    keys = [(row["code"], row["file"]) for row in lines]
    assert len(set(keys)) == len(keys)


def test_what_is_refused_is_reviewed_elsewhere(corpus: Path):
    files = {file.name for file in corpus_files(corpus)}
    listed = {name for table in (FAULTS, WARNINGS) for name, _ in reviewed(table)}
    assert listed <= files
    assert not listed & reviewed_refusals().keys()


def test_what_both_engines_ran_has_no_errors(corpus: Path):
    observed = json.loads((corpus / "observed_runtime.json").read_text("utf-8"))
    files = {Path(file.name).stem: file for file in corpus_cases(corpus)}
    ran = [name for name in files if all(observed[name][it]["ok"] for it in ENGINES)]
    assert len(ran) > 150
    errors = {name: {item.code for item in findings(files[name]) if item.is_error} for name in ran}
    assert {name: " ".join(codes) for name, codes in errors.items() if codes} == STRICTER


def test_a_difference_is_told_in_either_direction():
    assert unlike({("a", "FLOW1"): 2}, {("a", "FLOW1"): 2}) == []
    assert unlike({("a", "FLOW1"): 2}, {("a", "FLOW1"): 1}) == ["a: FLOW1 2 times, reviewed 1"]
    assert unlike({}, {("a", "FLOW1"): 1}) == ["a: FLOW1 0 times, reviewed 1"]
