"""Which component is which: by what leads to it, not by ids and order that mean nothing."""

from __future__ import annotations

from dataclasses import replace

from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import ControlEdge, Flow
from flowc.ir.matching import matched
from flowc.ir.nodes import EndNode, StartNode
from flowc.ir.values import Ref


def end(id_: str, branch: str) -> EndNode:
    return EndNode(component_type="EndNode", id=id_, name="any", branch_name=branch)


def flow(*ends: EndNode, edges: tuple[ControlEdge, ...] = ()) -> Document:
    start = StartNode(component_type="StartNode", id="f/start", name="start")
    found = Flow(id="f", name="f", nodes=(start, *ends), start_node="f/start", control_edges=edges)
    return Document(version=None, root="f", components={"f": found})


def config(id_: str, **fields: Ref) -> Component:
    return Component(component_type="Config", id=id_, name="config", fields=fields)


def test_ends_that_nothing_leads_to_are_matched_by_what_they_say():
    one = flow(end("f/end", "yes"), end("f/end_2", "no"))
    other = flow(end("f/end", "no"), end("f/end_2", "yes"))
    assert matched(one, other) == {
        "f": "f",
        "f/start": "f/start",
        "f/end": "f/end_2",
        "f/end_2": "f/end",
    }


def test_ends_are_matched_by_what_leads_to_them_first():
    ends = end("a", "next"), end("b", "next")
    edge = ControlEdge(from_node="f/start", to_node="b")
    one = flow(*ends, edges=(edge,))
    other = flow(*ends, edges=(replace(edge, to_node="a"),))
    assert matched(one, other) == {"f": "f", "f/start": "f/start", "b": "a", "a": "b"}


def test_edges_to_nowhere_match_nothing():
    edge = ControlEdge(from_node="f/start", to_node="nowhere")
    document = flow(edges=(edge, replace(edge, from_node="nowhere")))
    assert matched(document, document) == {"f": "f", "f/start": "f/start"}


def test_components_of_one_name_are_matched_by_who_refers_to_them():
    def document(first: str, second: str, *order: str) -> Document:
        users = [
            Component(component_type="User", id=f"u{n}", name="u", fields={"config": Ref(id_)})
            for n, id_ in enumerate((first, second))
        ]
        every = [*users, *map(config, order)]
        return Document(version=None, root=None, components={item.id: item for item in every})

    one = document("a", "b", "a", "b")
    other = document("c", "d", "d", "c")
    assert matched(one, other) == {"u0": "u0", "u1": "u1", "a": "c", "b": "d"}
