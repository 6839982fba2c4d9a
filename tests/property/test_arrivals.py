"""What arrives at an input, against its definition by paths, on random graphs; dominators too."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowc.ir.flow import ControlEdge, DataEdge, Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import OtherNode
from flowc.semantics.arrivals import arrivals

NODES = st.integers(0, 6)


@st.composite
def graphs(draw) -> FlowGraph:
    """Any graph on up to seven nodes, irreducible ones included, with data edges at random."""
    control = draw(st.lists(st.tuples(NODES, NODES), max_size=14))
    data = draw(st.lists(st.tuples(NODES, NODES), min_size=1, max_size=12))
    return FlowGraph(
        Flow(
            id="f",
            name="f",
            nodes=tuple(
                OtherNode(component_type="Odd", id=str(number), name=str(number))
                for number in range(7)
            ),
            start_node="0",
            control_edges=tuple(
                ControlEdge(from_node=str(a), from_branch=f"{i}", to_node=str(b))
                for i, (a, b) in enumerate(control)
            ),
            data_edges=tuple(
                DataEdge(
                    source_node=str(a),
                    source_output=f"o{index}",
                    destination_node=str(b),
                    destination_input="x",
                )
                for index, (a, b) in enumerate(data)
            ),
        )
    )


def reached(graph: FlowGraph, starts: Collection[str], avoiding: Collection[str] = ()) -> set[str]:
    """The nodes on paths from `starts` that go on only from nodes not in `avoiding`."""
    seen, work = set(starts), list(starts)
    while work:
        node = work.pop()
        if node in avoiding:
            continue
        for edge in graph.out_edges[node]:
            if edge.to_node not in seen:
                seen.add(edge.to_node)
                work.append(edge.to_node)
    return seen


def reads_before_any(graph: FlowGraph, reader: str, sources: set[str]) -> bool:
    return reader in reached(graph, ["0"], sources)


def runs_before(graph: FlowGraph, source: str, reader: str, others: set[str]) -> bool:
    return reader in reached(graph, graph.successors(source), others)


@given(graphs())
def test_arrivals_are_what_paths_say(graph: FlowGraph):
    found = arrivals(graph)
    live = reached(graph, ["0"])
    for (reader, title), edges in graph.sources.items():
        edges = [edge for edge in edges if edge.source_node in live]
        if reader not in live or reader == "0" or not edges:
            assert (reader, title) not in found
            continue
        arrival = found[reader, title]
        sources = {edge.source_node for edge in edges}
        winner = {edge.source_node: edge for edge in edges}
        assert arrival.may_be_unset == reads_before_any(graph, reader, sources)
        assert arrival.later == tuple(
            edge for edge in edges if not runs_before(graph, edge.source_node, reader, set())
        )
        assert arrival.last == tuple(
            edge
            for edge in edges
            if edge is winner[edge.source_node]
            and runs_before(graph, edge.source_node, reader, sources - {edge.source_node})
        )
        assert sorted(
            (*arrival.last, *arrival.later, *arrival.overwritten), key=edges.index
        ) == sorted(edges, key=edges.index)


@given(graphs())
def test_a_node_dominates_what_cannot_be_reached_without_it(graph: FlowGraph):
    live = reached(graph, ["0"])
    assert graph.reachable == live
    for a in live:
        without = reached(graph, ["0"], {a})
        for b in live:
            assert graph.dominates(a, b) == (a == b or b not in without)


@given(graphs())
def test_a_graph_is_reducible_if_every_cycle_is_entered_at_one_node(graph: FlowGraph):
    """The definition by reduction: drop self-loops, merge nodes into their one predecessor."""
    live = reached(graph, ["0"])
    after = {node: set(graph.successors(node)) & live for node in live}
    changed = True
    while changed:
        changed = False
        for node in sorted(after):
            after[node].discard(node)
            before = [other for other in after if node in after[other]]
            if node != "0" and len(before) == 1:
                after[before[0]] = (after[before[0]] - {node}) | after[node]
                del after[node]
                changed = True
    assert graph.is_reducible == (len(after) == 1)


@given(graphs(), st.integers(1, 8))
def test_it_does_not_matter_how_many_bits_are_carried_at_a_time(graph: FlowGraph, bits: int):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("flowc.semantics.arrivals._CHUNK", bits)
        found = arrivals(graph)
    assert found == arrivals(graph)
