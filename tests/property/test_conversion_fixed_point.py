"""USERS: "conversion that grows on every trip". JSON becomes a source, the source JSON, and that
JSON the same source again, byte for byte, whatever order its nodes and edges were in."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flowc.agentspec import read_json, to_json
from flowc.decompile import decompile
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.semantics import bind
from flowc.syntax import parse, unparse
from flowc.testing import Case, cases, documents
from flowc.text import Source

fixed = settings(
    max_examples=30,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def through_json(document: Document) -> Document:
    """The document as it is read: without comments, and its defaults in their types' form."""
    return read_json(to_json(document), "case.json").document


def source_of(document: Document) -> str:
    return unparse(decompile(document))


def compiled(text: str) -> Document:
    source = Source("case.flow", text)
    found = bind(parse(source).tree, source)
    assert [item.title for item in found.diagnostics if item.is_error] == []
    assert found.document is not None
    return found.document


def assert_settled(document: Document) -> None:
    text = source_of(through_json(document))
    assert source_of(through_json(compiled(text))) == text


@given(document=documents())
@fixed
def test_documents_settle_after_one_trip(document: Document) -> None:
    assert_settled(document)


@given(case=cases())
@fixed
def test_flows_settle_after_one_trip(case: Case) -> None:
    assert_settled(case.document)


@given(case=cases(), order=st.randoms(use_true_random=False))
@fixed
def test_the_order_of_nodes_and_control_edges_in_the_document_does_not_show(
    case: Case, order: Random
) -> None:
    document = through_json(case.document)
    shuffled = {
        id_: _shuffled(item, order) if isinstance(item, Flow) else item
        for id_, item in document.components.items()
    }
    assert source_of(replace(document, components=shuffled)) == source_of(document)


def _shuffled(flow: Flow, order: Random) -> Flow:
    nodes, edges = list(flow.nodes), list(flow.control_edges)
    order.shuffle(nodes)
    order.shuffle(edges)
    return replace(flow, nodes=tuple(nodes), control_edges=tuple(edges))
