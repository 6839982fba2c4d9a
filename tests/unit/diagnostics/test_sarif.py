"""SARIF 2.1.0."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from flowc.diagnostics import Diagnostic, Edit, Fix, Related, Rule, Severity
from flowc.diagnostics.rule_docs import RuleDoc
from flowc.diagnostics.sarif import render_sarif
from flowc.text import Pointer, Source, Span
from flowc.version import __version__

FACTS = json.loads(Path(__file__).with_name("sarif_facts.json").read_text())
Draft202012Validator.check_schema(FACTS)
VALIDATOR = Draft202012Validator(FACTS)

ERROR = Rule("FLOW101", Severity.ERROR, "an error")
WARNING = Rule("FLOW102", Severity.WARNING, "a warning")
RULES = {
    "FLOW101": RuleDoc("FLOW101", Severity.ERROR, "an error", "Prose."),
    "FLOW102": RuleDoc("FLOW102", Severity.WARNING, "a warning"),
    "FLOW103": RuleDoc("FLOW103", Severity.NOTE, "not found here"),
}
SOURCE = Source("flows/a b.flow", "one\n😀 two\n")


def run(*found: Diagnostic) -> dict[str, Any]:
    log = json.loads(render_sarif(found, RULES))
    VALIDATOR.validate(log)
    assert log["$schema"] == "https://json.schemastore.org/sarif-2.1.0.json"
    [only] = log["runs"]
    return only


def test_a_log_without_findings() -> None:
    assert run() == {
        "tool": {"driver": {"name": "flowc", "version": __version__, "rules": []}},
        "columnKind": "utf16CodeUnits",
        "results": [],
    }


def test_a_finding_with_everything() -> None:
    span = Span(SOURCE, 6, 9)
    found = run(
        WARNING.at(None, "elsewhere"),
        ERROR.at(
            span,
            "wrong",
            label="here",
            hint="Write this.",
            related=[Related(Span(SOURCE, 0, 3), "the first")],
            fix=Fix("do it", (Edit(span, "2"), Edit(Span(SOURCE, 10, 10), "end"))),
        ),
    )
    assert found["tool"]["driver"]["rules"] == [
        {
            "id": "FLOW101",
            "shortDescription": {"text": "an error"},
            "defaultConfiguration": {"level": "error"},
            "fullDescription": {"text": "Prose."},
        },
        {
            "id": "FLOW102",
            "shortDescription": {"text": "a warning"},
            "defaultConfiguration": {"level": "warning"},
        },
    ]
    file = {"uri": "flows/a%20b.flow"}
    region = {"startLine": 2, "startColumn": 4, "endLine": 2, "endColumn": 7}
    assert found["results"] == [
        {
            "ruleId": "FLOW102",
            "ruleIndex": 1,
            "level": "warning",
            "message": {"text": "elsewhere"},
            "locations": [],
        },
        {
            "ruleId": "FLOW101",
            "ruleIndex": 0,
            "level": "error",
            "message": {"text": "wrong (here)\nWrite this."},
            "locations": [
                {
                    "physicalLocation": {"artifactLocation": file, "region": region},
                    "message": {"text": "here"},
                }
            ],
            "relatedLocations": [
                {
                    "id": 1,
                    "physicalLocation": {
                        "artifactLocation": file,
                        "region": {
                            "startLine": 1,
                            "startColumn": 1,
                            "endLine": 1,
                            "endColumn": 4,
                        },
                    },
                    "message": {"text": "the first"},
                }
            ],
            "fixes": [
                {
                    "description": {"text": "do it"},
                    "artifactChanges": [
                        {
                            "artifactLocation": file,
                            "replacements": [
                                {"deletedRegion": region, "insertedContent": {"text": "2"}},
                                {
                                    "deletedRegion": {
                                        "startLine": 3,
                                        "startColumn": 1,
                                        "endLine": 3,
                                        "endColumn": 1,
                                    },
                                    "insertedContent": {"text": "end"},
                                },
                            ],
                        }
                    ],
                }
            ],
        },
    ]


def test_a_place_in_a_document_has_its_pointer() -> None:
    source = Source("/a/b.json", '{"x~": [1]}', locate=lambda path: (8, 9))
    [result] = run(ERROR.at(Pointer(source, ("x~", 0)), "wrong"))["results"]
    assert result["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "file:///a/b.json"},
                "region": {"startLine": 1, "startColumn": 9, "endLine": 1, "endColumn": 10},
            },
            "logicalLocations": [{"fullyQualifiedName": "/x~0/0"}],
        }
    ]


def test_a_file_without_text_has_no_region() -> None:
    [result] = run(ERROR.at(Span(Source("a.json", ""), 0, 0), "empty"))["results"]
    assert result["locations"] == [{"physicalLocation": {"artifactLocation": {"uri": "a.json"}}}]


def test_a_text_becomes_no_link() -> None:
    [result] = run(ERROR.at(None, "[press](http://x) string[] [a] (b)"))["results"]
    assert result["message"]["text"] == r"\[press](http://x) string[] [a] (b)"


def test_a_code_without_a_rule_is_a_result_all_the_same() -> None:
    [result] = run(Rule("FLOW999", Severity.NOTE, "x").at(None, "t"))["results"]
    assert (result["ruleId"], "ruleIndex" in result) == ("FLOW999", False)


ANY = st.text(st.characters(exclude_categories=()))


@given(ANY, ANY, ANY, ANY, ANY.filter(bool))
def test_no_text_breaks_the_form(name, title, label, hint, text) -> None:
    span = Span(Source(name, text), 0, len(text))
    fix = Fix(title, (Edit(span, hint),))
    [result] = run(ERROR.at(span, title, label=label, hint=hint, fix=fix))["results"]
    assert "\x1b" not in result["message"]["text"]
    assert result["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"] == {
        "text": hint
    }
