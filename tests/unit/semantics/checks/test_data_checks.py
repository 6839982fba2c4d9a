"""What data can get wrong: unknown ends, inputs that are never fed or not on every path."""

from __future__ import annotations

from dataclasses import replace

from check_builder import document, end, flow, found_in, port, start, switch, tool_node

from flowc.ir.components import Component
from flowc.ir.types import INTEGER
from flowc.semantics.check import check

DIAMOND = "start -> m[a] -> a -> join -> end, m[default] -> b -> join"


def diamond(data_edges: str, *, key: str = "start.x -> m.key", join_input=None):
    return flow(
        start("x"),
        switch("m", {"a": "a"}),
        tool_node("a", [], ["out"]),
        tool_node("b", [], ["out"]),
        tool_node("join", [join_input or port("in")]),
        end(),
        control_edges=DIAMOND,
        data_edges=f"{key}, {data_edges}",
    )


def test_edges_from_and_to_titles_that_do_not_exist():
    broken = flow(
        start("order_id"),
        tool_node("lookup", ["order_id"], ["status", "items"]),
        tool_node("ping"),
        end("status"),
        control_edges="start -> lookup -> ping -> end",
        data_edges="start.order_id -> lookup.order, lookup.statsu -> end.status, ping.x -> ping.y",
    )
    assert found_in(broken) == [
        "FLOW401 error: node 'lookup' has no input 'order' | for flow input 'order_id' | "
        "Did you mean 'order_id'?",
        "FLOW401 error: node 'lookup' has no output 'statsu' | for output 'status' of 'end' | "
        "Did you mean 'status'?",
        "FLOW401 error: node 'ping' has no input 'y' | for output 'x' of 'ping' | "
        "It has no inputs.",
        "FLOW401 error: node 'ping' has no output 'x' | for input 'y' of 'ping' | "
        "It has no outputs.",
    ]


def test_an_edge_to_no_input_means_the_only_one_that_lacks_one():
    broken = flow(
        start("x"),
        tool_node("t", ["code", "text", port("kept", default="k")]),
        end(),
        control_edges="start -> t -> end",
        data_edges="start.x -> t.zzz, start.x -> t.code",
    )
    assert found_in(broken) == [
        "FLOW401 error: node 't' has no input 'zzz' | for flow input 'x' | "
        "There is 'code', 'kept', 'text'.",
    ]


def test_more_inputs_without_an_edge_than_edges_to_no_input():
    broken = flow(
        start("x"),
        tool_node("t", ["code", "text"]),
        end(),
        control_edges="start -> t -> end",
        data_edges="start.x -> t.zzz",
    )
    unfed = (
        "FLOW402 error: input '{0}' of node 't' never gets a value | nothing feeds '{0}' | "
        "Feed it from a flow input or a node that runs before, or give it a default."
    )
    assert found_in(broken) == [
        "FLOW401 error: node 't' has no input 'zzz' | for flow input 'x' | "
        "There is 'code', 'text'.",
        unfed.format("code"),
        unfed.format("text"),
    ]


def test_what_a_node_lacks_is_not_said_if_its_tool_is_elsewhere():
    nodes = start("x"), tool_node("t", tool="elsewhere"), end("y")
    edges = {
        "control_edges": "start -> t -> end",
        "data_edges": "start.x -> t.x, t.y -> end.y",
    }
    whole = document(flow(*nodes, **edges))
    elsewhere = replace(
        whole,
        components={id_: it for id_, it in whole.components.items() if id_ != "elsewhere"},
    )
    assert check(elsewhere) == ()


def test_an_input_and_an_end_output_that_nothing_feeds():
    broken = flow(
        start("x"),
        tool_node("t", ["x", port("kept", INTEGER, 3)], ["y"]),
        end("y", port("z", default="none")),
        control_edges="start -> t -> end",
    )
    assert found_in(broken) == [
        "FLOW402 error: input 'x' of node 't' never gets a value | nothing feeds 'x' | "
        "Feed it from a flow input or a node that runs before, or give it a default.",
        "FLOW402 error: output 'y' of node 'end' never gets a value | nothing feeds 'y' | "
        "Feed it from a flow input or a node that runs before, or give it a default.",
    ]


