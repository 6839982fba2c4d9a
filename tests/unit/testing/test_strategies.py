"""The published strategies: what they give is what their docstrings say."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from flowc.diagnostics import has_errors
from flowc.diagnostics.render import render_text
from flowc.interpreter import Services, fits, interpret
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import NODE_KINDS, Node, OtherNode
from flowc.ir.schema import schema_from_type, type_from_schema
from flowc.ir.types import ArrayType, ObjectType, Type, UnionType
from flowc.ir.values import references
from flowc.names import clashes
from flowc.semantics import check
from flowc.testing import (
    Case,
    RecordingTools,
    cases,
    constructs,
    documents,
    flows,
    observe,
    types,
    values_of,
)

quick = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def nesting(type_: Type) -> int:
    match type_:
        case ArrayType(items=items) if items is not None:
            return 1 + nesting(items)
        case ObjectType(fields=fields) if fields:
            return 1 + max(nesting(field.type) for field in fields)
        case UnionType(members=members):
            return 1 + max(nesting(member) for member in members)
        case _:
            return 0


@given(st.integers(0, 2).flatmap(lambda depth: st.tuples(st.just(depth), types(depth=depth))))
@quick
def test_types_are_as_deep_as_asked_for_and_are_json_schema(drawn: tuple[int, Type]) -> None:
    depth, type_ = drawn
    assert nesting(type_) <= depth + 1  # a union of scalars may stand at any depth
    assert type_from_schema(schema_from_type(type_)) == type_


@given(types(keywords=False).flatmap(lambda type_: st.tuples(st.just(type_), values_of(type_))))
@quick
def test_values_fit_their_type(drawn: tuple[Type, Any]) -> None:
    type_, value = drawn
    assert fits(value, type_)


@given(cases())
@quick
def test_cases_pass_the_checks_and_end(case: Case) -> None:
    found = check(case.document)
    assert not has_errors(found), render_text(found)
    for flow in case.document.flows:
        graph = FlowGraph(flow)
        assert graph.reachable == set(graph.nodes)
        assert graph.closure([end.id for end in flow.ends], backwards=True) == set(graph.nodes)
    assert clashes(script.tool for script in case.tools) == {}
    result = run(case)
    assert result.failure is None or result.failure.kind != "OutOfCalls"


def run(case: Case) -> Any:
    recording = case.recording_services()
    services = Services(**recording.services())

    def interpreted(tools: object) -> tuple[dict[str, Any], str]:
        outcome = interpret(case.document, case.inputs, tools=tools, services=services)
        return outcome.outputs, outcome.branch

    return observe(interpreted, recording)


@given(cases(faults=False))
@quick
def test_without_faults_no_tool_fails_and_the_inputs_are_right(case: Case) -> None:
    assert not constructs(case) & {"raise", "missing key", "wrong inputs", "no implementation"}
    result = run(case)
    if result.failure is not None:
        # What is left is data that some path does not bring, or that does not fit further on.
        assert "flow 'main'" not in result.failure.text
        assert "returned no" not in result.failure.text


@given(flows(size=2))
@quick
def test_flows_are_documents_with_a_flow_as_root(document: Document) -> None:
    assert isinstance(document.root_component, Flow)


@given(documents())
@quick
def test_references_of_documents_resolve(document: Document) -> None:
    for component in document.components.values():
        for id_ in component.references():
            assert id_ in document.components
    for flow in document.flows:
        nodes = {node.id for node in flow.nodes}
        assert len(nodes) == len(flow.nodes)
        assert flow.start_node in nodes
        for node in flow.nodes:
            assert all(id_ in document.components for id_ in references_of(node))


def references_of(node: Node) -> list[str]:
    return [id_ for value in node.own_fields().values() for id_ in references(value)]


def test_documents_have_every_node_kind() -> None:
    seen: set[type[Node]] = set()

    @given(documents())
    @settings(quick, max_examples=150, phases=[Phase.generate])
    def collect(document: Document) -> None:
        seen.update(type(node) for flow in document.flows for node in flow.nodes)

    collect()
    assert seen == {*NODE_KINDS, OtherNode}


@pytest.mark.parametrize(("construct", "nodes"), [("loop", 8), ("raise", 5)])
def test_a_found_case_is_small(construct: str, nodes: int) -> None:
    small = settings(quick, max_examples=400, phases=[Phase.generate, Phase.shrink])
    case = find(cases(), lambda case: construct in constructs(case), settings=small)
    assert len(case.flow.nodes) <= nodes


def test_every_run_gets_tools_of_its_own() -> None:
    case = find(cases(), lambda case: bool(case.tools), settings=quick)
    one, other = case.recording_tools(), case.recording_tools()
    assert isinstance(one, RecordingTools) and one is not other
    assert one.functions is not other.functions
