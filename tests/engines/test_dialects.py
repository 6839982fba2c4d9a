"""Random flows of a dialect have nothing in them that it leaves out."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from dialects import LANGGRAPH, WAYFLOW
from random_cases import drawn as sample

from flowc.ir.flow import Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import (
    CAUGHT_INFO,
    ApiNode,
    CatchExceptionNode,
    InputMessageNode,
    LlmNode,
    Node,
    OutputMessageNode,
    ParallelFlowNode,
    ParallelMapNode,
    ToolNode,
)
from flowc.ir.types import Property, Type, allows_null
from flowc.semantics import check
from flowc.testing import Case, Dialect, Raise, Return, cases

each_dialect = pytest.mark.parametrize(
    "dialect", [WAYFLOW, LANGGRAPH], ids=["wayflow", "langgraph"]
)


@pytest.fixture(scope="module")
def drawn() -> dict[int, list[Case]]:
    """100 cases of each dialect, by the dialect's id."""
    return {id(dialect): sample(cases(dialect=dialect), 0, 100) for dialect in (WAYFLOW, LANGGRAPH)}


def _properties(case: Case) -> Iterator[Property]:
    for component in case.document.components.values():
        yield from (*(component.inputs or ()), *(component.outputs or ()))
    for flow in case.document.flows:
        for node in flow.nodes:
            yield from (*(node.inputs or ()), *(node.outputs or ()))


def _edges(flow: Flow) -> Iterator[tuple[Type, Type]]:
    graph = FlowGraph(flow)
    for edge in flow.data_edges or ():
        source = graph.nodes[edge.source_node].output(edge.source_output)
        taker = graph.nodes[edge.destination_node].input(edge.destination_input)
        assert source is not None and taker is not None
        yield source.type, taker.type


@each_dialect
def test_types_titles_and_edges(drawn, dialect: Dialect) -> None:
    for case in drawn[id(dialect)]:
        for item in _properties(case):
            assert dialect.holds(item.type), item
            assert item.title != "self"
        for flow in case.document.flows:
            assert all(dialect.feeds(source, taker) for source, taker in _edges(flow))


@each_dialect
def test_what_check_warns_of(drawn, dialect: Dialect) -> None:
    never = {"FLOW228"}
    if not dialect.missing_edges:
        never.add("FLOW307")
    if not dialect.unset_inputs:
        never.add("FLOW403")
    if not dialect.shared_titles:
        never.add("FLOW406")
    found = {it.code for case in drawn[id(dialect)] for it in check(case.document)}
    assert found & never == set()


@each_dialect
def test_nodes(drawn, dialect: Dialect) -> None:
    for case in drawn[id(dialect)]:
        components = case.document.components
        for flow in case.document.flows:
            outputs = flow.effective_outputs()
            if not dialect.null_outputs:
                assert not any(allows_null(item.type) for item in outputs)
            for end in flow.ends:
                if not dialect.missing_outputs:
                    assert {it.title for it in end.outputs or ()} == {it.title for it in outputs}
            for node in flow.nodes:
                if isinstance(node, ToolNode):
                    tool = components[node.tool.id]
                    assert dialect.silent_tools or tool.outputs
                    assert _types(node.inputs) == _types(tool.inputs)


def _types(items: tuple[Property, ...] | None) -> dict[str, Type]:
    return {item.title: item.type for item in items or ()}


# Nodes of services and users ----------------------------------------------------------------------


def _nodes(cases: list[Case], *kinds: type[Node]) -> list[Node]:
    nodes = (node for case in cases for flow in case.document.flows for node in flow.nodes)
    found = [node for node in nodes if isinstance(node, kinds)]
    assert len(found) > 5
    return found


@each_dialect
def test_texts(drawn, dialect: Dialect) -> None:
    found = drawn[id(dialect)]
    begins = tuple(text for text in dialect.texts if text)
    for node in _nodes(found, OutputMessageNode):
        text = re.split(r"(?:: |, )?\{\{ ?\w+ ?\}\}", node.message or "")[0]
        assert text == "" or text.strip() in {it.strip() for it in begins}
    assert all(node.message is None for node in _nodes(found, InputMessageNode))


@each_dialect
def test_answers(drawn, dialect: Dialect) -> None:
    found = drawn[id(dialect)]
    titles = {*dialect.answered_titles, "generated_text"}
    for node in _nodes(found, LlmNode, ApiNode):
        assert {item.title for item in node.outputs or ()} <= titles
    for node in _nodes(found, ApiNode):
        assert dialect.path_values or "{{" not in (node.url or "")
    answers = [it for case in found for script in case.services for it in script.answers]
    assert all(isinstance(it, Return) and it.value != "" for it in answers)


@each_dialect
def test_flows_that_others_run(drawn, dialect: Dialect) -> None:
    for case in drawn[id(dialect)]:
        flows = {flow.id: flow for flow in case.document.flows}
        inner = [flow for flow in flows.values() if flow is not case.flow]
        if not dialect.inner_questions:
            assert not any(_asks(flow, case) for flow in inner)
        found = {id_ for flow in flows.values() for id_ in _run_side_by_side(flow)}
        if not dialect.parallel_questions:
            assert not any(_asks(flows[id_], case) for id_ in found)
        if not dialect.parallel_messages:
            nodes = (node for id_ in found for node in flows[id_].nodes)
            assert not any(isinstance(node, OutputMessageNode) for node in nodes)
        if not dialect.parallel_faults:
            keyed = [script for script in case.tools if script.keyed]
            assert not any(isinstance(it, Raise) for script in keyed for it in script.answers)


def _asks(flow: Flow, case: Case) -> bool:
    tools = [case.document.components[it.tool.id] for it in flow.nodes if isinstance(it, ToolNode)]
    return any(
        tool.component_type == "ClientTool" or tool.fields.get("requires_confirmation")
        for tool in tools
    )


def _run_side_by_side(flow: Flow) -> Iterator[str]:
    for node in flow.nodes:
        if isinstance(node, (ParallelFlowNode, ParallelMapNode)):
            yield from node.references()


def test_what_langgraph_catches(drawn) -> None:
    assert not LANGGRAPH.catch_defaults
    for case in drawn[id(LANGGRAPH)]:
        flows = {flow.id: flow for flow in case.document.flows}
        for flow in flows.values():
            for node in flow.nodes:
                if isinstance(node, CatchExceptionNode):
                    given = {it.title: it.default for it in node.outputs or () if it.has_default}
                    own = {
                        it.title: it.default for it in flows[node.subflow.id].effective_outputs()
                    }
                    assert given == {**own, CAUGHT_INFO: None}
