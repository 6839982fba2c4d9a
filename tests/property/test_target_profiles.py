"""What profiles say of any document: they never fail, and every finding can be acted upon."""

from __future__ import annotations

from hypothesis import Phase, given, settings

from flowc.agentspec import read_object
from flowc.api import Program
from flowc.ir.document import Document
from flowc.semantics import check
from flowc.semantics.profiles import PROFILES, for_targets
from flowc.testing import Case, cases, documents, raw_documents
from flowc.text import Source

FEW = settings(max_examples=30, phases=[Phase.generate])
"""What fails is made small by hand: documents of everything are large."""


def every_finding_is_whole(document: Document) -> None:
    common = check(document)
    kept = {(item.code, item.location) for item in common if item.is_error}
    for target in PROFILES:
        found = for_targets(document, common, [target])
        assert found == for_targets(document, common, [target, target])
        assert kept <= {(item.code, item.location) for item in found}, target
        for item in found:
            assert item.title, item
            assert item.hint or not item.code.startswith("FLOW6"), item


@given(documents())
@FEW
def test_documents_of_everything(document):
    every_finding_is_whole(document)


@given(raw_documents())
@FEW
def test_documents_that_break_rules(raw):
    every_finding_is_whole(read_object(raw).document)


@given(cases())
@FEW
def test_flows_that_run_are_python(case: Case):
    program = Program(Source("case.json", ""), case.document, ())
    assert [item for item in program.diagnostics_for(["python"]) if item.is_error] == []