def test_a_default_of_the_tool_alone_does_not_count():
    tool = Component(
        component_type="ServerTool",
        id="search",
        name="search",
        inputs=(port("limit", INTEGER, 3),),
        outputs=(),
    )
    broken = flow(
        start(),
        tool_node("t", [port("limit", INTEGER)], tool="search"),
        end(),
        control_edges="start -> t -> end",
    )
    assert found_in(broken, tool) == [
        "FLOW402 error: input 'limit' of node 't' never gets a value | nothing feeds 'limit' | "
        "Give the node's input the default too: that of ServerTool 'search' does not count for "
        "a node."
    ]


def test_state_inputs_need_no_source():
    def marked(state):
        node = replace(tool_node("t", ["user", "cart"]), metadata={"flowc": {"state": state}})
        return flow(start(), node, end(), control_edges="start -> t -> end")

    assert found_in(marked(True)) == []
    assert found_in(marked(["user", "cart"])) == []
    assert found_in(marked(["user"])) == [
        "FLOW402 error: input 'cart' of node 't' never gets a value | nothing feeds 'cart' | "
        "Feed it from a flow input or a node that runs before, or give it a default."
    ]


def test_a_source_that_only_runs_later():
    edges = {"control_edges": "start -> t -> u -> end", "data_edges": "u.y -> t.x"}
    nodes = (tool_node("u", [], ["y"]), end())
    assert found_in(flow(start(), tool_node("t", ["x"]), *nodes, **edges)) == [
        "FLOW402 error: input 'x' of node 't' never gets a value | "
        "its source 'u' can only run later | "
        "Feed it from a node that runs before, or give it a default."
    ]
    with_default = tool_node("t", [port("x", default="")])
    assert found_in(flow(start(), with_default, *nodes, **edges)) == [
        "FLOW404 warning: input 'x' of node 't' never gets output 'y' of 'u' | "
        "'u' can only run after 't' | "
        "Remove this edge, or lead control back to the node."
    ]


def test_an_input_that_one_path_leaves_unset():
    assert found_in(diamond("a.out -> join.in")) == [
        "FLOW403 warning: input 'in' of node 'join' may have no value | "
        "'a' does not run on the path m[default] -> b -> join | "
        "Feed it on that path too, or give it a default."
    ]
    assert found_in(diamond("a.out -> join.in, b.out -> join.in")) == []
    assert found_in(diamond("a.out -> join.in", join_input=port("in", default=""))) == []


def looping(data_edges: str):
    return flow(
        start("x"),
        tool_node("work", ["last"], ["next"]),
        tool_node("rest", [], ["next"]),
        switch("more", {"yes": "yes"}),
        end("x"),
        control_edges="start -> work -> more[yes] -> rest -> work, more[default] -> end",
        data_edges=f"work.next -> more.key, start.x -> end.x, {data_edges}",
    )


def test_a_value_that_a_loop_carries_back_is_unset_on_the_first_turn():
    assert found_in(looping("work.next -> work.last")) == [
        "FLOW402 error: input 'last' of node 'work' has no value when the node first runs | "
        "only its own last run feeds it | "
        "Give it a default for the first run, or feed it from before the loop as well."
    ]
    assert found_in(looping("rest.next -> work.last")) == [
        "FLOW402 error: input 'last' of node 'work' has no value when the node first runs | "
        "'rest' can only run after it | "
        "Give it a default for the first run, or feed it from before the loop as well."
    ]
    assert found_in(looping("rest.next -> work.last, start.x -> work.last")) == []


def test_of_two_sources_on_one_path_only_the_last_is_read():
    straight = flow(
        start(),
        tool_node("a", [], ["out"]),
        tool_node("b", [], ["out", "more"]),
        tool_node("c", ["in"]),
        end(),
        control_edges="start -> a -> b -> c -> end",
        data_edges="a.out -> c.in, b.more -> c.in, b.out -> c.in",
    )
    assert found_in(straight) == [
        "FLOW405 note: input 'in' of node 'c' never reads output 'more' of 'b' | "
        "'b' always writes over it | Remove this edge.",
        "FLOW405 note: input 'in' of node 'c' never reads output 'out' of 'a' | "
        "'b' always writes over it | Remove this edge.",
    ]
    around = replace(
        straight,
        nodes=(*straight.nodes, switch("m", {"again": "again"}, port("key", default=""))),
        control_edges=flow(
            control_edges="start -> a -> c -> m[again] -> b -> c, m[default] -> end"
        ).control_edges,
        data_edges=flow(data_edges="a.out -> c.in, b.out -> c.in").data_edges,
    )
    assert found_in(around) == []


