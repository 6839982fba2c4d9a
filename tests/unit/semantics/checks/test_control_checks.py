"""What control can get wrong: starts, ends, edges, branches, unreachable nodes, recursion."""

from __future__ import annotations

from dataclasses import replace

from check_builder import (
    document,
    end,
    flow,
    flow_node,
    found_in,
    shown,
    start,
    switch,
    tool_node,
)

from flowc.ir.nodes import AgentNode, OtherNode
from flowc.ir.values import Ref
from flowc.semantics.check import check
from flowc.text import Source, Span


def test_a_flow_without_a_mistake_has_no_findings():
    assert (
        found_in(
            flow(
                start("x"),
                switch("m", {"a": "a", "b": "b"}),
                tool_node("t", ["x"], ["y"]),
                tool_node("u", ["x"], ["y"]),
                end("y"),
                control_edges="start -> m[a] -> t -> end, m[b] -> u -> end, m[default] -> u",
                data_edges="start.x -> m.key, start.x -> t.x, start.x -> u.x, "
                "t.y -> end.y, u.y -> end.y",
            )
        )
        == []
    )


def test_no_start_node():
    assert found_in(flow(tool_node("t"), end(), control_edges="t -> end")) == [
        "FLOW301 error: flow 'f' has no StartNode | no node to begin at | "
        "Add a StartNode whose outputs are the flow's inputs."
    ]


def test_start_node_that_is_none_of_the_nodes():
    broken = replace(
        flow(start(), tool_node("t"), end(), control_edges="start -> t -> end"), start_node="strat"
    )
    assert found_in(broken) == [
        "FLOW301 error: flow 'f' begins at 'strat', which is none of its nodes | "
        "Did you mean 'start'?"
    ]


def test_start_node_of_another_kind_and_a_second_start_node():
    wrong_kind = flow(tool_node("start"), end(), control_edges="start -> end")
    two = flow(start(), start(id="begin"), end(), control_edges="start -> end, begin -> end")
    assert found_in(wrong_kind) == [
        "FLOW301 error: flow 'f' begins at ToolNode 'start' | not a StartNode | "
        "A flow begins at a StartNode, which leads to the first node that does something."
    ]
    assert found_in(two) == [
        "FLOW301 error: flow 'f' has a second StartNode, 'begin' | never begins anything | "
        "Remove it, or make it a flow of its own."
    ]


def test_edges_to_unknown_nodes_are_the_only_finding_they_cause():
    broken = flow(
        start("x"),
        tool_node("lookup", ["x"], ["y"]),
        end("y"),
        control_edges="start -> lookpu, lookup -> end",
        data_edges="start.x -> lookpu.x, lookup.y -> end.y",
    )
    assert found_in(broken) == [
        "FLOW302 error: flow 'f' has no node 'lookpu' | a control edge to it | "
        "Did you mean 'lookup'?",
        "FLOW302 error: flow 'f' has no node 'lookpu' | a data edge to it | Did you mean 'lookup'?",
    ]


def test_a_node_that_the_flow_does_not_list_is_one_finding():
    broken = flow(
        start("x"),
        end("y"),
        control_edges="start -> t -> end",
        data_edges="start.x -> t.x, t.y -> end.y",
    )
    whole = document(broken, tool_node("t", ["x"], ["y"]))
    assert shown(check(whole)) == [
        "FLOW302 error: node 't' is not listed in the nodes of flow 'f' | an edge joins it | "
        'Add {"$component_ref": "t"} to \'nodes\'.'
    ]


def test_nodes_and_a_start_node_that_cannot_be_read_cause_nothing_else():
    sound = flow(start(), tool_node("t"), end(), control_edges="start -> t -> end")
    unread = replace(sound, nodes=(), overrides={"nodes": {"a": 1}})
    assert not [item for item in found_in(unread) if item.startswith("FLOW3")]
    assert not [item for item in found_in(replace(sound, start_node="")) if "FLOW301" in item]


