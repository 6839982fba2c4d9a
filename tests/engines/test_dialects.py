"""Random flows of a dialect have nothing in them that it leaves out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from dialects import LANGGRAPH, WAYFLOW
from drawing import drawn as sample

from flowc.ir.flow import Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import ToolNode
from flowc.ir.types import Property, Type, allows_null
from flowc.semantics import check
from flowc.testing import Case, Dialect

each_dialect = pytest.mark.parametrize(
    "dialect", [WAYFLOW, LANGGRAPH], ids=["wayflow", "langgraph"]
)


@pytest.fixture(scope="module")
def drawn() -> dict[int, list[Case]]:
    """100 cases of each dialect, by the dialect's id."""
    return {id(dialect): sample(dialect, 2) for dialect in (WAYFLOW, LANGGRAPH)}


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
