"""Four steps over public documents, runtime cases and examples: source to JSON, JSON to source, and
both there and back. JSON to source and back is in the report on the corpus.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from converted import Outcome, compiled, without_comments
from corpus_files import ROOT

import flowc
from flowc.agentspec import to_json, to_object, to_yaml
from flowc.agentspec.layout import exact_differences
from flowc.api import Program
from flowc.diagnostics import Diagnostic
from flowc.ir.meaning import differences

EXAMPLES = sorted((ROOT / "examples").glob("*/*.flow"))


def from_its_json(flow: str) -> Program:
    """The program that is read from the JSON of a source."""
    return flowc.from_json(to_json(compiled(flow)), filename="again.json")


def from_its_yaml(flow: str) -> Program:
    return flowc.from_yaml(to_yaml(compiled(flow)), filename="again.yaml")


def test_runtime_cases_come_back(case_outcomes: tuple[Outcome, ...]):
    assert len(case_outcomes) == 380
    assert [(item.file.name, item.fault) for item in case_outcomes if not item.flow] == []
    assert [(item.file.name, item.lost) for item in case_outcomes if item.lost] == []
    assert [(item.file.name, item.inexact) for item in case_outcomes if item.inexact] == []


def test_the_json_of_a_converted_source_means_the_same(converted: tuple[Outcome, ...]):
    for item in converted:
        assert item.program is not None
        again = from_its_json(item.flow).document
        assert differences(item.program.document, again) == (), item.file.name


def test_converting_a_conversion_changes_nothing(
    converted: tuple[Outcome, ...], case_outcomes: tuple[Outcome, ...]
):
    """Source to JSON to source, byte for byte; comments are no part of JSON."""
    editions = {item.file.name for item in converted}
    documents = [
        item for item in converted if item.file.name.replace(".yaml", ".json") not in editions
    ]
    documents += [item for item in converted if item.file.name.endswith(".json")]
    assert len(documents) > 90
    changed = [
        item.file.name
        for item in (*documents, *case_outcomes[::3])
        if from_its_json(item.flow).to_flow() != without_comments(item)
    ]
    assert changed == []


def test_converting_an_exact_conversion_changes_nothing(converted: tuple[Outcome, ...]):
    changed = [
        item.file.name
        for item in converted[::4]
        if "#" not in item.exact_flow
        and from_its_json(item.exact_flow).to_flow(exact=True) != item.exact_flow
    ]
    assert changed == []


def test_yaml_in_the_place_of_json(converted: tuple[Outcome, ...]):
    for item in converted[::8]:
        assert from_its_yaml(item.flow).to_flow() == without_comments(item), item.file.name
    for item in converted[3::16]:
        again = from_its_json(item.exact_flow).to_flow(exact=True)
        assert from_its_yaml(item.exact_flow).to_flow(exact=True) == again, item.file.name


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("read", [from_its_json, from_its_yaml])
def test_examples_come_back(path: Path, read):
    written = path.read_text("utf-8")
    original = compiled(written)
    flow = read(written).to_flow()
    assert differences(original, compiled(flow)) == ()
    assert read(flow).to_flow() == flow
    exact = read(written).to_flow(exact=True)
    assert exact_differences(to_object(original), to_object(compiled(exact))) == ()
    assert read(exact).to_flow(exact=True) == exact


def test_a_converted_source_has_no_findings_that_its_document_has_not(
    converted: tuple[Outcome, ...], case_outcomes: tuple[Outcome, ...]
):
    new = {}
    for item in (*converted, *case_outcomes):
        assert item.program is not None
        known = codes(item.program.diagnostics)
        for flow in filter(None, (item.flow, item.exact_flow)):
            found = codes(flowc.parse(flow, filename="converted.flow").diagnostics)
            if found - known - untitled(known):
                new[item.file.name] = found - known
    assert new == {}


def untitled(known: Counter[str]) -> Counter[str]:
    """What a source says of an input that has no title in the document (FLOW239): there it has got
    the name `property`, which no placeholder uses."""
    return Counter({"FLOW410": known["FLOW239"]})


def codes(found: Iterable[Diagnostic]) -> Counter[str]:
    """How many different findings there are of each code. A node that stands in two flows is
    written twice in a source, and what is wrong with it is told twice."""
    distinct = {(item.code, item.title) for item in found}
    return Counter(sorted(code for code, _ in distinct))
