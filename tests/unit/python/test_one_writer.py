"""Whether of some nodes at most one runs, once, by the definition: control that was at one of them
cannot come to any of them again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from flowc.ir.flow import ControlEdge, Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import OtherNode
from flowc.python.onewriter import OneWriter

NAMES = "sabcdefgh"


def graph_of(*pairs: str) -> FlowGraph:
    """The graph with an edge from the first to the second of each pair, which begins at `s`."""
    nodes = tuple(OtherNode(component_type="N", id=name, name=name) for name in NAMES)
    edges = tuple(
        ControlEdge(from_node=pair[0], from_branch=str(number), to_node=pair[1])
        for number, pair in enumerate(pairs)
    )
    return FlowGraph(Flow(id="f", name="f", nodes=nodes, start_node="s", control_edges=edges))


@st.composite
def graphs(draw: st.DrawFn) -> FlowGraph:
    """Any graph, loops with several entries too; most edges lead on, so that some have no loop."""
    name = st.sampled_from(NAMES)
    pairs = draw(st.lists(st.tuples(name, name, st.integers(0, 5)), max_size=2 * len(NAMES)))
    return graph_of(
        *(a + b if back == 0 else "".join(sorted((a, b), key=NAMES.index)) for a, b, back in pairs)
    )


@given(graphs(), st.data())
def test_no_yes_is_wrong(graph: FlowGraph, data: st.DataObject):
    chosen = data.draw(st.sets(st.sampled_from(graph.reverse_postorder), min_size=1, max_size=4))
    after = graph.closure(other for node in chosen for other in graph.successors(node))
    if OneWriter(graph).is_sure(chosen):
        assert chosen.isdisjoint(after)


def test_arms_are_sure():
    arms = OneWriter(graph_of("sa", "sb", "ac", "bc", "cd", "dd"))
    assert arms.is_sure({"a", "b"})
    assert arms.is_sure({"c"})
    assert not arms.is_sure({"a", "c"})
    assert not arms.is_sure({"d"})


def test_so_are_those_before_and_after_a_loop():
    before = OneWriter(graph_of("sa", "sb", "ac", "bc", "cd", "dc", "ce"))
    assert before.is_sure({"a", "b"})
    after = OneWriter(graph_of("sc", "cc", "ca", "cb", "ad", "bd"))
    assert after.is_sure({"a", "b"})
    assert not after.is_sure({"c", "a"})


def test_arms_in_a_loop_are_not():
    loop = OneWriter(graph_of("sc", "ca", "cb", "ad", "bd", "dc", "de"))
    assert not loop.is_sure({"a", "b"})
    assert loop.is_sure({"e"})
