"""Edges that are made at once are what edges that are looked at in detail are.

A document with comments is always read in detail, and a comment behind its end changes nothing of
what is read; so each document is read without and with one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from documents import control, data, flow, ref

from flowc.agentspec import read_json
from flowc.agentspec.hoist import RawComponent, hoist
from flowc.diagnostics import FlowcError
from flowc.ir.flow import ControlEdge, DataEdge, Flow
from flowc.text import Location, Pointer

CONTROL, DATA = "control_flow_connections", "data_flow_connections"
STRANGE: tuple[Any, ...] = (
    None,
    "",
    "s",
    3,
    True,
    [],
    ["s"],
    {},
    {"a": {}},
    ref("s"),
    ref("nowhere"),
    {"$component_ref": 3},
    {"$component_ref": "s", "more": 1},
    {"component_type": "EndNode", "id": "e2", "name": "e2"},
)
"""What may stand in a field, whatever should."""
FIELDS = {
    CONTROL: ("from_node", "from_branch", "to_node"),
    DATA: ("source_node", "source_output", "destination_node", "destination_input"),
}
SHARED = ("component_type", "id", "name", "description", "metadata", "inputs", "unknown")
GOOD = {CONTROL: control("s", "t"), DATA: data("s", "x", "t", "x")}


def listing(field: str, *edges: Any) -> dict[str, Any]:
    """The flow with other first edges in a list."""
    document = flow()
    document[field] = [*edges, *document[field][1:]]
    return document


def changed() -> Iterator[tuple[str, dict[str, Any]]]:
    """Documents that differ from the good one in a field of an edge, or an edge."""
    for field, own in FIELDS.items():
        for name in (*own, *SHARED):
            yield (
                f"{field}.{name} absent",
                listing(field, {key: value for key, value in GOOD[field].items() if key != name}),
            )
            for value in STRANGE:
                yield f"{field}.{name} {value}", listing(field, {**GOOD[field], name: value})
        for value in STRANGE:
            yield f"{field} {value}", listing(field, value)
        yield f"{field} twice", listing(field, GOOD[field], GOOD[field])
        yield f"{field} empty", {**flow(), field: []}
        yield (
            f"{field} of the other kind",
            {**flow(), field: flow()[CONTROL if field == DATA else DATA]},
        )


def place(location: Location | None) -> tuple[int, int] | None:
    """The characters at which something stands."""
    return None if location is None else (location.span().start, location.span().end)


def said(text: str) -> tuple[object, ...]:
    """All that reading a text gives but comments; where edges stand, by path."""
    try:
        read = read_json(text)
    except FlowcError as error:
        return tuple((item.code, item.title) for item in error.diagnostics)
    places = [
        edge.origin.path
        for component in read.document.components.values()
        if isinstance(component, Flow)
        for edge in (*component.control_edges, *(component.data_edges or ()))
        if isinstance(edge.origin, Pointer)
    ]
    findings = [
        (item.code, item.severity, item.title, item.label, item.hint, place(item.location))
        for item in read.diagnostics
    ]
    return read.document, places, findings


@pytest.mark.parametrize(
    ("what", "document"), list(changed()), ids=lambda it: it if isinstance(it, str) else ""
)
def test_made_at_once_is_as_in_detail(what: str, document: dict[str, Any]) -> None:
    text = json.dumps(document)
    assert said(text) == said(text + " // read in detail")


def test_documents_of_the_corpus(corpus: Path) -> None:
    files = sorted(corpus.glob("**/*.json"))
    assert files
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert said(text) == said(text + "\n// read in detail\n"), file.name


@pytest.mark.parametrize(("field", "cls"), [(CONTROL, ControlEdge), (DATA, DataEdge)])
def test_which_lists_are_made_at_once(field: str, cls: type) -> None:
    def kinds(document: dict[str, Any], **options: bool) -> set[type]:
        hoisted = hoist(document, None, lambda finding: None, **options)
        assert hoisted.root is not None
        return set(map(type, hoisted.components[hoisted.root].fields[field]))

    end = FIELDS[field][0]
    assert kinds(flow()) == {cls}
    assert kinds(flow(), all_raw=True) == {RawComponent}
    assert kinds(
        listing(field, {**GOOD[field], "id": "i", "metadata": {}, "description": None})
    ) == {cls}
    assert kinds(listing(field, {**GOOD[field], "unknown": 1})) == {RawComponent}
    assert kinds(listing(field, {**GOOD[field], "id": ""})) == {RawComponent}
    assert kinds(listing(field, {**GOOD[field], end: {**ref("s"), "more": 1}})) == {RawComponent}


def test_a_reference_means_what_has_been_renamed() -> None:
    """A node of an inner flow whose id is taken gets another one, and its edges lead there."""
    inner = flow(id="g", name="g")
    inner["nodes"] = [
        {"component_type": "StartNode", "id": "s", "name": "other"},
        {"component_type": "EndNode", "id": "e", "name": "end"},
    ]
    inner[CONTROL] = [control("s", "e")]
    inner[DATA] = []
    del inner["$referenced_components"], inner["agentspec_version"]
    del inner["inputs"], inner["outputs"]
    document = flow()
    document["nodes"].append(
        {"component_type": "FlowNode", "id": "n", "name": "n", "subflow": inner}
    )
    read = read_json(json.dumps(document))
    assert [item.code for item in read.diagnostics if item.is_error] == ["FLOW520", "FLOW520"]
    found = read.document.components["g"]
    assert isinstance(found, Flow)
    (edge,) = found.control_edges
    assert [edge.from_node, edge.to_node] == [node.id for node in found.nodes]
    assert edge.from_node != "s"
    assert said(json.dumps(document)) == said(json.dumps(document) + "// in detail")


COPIES: tuple[tuple[dict[str, Any], dict[str, Any], bool], ...] = (
    ({}, {}, True),
    ({"id": "a"}, {"id": "b"}, True),
    ({"id": ""}, {"id": "b"}, True),
    ({"description": None}, {}, True),
    ({"metadata": {}}, {}, True),
    ({"metadata": {"a": 1}}, {"metadata": {"a": 1}}, True),
    ({"metadata": {"a": 1}}, {"metadata": {"a": True}}, False),
    ({"metadata": {"a": 1}}, {"metadata": {"a": 1.0}}, False),
    ({"name": "one"}, {"name": "other"}, False),
    ({"unknown": 1}, {}, False),
)
"""What two copies of an edge have, and whether the flows are one because of it."""


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize(("first", "second", "equal"), COPIES)
def test_copies_of_a_flow(
    field: str, first: dict[str, Any], second: dict[str, Any], equal: bool
) -> None:
    """Two flows of one id are one if their edges say the same; ids of edges say nothing."""

    def inner(**more: Any) -> dict[str, Any]:
        found = flow(id="g", name="g")
        del found["agentspec_version"]
        found[field] = [{**GOOD[field], **more}, *found[field][1:]]
        return found

    document = {"component_type": "Custom", "id": "c", "name": "c", "agentspec_version": "25.4.1"}
    text = json.dumps({**document, "flows": [inner(**first), inner(**second)]})
    codes = {item.code for item in read_json(text).diagnostics}
    assert ("FLOW520" not in codes) == equal
    assert said(text) == said(text + " // read in detail")
