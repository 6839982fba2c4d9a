"""What the official SDK loads, it still loads after flowc has read and written it."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from flowc.agentspec import read_json, read_object, read_yaml, to_json

pytestmark = pytest.mark.slow


def test_the_sdk_says_what_it_has_against_a_document(pyagentspec) -> None:
    assert pyagentspec.load('{"component_type": "Nothing"}') == (
        "ValueError: There is no plugin to load the component type Nothing"
    )


def test_every_public_document(corpus: Path, pyagentspec) -> None:
    with (corpus / "documents.tsv").open(encoding="utf-8") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    loads = [row["file"] for row in rows if row["pyagentspec_26.3.1"].startswith("load")]
    assert len(loads) > 60
    refused = {}
    for name in loads:
        text = (corpus / "documents" / name).read_text("utf-8")
        read = read_yaml if name.endswith("yaml") else read_json
        error = pyagentspec.load(to_json(read(text, name).document))
        if error is not None:
            refused[name] = error
    assert refused == {}


def test_every_runtime_document(corpus: Path, pyagentspec) -> None:
    observed = json.loads((corpus / "observed_runtime.json").read_text("utf-8"))
    names = [name for name, seen in observed.items() if seen["pyagentspec"]["ok"]]
    assert len(names) > 300
    refused = {}
    for name in names:
        document: Any = json.loads((corpus / "runtime" / f"{name}.json").read_text("utf-8"))["doc"]
        if isinstance(document, str):
            document = yaml.safe_load(document)
        error = pyagentspec.load(to_json(read_object(document).document))
        if error is not None:
            refused[name] = error
    assert refused == {}
