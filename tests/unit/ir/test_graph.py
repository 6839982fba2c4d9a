"""The flow graph: indexes, reachability, dominators, loops."""

from __future__ import annotations

from itertools import pairwise

from flowc.ir.flow import ControlEdge, DataEdge, Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import OtherNode
from flowc.ir.types import STRING, Property


def graph(edges: str, *, ports: str = "", data: str | None = "") -> FlowGraph:
    """`a b, b c.left` as control edges (branch after the dot), `a: x > y` as titles of a node's
    inputs and outputs, and data edges as `a.x b.y`; the flow begins at `a`."""
    pairs = [part.split() for part in edges.split(",") if part]
    names = list(dict.fromkeys(name.partition(".")[0] for pair in pairs for name in pair))
    titles = dict(line.split(":") for line in ports.split(";") if line)

    def of(name: str, side: int) -> tuple[Property, ...]:
        sides = titles.get(name, " > ").split(">")
        return tuple(Property(title, STRING) for title in sides[side].split())

    return FlowGraph(
        Flow(
            id="f",
            name="f",
            nodes=tuple(
                OtherNode(
                    component_type="Odd",
                    id=name,
                    name=name,
                    inputs=of(name, 0),
                    outputs=of(name, 1),
                )
                for name in names
            ),
            start_node="a",
            control_edges=tuple(
                ControlEdge(
                    from_node=start.partition(".")[0],
                    from_branch=start.partition(".")[2] or None,
                    to_node=stop,
                )
                for start, stop in pairs
            ),
            data_edges=None
            if data is None
            else tuple(map(data_edge, filter(None, data.split(",")))),
        )
    )


def data_edge(text: str) -> DataEdge:
    source, target = (end.split(".") for end in text.split())
    return DataEdge(
        source_node=source[0],
        source_output=source[1],
        destination_node=target[0],
        destination_input=target[1],
    )


def ends(edges) -> list[str]:
    return [
        f"{e.source_node}.{e.source_output} {e.destination_node}.{e.destination_input}"
        for e in edges
    ]


DIAMOND = "a b, b.left c, b.right d, c e, d e"
LOOP = "a b, b c, c.again b, c.done d"
TWO_ENTRIES = "a.left b, a.right c, b c, c b"


def test_branches_lead_to_their_targets():
    diamond = graph(DIAMOND)
    assert diamond.target("b", "right") == "d"
    assert diamond.target("b", "next") is None
    assert diamond.target("a", "next") == "b"
    assert diamond.successors("b") == ["c", "d"]
    assert diamond.predecessors("e") == ["c", "d"]


def test_edges_to_nodes_that_do_not_exist_are_left_out():
    flow = graph("a b").flow
    broken = FlowGraph(
        Flow(
            id="f",
            name="f",
            nodes=flow.nodes,
            start_node="a",
            control_edges=(
                *flow.control_edges,
                ControlEdge(from_node="b", to_node="gone"),
                ControlEdge(from_node="gone", to_node="b"),
            ),
        )
    )
    assert broken.successors("b") == []
    assert broken.predecessors("b") == ["a"]


def test_reverse_postorder_puts_each_node_before_what_only_it_reaches():
    order = graph(DIAMOND).reverse_postorder
    assert order[:2] == ["a", "b"]
    assert order[-1] == "e"
    assert set(order) == {"a", "b", "c", "d", "e"}
    assert graph("a b, c b").reverse_postorder == ["a", "b"]
    assert FlowGraph(Flow(id="f", name="f", start_node="none")).reverse_postorder == []


def test_reachable_and_closure():
    island = graph("a b, c d, d c")
    assert island.reachable == {"a", "b"}
    assert island.closure(["c"]) == {"c", "d"}
    assert graph(DIAMOND).closure(["c"], backwards=True) == {"a", "b", "c"}


def test_dominators():
    diamond = graph(DIAMOND)
    assert diamond.immediate_dominators == {"b": "a", "c": "b", "d": "b", "e": "b"}
    assert diamond.dominates("b", "e")
    assert diamond.dominates("e", "e")
    assert not diamond.dominates("c", "e")
    assert not graph("a b, c b").dominates("a", "c")


def test_loops():
    loop = graph(LOOP)
    assert [edge.branch for edge in loop.flow.control_edges if loop.is_back_edge(edge)] == ["again"]
    assert loop.is_reducible
    assert not graph(TWO_ENTRIES).is_reducible


def test_data_edges_by_place():
    wired = graph("a b, b c", data="a.x b.y,a.x c.y,b.z c.y")
    assert ends(wired.sources["c", "y"]) == ["a.x c.y", "b.z c.y"]
    assert ends(wired.destinations["a", "x"]) == ["a.x b.y", "a.x c.y"]
    assert ("b", "q") not in wired.sources


def test_a_flow_wired_by_name_has_the_edges_that_its_titles_imply():
    by_name = graph("a b, b c", ports="a:x > x y;b:x > y;c:x y >", data=None)
    assert ends(by_name.data_edges) == ["a.x b.x", "a.x c.x", "a.y c.y", "b.y c.y"]


def test_a_chain_of_ten_thousand_nodes():
    names = ["a", *(f"n{number}" for number in range(10_000))]
    chain = graph(", ".join(f"{x} {y}" for x, y in pairwise(names)))
    assert chain.reverse_postorder == names
    assert chain.dominates("n1", "n9999")
    assert chain.is_reducible
