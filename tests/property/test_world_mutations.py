"""Real documents in which something was changed: they are read and come back, or refused as none.

`FLOWC_SOAK=50 pytest tests/property/test_world_mutations.py` tries fifty times as many changes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from mutations import mutated
from world_laws import Law, exact_law, flow_law, obey, text_law

from flowc.agentspec import read_json, read_yaml
from flowc.diagnostics import FlowcError
from flowc.testing.world_values import Stranger

ROOT = Path(__file__).parents[2]
LARGEST = 30_000
REFUSALS = ("FLOW500", "FLOW503", "FLOW504")
"""What is said of what is no Agent Spec document, holds no JSON value, or nests too deeply."""
SOAK = int(os.environ.get("FLOWC_SOAK", "1"))
Document = Mapping[str, Any]


@cache
def documents(folder: Path) -> list[Document]:
    """The documents of a folder that are not too large for a quick test."""
    found: list[Document] = []
    for path in sorted(folder.rglob("*")):
        if path.suffix not in (".json", ".yaml", ".yml", ".json5") or path.stat().st_size > LARGEST:
            continue
        text = path.read_text(encoding="utf-8")
        if path.parent.name == "runtime":
            document = json.loads(text)["doc"]
            text = document if isinstance(document, str) else json.dumps(document)
        read = read_yaml if path.suffix in (".yaml", ".yml") else read_json
        try:
            found.append(read(text, path.name).value)
        except FlowcError:
            continue
    return found


def unless_refused(law: Law) -> Law:
    """The law for what is still an Agent Spec document; no more must be found wrong with others
    than that they are none."""

    def checked(document: Document) -> list[str]:
        try:
            return law(document)
        except FlowcError as error:
            refused = all(finding.code in REFUSALS for finding in error.diagnostics)
            return [] if refused else [f"{it.code}: {it.hint}" for it in error.diagnostics]

    return checked


def check(folder: Path, count: int, law: Law) -> None:
    """Try so many changes to the folder's documents."""
    known = documents(folder)
    assert known

    @given(number=st.integers(0, len(known) - 1), data=st.binary(min_size=200, max_size=200))
    @settings(max_examples=count * SOAK, phases=[Phase.generate])
    def changes(number: int, data: bytes) -> None:
        obey(mutated(Stranger(data), known[number]), unless_refused(law))

    changes()


def test_examples_with_changes_come_back():
    check(ROOT / "examples", 12, flow_law)


def test_public_documents_with_changes_come_back(corpus: Path):
    check(corpus, 25, flow_law)


def test_public_documents_with_changes_come_back_exactly(corpus: Path):
    check(corpus, 20, exact_law)


def test_public_documents_with_changes_say_the_same_in_json_and_yaml(corpus: Path):
    check(corpus, 20, text_law)
