"""Diagnostics as SARIF 2.1.0, the form in which code scanners exchange findings (OASIS)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from flowc.diagnostics.diagnostic import Diagnostic, Edit, Fix, Related
from flowc.diagnostics.display import visible
from flowc.diagnostics.messages import message
from flowc.diagnostics.render import json_pointer
from flowc.diagnostics.rule_docs import RuleDoc
from flowc.text import Location, Source, Span
from flowc.version import __version__

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LINK = re.compile(r"\[(?=[^\]]*\]\()")
"""The beginning of what a viewer would take for a link."""


def render_sarif(diagnostics: Iterable[Diagnostic], rules: Mapping[str, RuleDoc]) -> str:
    """The diagnostics as a SARIF log of one run. `rules` says what their codes are about; those
    that occur are listed. Columns are counted from 1 in UTF-16 code units."""
    found = tuple(diagnostics)
    codes = sorted({item.code for item in found} & rules.keys())
    index = {code: number for number, code in enumerate(codes)}
    driver = {
        "name": "flowc",
        "version": __version__,
        "rules": [_rule(rules[code]) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "utf16CodeUnits",
        "results": [_result(item, index) for item in found],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(rule: RuleDoc) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": rule.code,
        "shortDescription": {"text": rule.summary},
        "defaultConfiguration": {"level": rule.severity.value},
    }
    if rule.prose:
        found["fullDescription"] = {"text": rule.prose}
    return found


def _result(item: Diagnostic, index: Mapping[str, int]) -> dict[str, Any]:
    found: dict[str, Any] = {"ruleId": item.code}
    if item.code in index:
        found["ruleIndex"] = index[item.code]
    found |= {"level": item.severity.value, "message": _message(message(item))}
    found["locations"] = [] if item.location is None else [_location(item.location, item.label)]
    if item.related:
        related = enumerate(item.related, 1)
        found["relatedLocations"] = [_related(number, other) for number, other in related]
    if item.fix is not None:
        found["fixes"] = [_fix(item.fix)]
    return found


def _related(number: int, other: Related) -> dict[str, Any]:
    return {"id": number, **_location(other.location, other.label)}


def _location(location: Location, label: str) -> dict[str, Any]:
    span = location.span()
    place: dict[str, Any] = {"artifactLocation": _file(span.source)}
    if span.source.text:
        place["region"] = _region(span)
    found: dict[str, Any] = {"physicalLocation": place}
    pointer = json_pointer(location)
    if pointer:
        found["logicalLocations"] = [{"fullyQualifiedName": visible(pointer)}]
    if label:
        found["message"] = _message(visible(label))
    return found


def _fix(fix: Fix) -> dict[str, Any]:
    changes: dict[Source, list[Edit]] = {}
    for edit in fix.edits:
        changes.setdefault(edit.span.source, []).append(edit)
    return {
        "description": _message(visible(fix.title)),
        "artifactChanges": [
            {
                "artifactLocation": _file(source),
                "replacements": [
                    {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
                    for edit in edits
                ],
            }
            for source, edits in changes.items()
        ],
    }


def _message(text: str) -> dict[str, str]:
    return {"text": _LINK.sub(r"\\[", text)}


def _file(source: Source) -> dict[str, str]:
    """The file as a URI reference: relative if the user wrote it so."""
    path = quote(source.name, errors="surrogatepass")
    return {"uri": f"file://{path}" if path.startswith("/") else path}


def _region(span: Span) -> dict[str, int]:
    start_line, start_column = _line_column(span.source, span.start)
    end_line, end_column = _line_column(span.source, span.end)
    return {
        "startLine": start_line,
        "startColumn": start_column,
        "endLine": end_line,
        "endColumn": end_column,
    }


def _line_column(source: Source, offset: int) -> tuple[int, int]:
    line, column = source.line_column(offset)
    before = source.text[source.line_starts[line - 1] : offset]
    return line, column + sum(char > "\uffff" for char in before)