def test_what_is_unreachable_is_not_reported_as_unfed():
    broken = flow(
        start(),
        tool_node("lost", ["a"], ["b"]),
        tool_node("t", ["b"]),
        end(),
        control_edges="start -> t -> end, lost -> t",
        data_edges="lost.b -> t.b",
    )
    assert found_in(broken) == [
        "FLOW309 error: node 'lost' is never reached | no path from the start leads here | "
        "Add an edge to it, or remove it."
    ]


def test_a_flow_wired_by_name_is_fed_by_titles():
    by_name = flow(
        start("x"),
        tool_node("t", ["x"], ["y"]),
        tool_node("u", ["z"], ["y"]),
        end("y"),
        control_edges="start -> t -> u -> end",
        data_edges=None,
    )
    assert found_in(by_name) == [
        "FLOW402 error: input 'z' of node 'u' never gets a value | nothing feeds 'z' | "
        "Feed it from a flow input or a node that runs before, or give it a default."
    ]


def test_a_literal_argument_with_the_title_of_a_flow_input():
    shadowed = flow(
        start("channel"),
        tool_node("notify", [port("channel", default="sms")], ["ok"]),
        tool_node("log", [port("channel", default="sms")]),
        end("ok"),
        control_edges="start -> notify -> log -> end",
        data_edges="notify.ok -> end.ok, start.channel -> log.channel",
    )
    assert found_in(shadowed) == [
        "FLOW406 warning: input 'channel' of node 'notify' has a fixed value, but flow 'f' has "
        "an input 'channel' too | WayFlow takes the flow's input instead | "
        "Rename the flow's input, or feed it to 'channel'."
    ]


def test_the_path_of_a_long_way_round_is_shortened():
    names = [f"n{number}" for number in range(20)]
    long = flow(
        start("x"),
        switch("m", {"a": "a"}),
        tool_node("src", [], ["out"]),
        *(tool_node(name) for name in names),
        tool_node("last", ["in"]),
        end(),
        control_edges="start -> m[a] -> src -> last -> end, m[default] -> "
        + " -> ".join(names)
        + " -> last",
        data_edges="start.x -> m.key, src.out -> last.in",
    )
    assert found_in(long) == [
        "FLOW403 warning: input 'in' of node 'last' may have no value | 'src' does not run on the "
        "path m[default] -> n0 -> n1 -> … -> n16 -> n17 -> n18 -> n19 -> last | "
        "Feed it on that path too, or give it a default."
    ]


def test_flow_inputs_that_differ_from_the_start_node():
    given = flow(
        start("x", port("n", INTEGER)),
        end("x", port("n", INTEGER)),
        control_edges="start -> end",
        data_edges="start.x -> end.x, start.n -> end.n",
        inputs=(port("x"), port("n"), port("m")),
    )
    assert found_in(given) == [
        "FLOW407 warning: input 'm' of flow 'f' is not what its StartNode says | "
        "only the flow has it | The StartNode counts; write the same list on the flow.",
        "FLOW407 warning: input 'n' of flow 'f' is not what its StartNode says | "
        "string here, integer there | The StartNode counts; write the same list on the flow.",
    ]


def test_flow_outputs_that_an_end_lacks_or_gives_another_type():
    ends = (end("a", id="one"), end(port("a", INTEGER), id="two"))
    given = flow(
        start("x"),
        switch("m", {"1": "one"}),
        *ends,
        control_edges="start -> m[one] -> one, m[default] -> two",
        data_edges="start.x -> m.key, start.x -> one.a, start.x -> two.a",
        outputs=(port("a"), port("b"), port("c", default="")),
    )
    assert [line for line in found_in(given) if "FLOW220" not in line] == [
        "FLOW230 error: output 'a' of node 'two' has another type than that of flow 'f' | "
        "integer here, string there | Declare it as string.",
        "FLOW408 error: node 'one' ends flow 'f' without its output 'b' | "
        "Add 'b' to the EndNode, or give it a default on the flow.",
        "FLOW408 error: node 'two' ends flow 'f' without its output 'b' | "
        "Add 'b' to the EndNode, or give it a default on the flow.",
    ]


def test_five_thousand_nodes_are_checked_without_recursion():
    names = [f"n{number}" for number in range(5000)]
    chain = flow(
        start("x"),
        *(tool_node(name, ["x"], ["x"], tool="t") for name in names),
        end("x"),
        control_edges="start -> " + " -> ".join(names) + " -> end",
        data_edges=", ".join(
            f"{before}.x -> {after}.x"
            for before, after in zip(["start", *names], [*names, "end"], strict=True)
        ),
    )
    assert check(document(chain)) == ()
