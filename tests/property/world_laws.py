"""What must hold of every document that can be read: the laws of conversion.

Each law gives a line for each way in which a document breaks it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

import pytest
from mutations import Path, paths

import flowc
from flowc.agentspec import read_json, read_yaml, to_json, to_yaml
from flowc.agentspec.layout import lay_out, same_layout
from flowc.agentspec.text_rules import WRITTEN_TEXT
from flowc.agentspec.yaml_writer import yaml_text
from flowc.api import Program
from flowc.diagnostics import FlowcError, has_errors
from flowc.format import format_source
from flowc.ir.meaning import differences
from flowc.text import Source

Law = Callable[[Mapping[str, Any]], list[str]]

_TRIES = 400
"""How many smaller documents are tried to show why a law is broken."""


def obey(document: Mapping[str, Any], law: Law) -> None:
    """Fail with a small document if a law is broken."""
    found = _broken(law, document)
    if found:
        small = smallest(document, lambda smaller: _breach(law, smaller) == _breach(law, document))
        pytest.fail("\n".join([*_broken(law, small), json.dumps(small)]), pytrace=False)


def _broken(law: Law, document: Mapping[str, Any]) -> list[str]:
    try:
        return law(document)
    except FlowcError as error:
        return [f"{it.code}: {it.title}\n{it.hint}" for it in error.diagnostics]


def _breach(law: Law, document: Mapping[str, Any]) -> str:
    """How a document breaks the law first, roughly."""
    return "".join(_broken(law, document)[:1]).split(":")[0]


def smallest(
    document: Mapping[str, Any], is_as_bad: Callable[[Mapping[str, Any]], bool]
) -> Mapping[str, Any]:
    """The document without what it can lose and be as bad, big parts first."""
    small, tries, shrinks = document, 0, True
    while shrinks:
        shrinks = False
        for path in sorted(paths(small), key=len):
            smaller = without(small, path)
            tries += 1
            if tries < _TRIES and smaller != small and is_as_bad(smaller):
                small, shrinks = smaller, True
    return small


def without(document: Mapping[str, Any], path: Path) -> Mapping[str, Any]:
    """The document without the value at a path; as it is if there is none."""
    found = deepcopy(dict(document))
    owner: Any = found
    try:
        for key in path[:-1]:
            owner = owner[key]
        del owner[path[-1]]
    except (KeyError, IndexError, TypeError):
        return document
    return found


def text_law(document: Mapping[str, Any]) -> list[str]:
    """JSON and YAML texts of the document say what it says, and are written the same again."""
    program = flowc.from_json(document)
    texts = {
        "JSON": json.dumps(document),
        "new JSON": program.to_json(),
        "YAML": yaml_text(document),
        "new YAML": program.to_yaml(),
    }
    found: list[str] = []
    for what, text in texts.items():
        read, write = (read_yaml, to_yaml) if "YAML" in what else (read_json, to_json)
        result = read(text, "case")
        if any(finding.code == WRITTEN_TEXT.code for finding in result.diagnostics):
            continue  # YAML has no way to say a number where text belongs
        again = result.document
        found += [f"{what} says otherwise: {it}" for it in differences(program.document, again)]
        if "new" in what and write(again) != text:
            found.append(f"{what} is not written the same again")
    return found


def flow_law(document: Mapping[str, Any]) -> list[str]:
    """`.flow` and back: equal by meaning, in format, stable, and no worse in the eyes of check."""
    program = flowc.from_json(document)
    text = program.to_flow()
    back = flowc.parse(text, filename="case.flow")
    built = flowc.from_json(back.to_json())
    found = [f"lost: {line}" for line in differences(program.document, built.document)]
    if format_source(Source("case.flow", text)) != text:
        found.append("the source is not in format")
    if built.to_flow() != text:
        found.append("the second conversion differs from the first")
    return found + _found_in_source_alone(program, back)


OF_STYLE = frozenset({"FLOW317", "FLOW320"})
"""Notes on how a source is written: of a match without an arm, and of a misleading name."""
UNSAID_BESIDE_ERRORS = frozenset({"FLOW235", "FLOW407", "FLOW414"})
"""What other tools think of defaults, what a StartNode says again, and what nothing uses: said of a
document only where all of it was understood."""
NO_COMPONENT, SAID_OF_FIELDS = "FLOW510", frozenset({"FLOW529"})
"""What stands in the place of a component in a node: the reader says it of a document, and the
check of references of what `@with` sets."""
UNTITLED, UNSAID_OF_UNTITLED = "FLOW239", frozenset({"FLOW410"})
"""That nothing uses an input: one without a title in a document has one in its source."""


def _found_in_source_alone(program: Program, source: Program) -> list[str]:
    known = {finding.code for finding in program.diagnostics} | OF_STYLE
    if has_errors(program.diagnostics):
        known |= UNSAID_BESIDE_ERRORS
    if NO_COMPONENT in known:
        known |= SAID_OF_FIELDS
    if UNTITLED in known:
        known |= UNSAID_OF_UNTITLED
    return [
        f"check finds {it.code} in the source alone: {it.title}"
        for it in source.diagnostics
        if it.code not in known
    ]


def exact_law(document: Mapping[str, Any]) -> list[str]:
    """An exact source compiles to the document, layout aside."""
    text = flowc.from_json(document).to_flow(exact=True)
    back = flowc.parse(text, filename="case.flow").to_dict()
    return [] if same_layout(lay_out(document), lay_out(back)) else ["lost in exact mode"]
