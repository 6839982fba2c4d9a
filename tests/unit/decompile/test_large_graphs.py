"""Graphs of thousands of nodes: no stack is too deep, and no time more than linear."""

from __future__ import annotations

import pytest

from flowc.decompile import decompile
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import ControlEdge, Flow
from flowc.ir.meaning import differences
from flowc.ir.nodes import DEFAULT, BranchingNode, EndNode, Node, StartNode, ToolNode
from flowc.ir.values import Ref
from flowc.semantics import bind
from flowc.syntax import parse, unparse
from flowc.text import Source

SIZE = 1_500


def document(successors: dict[int, list[int]]) -> Document:
    """A flow of these nodes, the start first; where several follow a node branches."""
    size = 1 + max(max(successors), *(target for after in successors.values() for target in after))
    nodes = [node(number, len(successors.get(number, ()))) for number in range(size)]
    edges = [
        ControlEdge(
            from_node=str(number),
            from_branch=nodes[number].branches[at] if len(after) > 1 else None,
            to_node=str(target),
        )
        for number, after in successors.items()
        for at, target in enumerate(after)
    ]
    flow = Flow(
        id="f",
        name="f",
        inputs=(),
        outputs=(),
        nodes=tuple(nodes),
        start_node="0",
        control_edges=tuple(edges),
    )
    tool = Component(component_type="ServerTool", id="t", name="t", inputs=(), outputs=())
    return Document(version="25.4.1", root="f", components={"t": tool, "f": flow})


def node(number: int, ways: int) -> Node:
    id_ = str(number)
    if number == 0:
        return StartNode(component_type="StartNode", id=id_, name="start")
    if ways == 0:
        return EndNode(component_type="EndNode", id=id_, name="end")
    if ways == 1:
        return ToolNode(component_type="ToolNode", id=id_, name=f"n{number}", tool=Ref("t"))
    arms = [f"b{at}" for at in range(ways - 1)]
    return BranchingNode(
        component_type="BranchingNode",
        id=id_,
        name=f"n{number}",
        mapping={arm: arm for arm in arms},
        branches=(*arms, DEFAULT),
    )


def chain() -> dict[int, list[int]]:
    return {at: [at + 1] for at in range(SIZE)}


def wide_match() -> dict[int, list[int]]:
    arms = range(2, SIZE)
    return {0: [1], 1: list(arms), **{arm: [SIZE] for arm in arms}}


def nested_arms() -> dict[int, list[int]]:
    """Each choice has one arm with the next choice, and a node below where both ways join."""
    depth = SIZE // 2
    down = {at: [at + 1, 2 * depth + 1 - at] for at in range(1, depth)}
    up = {at: [at + 1] for at in range(depth, 2 * depth)}
    return {0: [1], **down, **up}


def nested_loops() -> dict[int, list[int]]:
    depth = SIZE // 2
    heads = {at: [at + 1] for at in range(depth + 1)}
    return heads | {depth + at: [depth + 1 - at, depth + at + 1] for at in range(1, depth + 1)}


def irreducible_ladder() -> dict[int, list[int]]:
    """Two chains with edges both ways between them at every step."""
    steps = SIZE // 2
    found = {0: [1]}
    for at in range(1, 2 * steps, 2):
        found[at] = [at + 2, at + 1]
        found[at + 1] = [at + 3, at]
    last = 2 * steps + 3
    return found | {last - 2: [last], last - 1: [last]}


@pytest.mark.parametrize(
    "graph", [chain, wide_match, nested_arms, nested_loops, irreducible_ladder]
)
def test_a_large_graph_comes_back(graph):
    before = document(graph())
    source = Source("large.flow", unparse(decompile(before)))
    after = bind(parse(source).tree, source).document
    assert after is not None
    assert differences(before, after) == ()
