"""Loops that nothing leaves, and loops that something does."""

from __future__ import annotations

from check_builder import end, flow, found_in, start, switch, tool_node
from check_texts import of_flow, place, said

WAY_OUT = "Give one of its nodes a branch that leads out of the loop, in the end to an EndNode."


def endless(nodes: str) -> str:
    return (
        f"FLOW315 error: nothing leaves the loop of {nodes} | "
        f"once here, control goes round for ever | {WAY_OUT}"
    )


def looping(edges: str, *nodes) -> list[str]:
    """A flow with a first switch that leads to the end or into what the edges say."""
    first = switch("go", {"in": "in", "on": "on"})
    control = "start -> go[in] -> a, go[on] -> end, go[default] -> end"
    return found_in(
        flow(
            start("x"),
            first,
            *nodes,
            end(),
            control_edges=f"{control}, {edges}",
            data_edges="start.x -> go.key, start.x -> m.key"
            if any(node.id == "m" for node in nodes)
            else "start.x -> go.key",
        )
    )


A, B, C, D = tool_node("a"), tool_node("b"), tool_node("c"), tool_node("d")


def test_a_loop_that_nothing_leaves_is_one_finding():
    assert looping("a -> b -> c -> a", A, B, C) == [endless("'a', 'b', 'c'")]


def test_two_loops_are_two_findings():
    m = switch("m", {"l": "l", "r": "r"})
    edges = "a -> m[l] -> b -> b, m[r] -> c -> d -> c, m[default] -> b"
    assert looping(edges, A, m, B, C, D) == [endless("'b'"), endless("'c', 'd'")]


def test_two_loops_that_share_a_node_are_one_without_a_way_out():
    m = switch("m", {"l": "l", "r": "r"})
    edges = "a -> m[l] -> b -> a, m[r] -> c -> a, m[default] -> b"
    assert looping(edges, A, m, B, C) == [endless("'a', 'm', 'c', 'b'")]


def test_a_loop_that_leads_into_an_endless_one_is_not_told_too():
    m = switch("m", {"l": "l"})
    edges = "a -> m[l] -> a, m[default] -> b -> c -> b"
    assert looping(edges, A, m, B, C) == [endless("'b', 'c'")]


def test_the_way_out_may_be_anywhere_in_the_loop():
    m = switch("m", {"out": "out"})
    assert looping("a -> m[out] -> end, m[default] -> b -> a", A, m, B) == []
    assert looping("a -> b -> m[out] -> end, m[default] -> a", A, B, m) == []


def test_two_loops_that_share_a_node_may_share_the_way_out():
    m = switch("m", {"l": "l", "out": "out"})
    edges = "a -> m[l] -> b -> a, m[out] -> end, m[default] -> c -> a"
    assert looping(edges, A, m, B, C) == []


def test_a_branch_without_an_edge_may_be_the_way_out():
    m = switch("m", {"l": "l", "out": "out"})
    edges = "a -> m[l] -> a, m[default] -> a"
    assert [line[:7] for line in looping(edges, A, m)] == ["FLOW306"]
    m = switch("m", {"l": "l"})
    assert [line[:7] for line in looping("a -> m[l] -> a", A, m)] == ["FLOW307"]


def test_an_end_that_nothing_leads_to_is_not_told_beside_the_loop():
    broken = flow(start(), A, B, end(), control_edges="start -> a -> b -> a")
    assert found_in(broken) == [endless("'a', 'b'")]


def test_a_flow_without_an_end_goes_round():
    assert found_in(flow(start(), A, control_edges="start -> a -> a")) == [
        f"FLOW310 error: flow 'f' has no EndNode | it goes round 'a' for ever | {WAY_OUT}"
    ]


def test_the_place_is_the_head_of_the_loop():
    (found,) = of_flow(
        """
tool poll() -> (state: string)
flow main(now: boolean) {
  if now { return }
  loop {
    poll()
    again = poll()
  }
}
""",
        "FLOW315",
    )
    assert place(found.location) == "poll()"
    assert [item.label for item in found.related] == ["leads back"]


def test_a_break_is_a_way_out():
    text = """
tool poll() -> (ready: boolean)
flow main() {
  loop {
    poll()
    if poll.ready { break }
  }
}
"""
    assert said(text) == []


def test_what_a_loose_branch_should_lead_to_is_not_told_beside_it():
    dead = flow(start(), A, B, end(), control_edges="start -> a, b -> end")
    assert [text.partition(" error")[0] for text in found_in(dead)] == ["FLOW308"]
    text = """
tool a()
flow main(now: boolean) by edges {
  check: if now {}
  a()
  done: return
  edges {
    start -> check
    check[default] -> done
    a -> done
  }
}
"""
    assert [(item.code, place(item.location)) for item in of_flow(text)] == [
        ("FLOW306", "check: if now")
    ]