def test_a_misspelt_branch_is_one_finding():
    broken = flow(
        start("x"),
        switch("m", {"a": "a"}),
        end(),
        control_edges="start -> m[a] -> end, m[defualt] -> end",
        data_edges="start.x -> m.key",
    )
    assert found_in(broken) == [
        "FLOW305 error: node 'm' has no branch 'defualt' | to 'end' | Did you mean 'default'?"
    ]


def test_edges_on_the_wrong_side_of_start_and_end():
    broken = flow(
        start("x"),
        tool_node("t", ["x"], ["y"]),
        end("y"),
        control_edges="start -> t -> end, end -> t, end -> start",
        data_edges="start.x -> t.x, t.y -> end.y, t.y -> start.x, end.y -> t.x",
    )
    assert found_in(broken) == [
        "FLOW303 error: a control edge leads into StartNode 'start' | from 'end' | "
        "Lead to the node after the start instead.",
        "FLOW303 error: a control edge leaves EndNode 'end' | to 't' | "
        "The flow is over at an EndNode; take the edge from the node before it.",
        "FLOW303 error: a data edge leaves EndNode 'end' | to 't' | "
        "The flow is over at an EndNode; take the edge from the node before it.",
        "FLOW314 warning: a data edge leads into StartNode 'start' | from 't' | "
        "Remove this edge: its outputs are the flow's inputs, which only the caller sets.",
    ]


def test_two_edges_from_one_branch():
    broken = flow(
        start(),
        tool_node("t"),
        tool_node("u"),
        end(),
        control_edges="start -> t -> u -> end, t -> end, start -> t",
    )
    assert found_in(broken) == [
        "FLOW304 error: two edges leave branch 'next' of node 'start' | to 't' again | "
        "One node follows; to choose between two, put a BranchingNode there.",
        "FLOW304 error: two edges leave branch 'next' of node 't' | to 'end' | "
        "One node follows; to choose between two, put a BranchingNode there.",
    ]


def test_an_edge_from_a_branch_that_the_node_does_not_have():
    broken = flow(start(), tool_node("t"), end(), control_edges="start -> t, t[nexxt] -> end")
    assert found_in(broken) == [
        "FLOW305 error: node 't' has no branch 'nexxt' | to 'end' | Did you mean 'next'?"
    ]


def test_branches_of_a_subflow_are_those_of_its_ends():
    inner = flow(
        start("x"),
        switch("m", {"ok": "ok"}),
        end(id="good", branch="good"),
        end(id="bad", branch="bad"),
        control_edges="start -> m[ok] -> good, m[default] -> bad",
        data_edges="start.x -> m.key",
        id="inner",
    )
    outer = flow(
        start("x"),
        flow_node("call", "inner", ["x"]),
        end(),
        control_edges="start -> call[good] -> end, call[ugly] -> end",
        data_edges="start.x -> call.x",
    )
    assert found_in(outer, inner) == [
        "FLOW305 error: node 'call' has no branch 'ugly' | to 'end' | There is 'bad', 'good'.",
        "FLOW306 error: branch 'bad' of node 'call' leads nowhere | no edge for this branch | "
        "Add an edge from 'bad' to the node that follows.",
    ]


def test_a_missing_default_edge_is_a_warning_unless_the_source_is_flow():
    node = switch("m", {"a": "a"})
    edges = {"control_edges": "start -> m[a] -> end", "data_edges": "start.x -> m.key"}
    in_flow_source = replace(node, origin=Span(Source("f.flow", "match x {}"), 0, 5))
    assert found_in(flow(start("x"), node, end(), **edges)) == [
        "FLOW307 warning: node 'm' has no edge from branch 'default' | "
        "a value that is not in its mapping is an error when the flow runs | "
        "Add an edge from 'default' for all other values."
    ]
    assert found_in(flow(start("x"), in_flow_source, end(), **edges)) == []


