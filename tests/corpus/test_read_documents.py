"""Public documents: read, written, and read again."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from corpus_files import reviewed_refusals

from flowc.agentspec import (
    Read,
    read_json,
    read_object,
    read_yaml,
    to_json,
    to_object,
    to_yaml,
)
from flowc.diagnostics import FlowcError
from flowc.ir.meaning import differences
from flowc.ir.values import same_json

NOT_FLAWLESS = {
    "agent-spec__agentspec_config_examples__pyagentspec_example_config.yaml": {"FLOW510"},
    "wild__heltondoria__dapr-agents-oas-adapter__fixture_map_flow.yaml": {"FLOW511"},
    "wild__spichen__specrun__scaffold_my-flow.json": {"FLOW510"},
}
"""Documents with errors of shape, none of which the official SDK loads."""


DIFFERENT_EDITIONS = {
    "agent-spec__agentspec_config_examples__ext_tutorial_cybersecurity_flow",  # 60 and 60.0
    "agent-spec__agentspec_config_examples__howto_parallelflownode",  # the order of four inputs
    "agent-spec__agentspec_config_examples__pyagentspec_example_config",  # another flow
    "wayflow__config_examples__howto_parallelflowexecution",  # made by another run, other names
    "wayflow__config_examples__howto_plugins",
    "wayflow__config_examples__howto_rag",
    "wayflow__config_examples__howto_swarm",
    "wayflow__config_examples__howto_swarm2",
}
"""Documents whose JSON and YAML editions really differ."""


def read_file(path: Path) -> Read:
    read = read_yaml if path.suffix in (".yaml", ".yml") else read_json
    return read(path.read_text("utf-8"), path.name)


@cache
def all_read(corpus: Path) -> dict[str, Read | FlowcError]:
    """Every file of the corpus, read; the error for those that are no Agent Spec documents."""
    found: dict[str, Read | FlowcError] = {}
    for path in sorted((corpus / "documents").iterdir()):
        try:
            found[path.name] = read_file(path)
        except FlowcError as error:
            found[path.name] = error
    for path in sorted((corpus / "runtime").iterdir()):
        document: Any = json.loads(path.read_text("utf-8"))["doc"]
        read = read_yaml(document) if isinstance(document, str) else read_object(document)
        found[path.name] = read
    return found


def documents(corpus: Path) -> Iterator[tuple[str, Read]]:
    for name, found in all_read(corpus).items():
        if isinstance(found, Read):
            yield name, found


def test_only_files_of_other_formats_are_refused(corpus: Path) -> None:
    refused = {name: f for name, f in all_read(corpus).items() if isinstance(f, FlowcError)}
    assert refused.keys() == reviewed_refusals().keys()
    titles = {found.diagnostics[-1].title for found in refused.values()}
    assert titles == {"this is no Agent Spec document: it has no 'component_type'"}
    assert len(all_read(corpus)) == 159 + 380


def test_what_the_sdk_loads_is_read_without_errors(corpus: Path) -> None:
    with (corpus / "documents.tsv").open(encoding="utf-8") as table:
        rows = {
            row["file"]: row["pyagentspec_26.3.1"] for row in csv.DictReader(table, delimiter="\t")
        }
    flawed = {
        name: {item.code for item in read.diagnostics if item.is_error}
        for name, read in documents(corpus)
        if name in rows and any(item.is_error for item in read.diagnostics)
    }
    assert flawed == NOT_FLAWLESS
    assert not any(rows[name].startswith("load") for name in flawed)


def test_runtime_documents_with_errors_of_shape_are_those_made_for_it(corpus: Path) -> None:
    flawed = {
        name: [(item.code, item.title) for item in read.diagnostics if item.is_error]
        for name, read in documents(corpus)
        if (corpus / "runtime" / name).exists() and any(item.is_error for item in read.diagnostics)
    }
    assert flawed == {
        "id_tool_collision.json": [("FLOW520", "two different components have the id 'same'")],
        "v_missing_reference.json": [
            ("FLOW522", "Flow 'flow' lists 'ghost' as a node, which is not in the document")
        ],
    }


def test_written_documents_mean_the_same(corpus: Path) -> None:
    changed = {}
    for name, read in documents(corpus):
        again = read_json(to_json(read.document), name)
        found = differences(read.document, again.document)
        if found:
            changed[name] = found
    assert changed == {}


def test_writing_is_stable(corpus: Path) -> None:
    for name, read in documents(corpus):
        once = to_json(read.document)
        assert to_json(read_json(once).document) == once, name


def test_yaml_says_what_json_says(corpus: Path) -> None:
    for name, read in documents(corpus):
        assert to_json(read_yaml(to_yaml(read.document)).document) == to_json(
            read_json(to_json(read.document)).document
        ), name


def test_reading_text_and_reading_its_object_is_the_same(corpus: Path) -> None:
    for name, read in documents(corpus):
        written = to_object(read.document)
        assert same_json(to_object(read_object(written).document), written), name


def test_json_and_yaml_editions_of_a_document_mean_the_same(corpus: Path) -> None:
    folder = corpus / "documents"
    names = [
        path.stem
        for path in sorted(folder.glob("*.json"))
        if (folder / f"{path.stem}.yaml").exists()
    ]
    differing = {
        name
        for name in names
        if differences(
            read_file(folder / f"{name}.json").document, read_file(folder / f"{name}.yaml").document
        )
    }
    assert len(names) == 43
    assert differing == DIFFERENT_EDITIONS


def test_origins_point_at_the_components_in_the_text(corpus: Path) -> None:
    """The text at a component's place is the component: it has its type and, if any, its id."""
    for name, read in documents(corpus):
        if read.document.source is None or name.endswith("json5"):
            continue
        for flow in read.document.flows:
            for item in (flow, *flow.nodes):
                assert item.origin is not None
                assert item.component_type in item.origin.span().text, (name, item.id)
