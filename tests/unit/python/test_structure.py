"""Structured control does what the graph says, whatever the graph is."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flowc.ir.flow import ControlEdge, Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import BranchingNode, EndNode, StartNode, ToolNode
from flowc.ir.values import Ref
from flowc.python import structure as tree
from flowc.python.structure import MAX_DEPTH, Block, Structure, structure

Ways = dict[str, list[str]]
"""The nodes that each node leads to, by the branches 0, 1, …; none for an end."""


def graph_of(ways: Ways) -> FlowGraph:
    """A graph whose first node is the start."""
    nodes = []
    for number, (name, targets) in enumerate(ways.items()):
        common = {"id": name, "name": name}
        if number == 0:
            nodes.append(StartNode(component_type="StartNode", **common))
        elif not targets:
            nodes.append(EndNode(component_type="EndNode", **common))
        elif len(targets) == 1:
            nodes.append(ToolNode(component_type="ToolNode", tool=Ref("t"), **common))
        else:
            nodes.append(BranchingNode(component_type="BranchingNode", **common))
    edges = tuple(
        ControlEdge(from_node=name, from_branch=str(branch), to_node=target)
        for name, targets in ways.items()
        for branch, target in enumerate(targets)
    )
    start = next(iter(ways))
    flow = Flow(id="f", name="f", start_node=start, nodes=tuple(nodes), control_edges=edges)
    return FlowGraph(flow)


def structured(ways: Ways) -> Structure:
    def grouped(node: str) -> tree.Ways:
        groups: dict[str, list[str]] = {}
        for branch, target in enumerate(ways[node]):
            groups.setdefault(target, []).append(str(branch))
        return [(tuple(group), target) for target, group in groups.items()]

    return structure(graph_of(ways), grouped, lambda node: not ways[node])


class Machine:
    """Runs a structure; `choices` give the branch that each node with several takes."""

    def __init__(self, found: Structure, ways: Ways, choices: list[int], limit: int) -> None:
        self.found = found
        self.ways = ways
        self.choices = iter(choices)
        self.path: list[str] = []
        self.limit = limit

    def run(self) -> list[str]:
        try:
            ended = self.block(self.found.block)
            while isinstance(ended, tree.Jump):
                ended = self.block(self.found.states[ended.target])
            assert isinstance(ended, tree.Return), "control fell out of the flow"
        except StopIteration:
            pass
        return self.path

    def step(self, node: str) -> None:
        if len(self.path) == self.limit:
            raise StopIteration
        self.path.append(node)

    def block(self, block: Block) -> object:
        """Run statements; give what made control leave them, None if it fell out."""
        for statement in block:
            left = self.statement(statement)
            if left is not None:
                return left
        return None

    def statement(self, statement: tree.Statement) -> object:
        match statement:
            case tree.Run(node):
                self.step(node)
            case tree.Return(node):
                self.step(node)
                return statement
            case tree.Choose(node, arms):
                branch = str(next(self.choices) % len(self.ways[node]))
                for branches, body in arms:
                    if branch in branches:
                        return self.block(body)
            case tree.While(_, body):
                while True:
                    left = self.block(body)
                    if isinstance(left, tree.Break):
                        return None
                    if left is not None and not isinstance(left, tree.Continue):
                        return left
            case _:
                return statement
        return None


def walked(ways: Ways, choices: list[int], limit: int) -> list[str]:
    """The way through the graph itself."""
    chosen = iter(choices)
    node = next(iter(ways))
    path = [node]
    while ways[node] and len(path) < limit:
        targets = ways[node]
        if len(set(targets)) > 1:
            branch = next(chosen, None)
            if branch is None:
                return path
            node = targets[branch % len(targets)]
        else:
            node = targets[0]
        path.append(node)
    return path


@st.composite
def graphs(draw: st.DrawFn) -> Ways:
    """Any graph: nodes that lead to one, two or three others or to none, back edges included."""
    size = draw(st.integers(2, 12))
    names = [f"n{number}" for number in range(size)]
    ways: Ways = {}
    for name in names:
        count = draw(st.sampled_from([0, 1, 1, 2, 2, 3] if name != "n0" else [1]))
        targets = draw(st.lists(st.sampled_from(names[1:]), min_size=count, max_size=count))
        ways[name] = targets
    return ways


@settings(max_examples=400, deadline=None)
@given(graphs(), st.lists(st.integers(0, 5), max_size=25))
def test_every_graph_is_walked_as_it_is(ways, choices):
    found = structured(ways)
    assert Machine(found, ways, choices, 40).run() == walked(ways, choices, 40)


@settings(max_examples=200, deadline=None)
@given(graphs())
def test_no_statement_is_nested_too_deep_and_jumps_have_targets(ways):
    found = structured(ways)
    for block in (found.block, *found.states.values()):
        assert depth(block) <= MAX_DEPTH + 2
        for statement in statements(block):
            if isinstance(statement, tree.Jump):
                assert statement.target in found.states


def depth(block: Block) -> int:
    inner = [body for statement in block for body in bodies(statement)]
    return 1 + max(map(depth, inner), default=0)


def bodies(statement: tree.Statement) -> list[Block]:
    match statement:
        case tree.Choose(_, arms):
            return [body for _, body in arms]
        case tree.While(_, body):
            return [body]
    return []


def statements(block: Block) -> list[tree.Statement]:
    found = list(block)
    for statement in block:
        for body in bodies(statement):
            found += statements(body)
    return found


def outline(block: Block) -> list[object]:
    """Statements as short texts, nested blocks as lists."""
    found: list[object] = []
    for statement in block:
        match statement:
            case tree.Run(node):
                found.append(node)
            case tree.Return(node):
                found.append(f"return {node}")
            case tree.Choose(_, arms):
                found += [["if " + "|".join(branches), *outline(body)] for branches, body in arms]
            case tree.While(_, body):
                found.append(["while", *outline(body)])
            case tree.Jump(target):
                found.append(f"jump {target}")
            case _:
                found.append(type(statement).__name__.lower())
    return found


@pytest.mark.parametrize(
    ("ways", "expected"),
    [
        pytest.param(
            {"s": ["a"], "a": ["b", "c"], "b": ["j"], "c": ["j"], "j": ["e"], "e": []},
            ["s", "a", ["if 0", "b"], ["if 1", "c"], "j", "return e"],
            id="arms that join once",
        ),
        pytest.param(
            {"s": ["a"], "a": ["e", "b"], "b": ["f"], "e": [], "f": []},
            ["s", "a", ["if 0", "return e"], "b", "return f"],
            id="an arm that leaves needs no else",
        ),
        pytest.param(
            {"s": ["h"], "h": ["b", "e"], "b": ["h"], "e": []},
            ["s", ["while", "h", ["if 1", "return e"], "b"]],
            id="a loop with its exit at the head",
        ),
        pytest.param(
            {"s": ["h"], "h": ["b"], "b": ["h", "x"], "x": ["e"], "e": []},
            ["s", ["while", "h", "b", ["if 1", "break"]], "x", "return e"],
            id="a loop with its exit at the end",
        ),
        pytest.param(
            {"s": ["o"], "o": ["i"], "i": ["i", "t"], "t": ["o", "e"], "e": []},
            ["s", ["while", "o", ["while", "i", ["if 1", "break"]], "t",
                   ["if 1", "return e"]]],
            id="nested loops",
        ),
        pytest.param(
            {"s": ["a"], "a": ["b", "c"], "b": ["c", "e"], "c": ["b", "e"], "e": []},
            ["jump s"],
            id="two nodes that are both heads",
        ),
    ],
)  # fmt: skip
def test_usual_shapes(ways, expected):
    found = structured(ways)
    assert outline(found.block) == expected


def test_an_irreducible_graph_is_a_small_state_machine():
    found = structured({"s": ["a"], "a": ["b", "c"], "b": ["c", "e"], "c": ["b", "e"], "e": []})
    assert {head: outline(block) for head, block in found.states.items()} == {
        "s": ["s", "a", ["if 0", "jump b"], "jump c"],
        "b": ["b", ["if 1", "return e"], "jump c"],
        "c": ["c", ["if 1", "return e"], "jump b"],
    }


def test_only_what_needs_it_becomes_a_state():
    """A break out of two loops: their heads and the target are states, the rest stays nested."""
    ways = {
        "s": ["o"], "o": ["i"], "i": ["x", "t"], "t": ["i", "u"], "u": ["o", "y"],
        "x": ["z"], "y": ["z"], "z": ["e"], "e": [],
    }  # fmt: skip
    found = structured(ways)
    for choices in itertools.product((0, 1), repeat=6):
        assert Machine(found, ways, list(choices), 30).run() == walked(ways, list(choices), 30)
    assert list(found.states) == ["o", "i", "y", "z"]