def test_mapped_branches_need_an_edge_even_if_one_is_named_default():
    broken = flow(
        start("x"),
        switch("m", {"a": "a", "b": "b", "c": "default"}),
        end(),
        control_edges="start -> m[a] -> end",
        data_edges="start.x -> m.key",
    )
    assert found_in(broken) == [
        "FLOW306 error: branch 'b' of node 'm' leads nowhere | no edge for this branch | "
        "Add an edge from 'b' to the node that follows.",
        "FLOW306 error: branch 'default' of node 'm' leads nowhere | "
        "mapped, but no edge for this branch | "
        "Add an edge from 'default' to the node that follows.",
    ]


def test_a_dead_end_says_no_more():
    broken = flow(start(), tool_node("t"), control_edges="start -> t")
    assert found_in(broken) == [
        "FLOW308 error: control stops at node 't' | no edge leaves it | "
        "Lead it to an EndNode or to another node.",
        "FLOW310 error: flow 'f' has no EndNode | it can never end | "
        "Lead each last node to an EndNode.",
    ]


def test_unreachable_nodes_are_told_once_for_each_that_explains_others():
    broken = flow(
        start(),
        tool_node("lost"),
        tool_node("after"),
        tool_node("round"),
        tool_node("about"),
        end(),
        control_edges="start -> end, lost -> after -> end, round -> about -> round",
    )
    assert found_in(broken) == [
        "FLOW309 error: node 'lost' is never reached | "
        "no path from the start leads here, and with it 'after' | "
        "Add an edge to it, or remove it.",
        "FLOW309 error: node 'round' is never reached | "
        "no path from the start leads here, and with it 'about' | "
        "Add an edge to it, or remove it.",
    ]


def test_a_flow_that_goes_round_for_ever():
    broken = flow(start(), tool_node("t"), end(), control_edges="start -> t -> t")
    assert found_in(broken) == [
        "FLOW315 error: nothing leaves the loop of 't' | once here, control goes round for ever | "
        "Give one of its nodes a branch that leads out of the loop, in the end to an EndNode."
    ]


def test_two_nodes_with_one_name():
    twin = replace(tool_node("u"), name="t")
    broken = flow(start(), tool_node("t"), twin, end(), control_edges="start -> t -> u -> end")
    assert found_in(broken) == [
        "FLOW311 warning: two nodes of flow 'f' are named 't' | a ToolNode | "
        "Give each node a name of its own."
    ]


def test_flows_that_contain_themselves():
    def calling(name: str, callee: str):
        return flow(
            start(),
            flow_node("call", callee),
            end(),
            control_edges="start -> call -> end",
            id=name,
        )

    assert found_in(calling("f", "f")) == [
        "FLOW312 error: flow 'f' contains itself | "
        "To do something again, lead an edge back to an earlier node (a loop)."
    ]
    assert found_in(calling("f", "g"), calling("g", "h"), calling("h", "g")) == [
        "FLOW312 error: flow 'g' contains itself | g -> h -> g | "
        "To do something again, lead an edge back to an earlier node (a loop)."
    ]


def test_nodes_of_unknown_types_and_agents_have_the_branches_that_they_list():
    odd = OtherNode(component_type="Odd", id="odd", name="odd", branches=("left", "right"))
    agent = AgentNode(
        component_type="AgentNode", id="a", name="a", branches=("one", "two"), agent=Ref("none")
    )
    broken = flow(
        start(),
        odd,
        agent,
        end(),
        control_edges="start -> odd[left] -> a[one] -> end, odd[middle] -> end, odd[right] -> end",
    )
    assert shown(check(document(broken))) == [
        "FLOW306 error: branch 'two' of node 'a' leads nowhere | no edge for this branch | "
        "Add an edge from 'two' to the node that follows."
    ]


def test_listed_branches_that_the_node_does_not_have():
    node = replace(tool_node("t"), branches=("other",))
    odd = flow(start(), node, end(), control_edges="start -> t -> end")
    assert found_in(odd) == [
        "FLOW313 warning: node 't' lists branches that are not its own | "
        "its branches are 'next', not 'other' | Leave the list out: it follows from the node."
    ]
