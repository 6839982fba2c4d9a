"""Every form of a document says the same: objects, JSON, YAML and `.flow` text, each read back."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from flowc.agentspec import read_json, read_object, read_yaml, to_json, to_object, to_yaml
from flowc.decompile import decompile
from flowc.diagnostics import has_errors
from flowc.diagnostics.render import render_text
from flowc.format import format_source
from flowc.interpreter import Services, interpret
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.meaning import differences
from flowc.ir.nodes import BranchingNode, ToolNode
from flowc.semantics import bind
from flowc.syntax import parse, unparse
from flowc.testing import Case, cases, documents, flows, observe
from flowc.text import Source

fixed = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def through_json(document: Document) -> Document:
    return read_json(to_json(document), "case.json").document


def through_yaml(document: Document) -> Document:
    return read_yaml(to_yaml(document), "case.yaml").document


def through_object(document: Document) -> Document:
    return read_object(to_object(document)).document


def through_flow(document: Document) -> Document:
    return bound(unparse(decompile(document)))


def through_formatted_flow(document: Document) -> Document:
    return bound(format_source(Source("case.flow", unparse(decompile(document)))))


def bound(text: str) -> Document:
    """The document of a `.flow` text that has no errors."""
    source = Source("case.flow", text)
    parsed = parse(source)
    assert not has_errors(parsed.diagnostics), render_text(parsed.diagnostics) + text
    found = bind(parsed.tree, source)
    assert not has_errors(found.diagnostics), render_text(found.diagnostics) + text
    assert found.document is not None
    return found.document


FORMS: list[Callable[[Document], Document]] = [
    through_json,
    through_object,
    through_flow,
    through_formatted_flow,
]


@pytest.mark.parametrize("through", FORMS)
@given(document=documents())
@fixed
def test_a_document_means_the_same_after_a_round_trip(
    through: Callable[[Document], Document], document: Document
) -> None:
    assert differences(document, through(document)) == ()


@pytest.mark.parametrize("through", FORMS)
@given(document=flows())
@fixed
def test_a_flow_means_the_same_after_a_round_trip(
    through: Callable[[Document], Document], document: Document
) -> None:
    assert differences(document, through(document)) == ()


@given(case=cases())
@fixed
def test_a_flow_behaves_the_same_after_a_round_trip_through_text(case: Case) -> None:
    expected = ending(case, case.document)
    assert ending(case, through_formatted_flow(case.document)) == expected


def ending(case: Case, document: Document) -> tuple[object, ...]:
    """What a run does. Texts of errors are left out: start and end nodes may lose their names."""

    recording = case.recording_services()
    services = Services(**recording.services())

    def run(tools: object) -> tuple[dict[str, object], str]:
        outcome = interpret(document, case.inputs, tools=tools, services=services)
        return outcome.outputs, outcome.branch

    result = observe(run, recording)
    kind = result.failure and result.failure.kind
    return repr(result.calls), result.messages, repr(result.outputs), result.branch, kind


@given(document=documents())
@settings(fixed, max_examples=20)  # YAML is read and written ten times slower
def test_a_document_means_the_same_after_a_round_trip_through_yaml(document: Document) -> None:
    assert differences(document, through_yaml(document)) == ()


@given(document=documents())
@fixed
def test_what_was_written_is_written_again_byte_for_byte(document: Document) -> None:
    text = to_json(document)
    assert to_json(read_json(text, "case.json").document) == text
    assert json.loads(text) == to_object(document)


@given(document=documents())
@fixed
def test_conversion_settles_after_two_trips(document: Document) -> None:
    """USERS: "conversion that grows on every trip". The first text becomes a document whose nodes
    are in the order of its lines, which the second text may follow; then nothing changes any more.
    """
    first = unparse(decompile(document))
    second = unparse(decompile(bound(first)))
    assert unparse(decompile(bound(second))) == second


# What the comparison of meanings must see ---------------------------------------------------------


def changed_root(document: Document, **changes: object) -> Document:
    root = document.root_component
    assert isinstance(root, Flow)
    return replace(document, components={**document.components, root.id: replace(root, **changes)})


def root_of(document: Document) -> Flow:
    root = document.root_component
    assert isinstance(root, Flow)
    return root


@cache
def some_flows() -> list[Document]:
    found: list[Document] = []
    collect = settings(fixed, phases=[Phase.generate])
    collect(given(flows())(lambda document: found.append(document)))()
    return found


def a_flow(wanted: Callable[[Flow], bool]) -> Document:
    return next(document for document in some_flows() if wanted(root_of(document)))


def test_a_data_edge_less_is_a_difference() -> None:
    document = a_flow(lambda flow: bool(flow.data_edges))
    edges = root_of(document).data_edges
    assert edges is not None
    assert differences(document, changed_root(document, data_edges=edges[1:]))


def test_a_control_edge_to_elsewhere_is_a_difference() -> None:
    document = a_flow(lambda flow: len(flow.nodes) > 3)
    edges = list(root_of(document).control_edges)
    last = next(node.id for node in root_of(document).ends)
    index = next(number for number, edge in enumerate(edges) if edge.to_node != last)
    edges[index] = replace(edges[index], to_node=last)
    assert differences(document, changed_root(document, control_edges=tuple(edges)))


def test_the_order_of_two_edges_into_one_input_is_a_difference() -> None:
    def pairs(flow: Flow) -> list[int]:
        """Where two different edges into one input stand one after the other."""
        edges = flow.data_edges or ()
        return [
            number
            for number, (one, other) in enumerate(pairwise(edges))
            if one != other
            and one.destination_node == other.destination_node
            and one.destination_input == other.destination_input
        ]

    document = a_flow(lambda flow: bool(pairs(flow)))
    edges = list(root_of(document).data_edges or ())
    first = pairs(root_of(document))[0]
    edges[first : first + 2] = edges[first : first + 2][::-1]
    assert differences(document, changed_root(document, data_edges=tuple(edges)))


@pytest.mark.parametrize("kind", [ToolNode, BranchingNode])
def test_a_type_or_default_that_changes_is_a_difference(kind: type) -> None:
    def has_input(flow: Flow) -> bool:
        return any(isinstance(node, kind) and node.inputs for node in flow.nodes)

    document = a_flow(has_input)
    nodes = list(root_of(document).nodes)
    index = next(n for n, node in enumerate(nodes) if isinstance(node, kind) and node.inputs)
    first, *rest = nodes[index].inputs
    nodes[index] = replace(nodes[index], inputs=(replace(first, default="other"), *rest))
    assert differences(document, changed_root(document, nodes=tuple(nodes)))
