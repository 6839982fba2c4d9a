"""The groups of nodes that control cannot leave, against their definition."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from flowc.ir.flow import ControlEdge, Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import OtherNode

NAMES = [f"n{number}" for number in range(7)]
PAIRS = st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES))


@given(st.lists(PAIRS, max_size=20), st.sets(st.sampled_from(NAMES)))
def test_a_trap_is_a_group_that_leads_to_itself_and_nowhere_else(edges, exits):
    graph = FlowGraph(
        Flow(
            id="f",
            name="f",
            nodes=tuple(OtherNode(component_type="X", id=name, name=name) for name in NAMES),
            start_node=NAMES[0],
            control_edges=tuple(ControlEdge(from_node=a, to_node=b) for a, b in edges),
        )
    )
    reached = {name: graph.closure([name]) for name in NAMES}
    expected = {
        frozenset(reached[name])
        for name in graph.reachable
        if not reached[name] & exits and all(name in reached[other] for other in reached[name])
    }
    found = graph.traps(exits)
    assert {frozenset(group) for group in found} == expected
    assert len(found) == len(expected)
    for group in found:
        assert group == [name for name in graph.reverse_postorder if name in group]
