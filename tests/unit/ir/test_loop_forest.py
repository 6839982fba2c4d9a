"""Dominators and natural loops, against their definitions."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from flowc.ir.dominators import immediate_dominators
from flowc.ir.flow import ControlEdge, Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.loops import LoopForest
from flowc.ir.nodes import OtherNode

Graph = list[list[int]]


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    size = draw(st.integers(1, 10))
    return [draw(st.lists(st.integers(0, size - 1), max_size=3)) for _ in range(size)]


def graph_of(successors: Graph) -> FlowGraph:
    nodes = tuple(
        OtherNode(component_type="N", id=str(at), name=str(at)) for at in range(len(successors))
    )
    edges = tuple(
        ControlEdge(from_node=str(at), from_branch=f"{at} {number}", to_node=str(target))
        for at, targets in enumerate(successors)
        for number, target in enumerate(targets)
    )
    return FlowGraph(Flow(id="f", name="f", nodes=nodes, start_node="0", control_edges=edges))


def reached(successors: Graph, without: int | None = None) -> set[int]:
    """What can be reached from node 0 past another."""
    seen: set[int] = set()
    work = [] if without == 0 else [0]
    while work:
        node = work.pop()
        if node not in seen and node != without:
            seen.add(node)
            work += successors[node]
    return seen


def dominators(successors: Graph) -> dict[int, set[int]]:
    every = reached(successors)
    return {node: {d for d in every if node not in reached(successors, d)} for node in every}


@given(successors=graphs())
@settings(max_examples=300)
def test_immediate_dominators(successors: Graph):
    wanted = {}
    found = dominators(successors)
    for node, above in found.items():
        strict = above - {node}
        for other in strict:
            if strict <= found[other]:
                wanted[str(node)] = str(other)
    assert graph_of(successors).immediate_dominators == wanted


@given(successors=graphs())
@settings(max_examples=300)
def test_loops_and_what_they_are_left_to(successors: Graph):
    above = dominators(successors)
    loops: dict[int, set[int]] = {}
    for head in above:
        for source in above:
            if head in successors[source] and head in above[source]:
                loops.setdefault(head, {head}).update(_body(successors, above, head, source))
    forest = LoopForest(graph_of(successors))
    assert set(forest.heads) == set(map(str, loops))
    exits = forest.exits(len(successors))
    for node in above:
        inside = {str(head) for head, body in loops.items() if node in body}
        around = list(forest.around(str(node)))
        assert set(around) == inside
        assert all(loops[int(a)] < loops[int(b)] for a, b in pairwise(around))
    graph = graph_of(successors)
    for head, body in loops.items():
        assert set(exits[str(head)]) == {
            node
            for node, upper in graph.immediate_dominators.items()
            if int(upper) in body and int(node) not in body
        }


def _body(successors: Graph, above: dict[int, set[int]], head: int, source: int) -> set[int]:
    """The nodes that reach the source of a back edge without passing the head."""
    found = {source}
    work = [source] if source != head else []
    while work:
        node = work.pop()
        for before in above:
            if node in successors[before] and before not in found and before != head:
                found.add(before)
                work.append(before)
    return found


def test_a_node_counts_as_exit_of_so_many_loops_only():
    #  0 → 1 → 2 → 3 → 4, and back from 3 to 1 and 2
    graph = graph_of([[1], [2], [3], [1, 2, 4], []])
    assert LoopForest(graph).exits(2) == {"1": ["4"], "2": ["4"]}
    assert LoopForest(graph).exits(1) == {"1": [], "2": ["4"]}


def test_deep_graphs_cost_no_stack():
    size = 20_000
    names = list(map(str, range(size)))

    def successors(node: str) -> list[str]:
        at = int(node)
        return [names[at + 1], names[at // 2]] if at + 1 < size else []

    def predecessors(node: str) -> list[str]:
        at = int(node)
        later = [names[double] for double in (2 * at, 2 * at + 1) if double + 1 < size]
        return ([names[at - 1]] if at else []) + later

    found = immediate_dominators("0", successors, predecessors)
    assert found == {names[at + 1]: names[at] for at in range(size - 1)}
