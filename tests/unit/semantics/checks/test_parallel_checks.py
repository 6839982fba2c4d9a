"""What should not happen in flows that run at the same time."""

from __future__ import annotations

import pytest
from check_texts import of_flow, place, said

ASK = """
flow one(text: string) -> (a: string) {
  q = ask
  say "{{text}}" (text)
  return q.user_input
}
"""
MAIN = """
flow main(texts: string[]) -> (a: string[]) {
  m = %s one(text = each texts)
  return m.collected_a
}
"""


def waiting(text: str) -> list[str]:
    return said(text, "FLOW318")


def test_items_that_ask_the_user_at_the_same_time():
    (found,) = of_flow(ASK + MAIN % "parallel map")
    assert said(ASK + MAIN % "parallel map") == [
        "FLOW318 warning `m = parallel map one(text = each texts)`: what node 'm' runs at the same "
        "time waits for the user | InputMessageNode 'q' asks the user | "
        "Ask before or after it, or run one after the other."
    ]
    assert [place(item.location) for item in found.related] == ["q = ask"]


def test_items_that_ask_one_after_the_other():
    assert said(ASK + MAIN % "map") == []


def test_a_flow_deep_inside_that_asks():
    text = """
flow deep() -> (a: string) { q = ask  return q.user_input }
flow middle() -> (a: string) { deep()  return deep.a }
flow quick() -> (b: string) { return (b = "b") }
flow main() -> (a: string, b: string) {
  both = parallel [quick, middle]()
  return (a = both.a, b = both.b)
}
""".replace("  return", "\n  return")
    (found,) = waiting(text)
    assert "InputMessageNode 'q' asks the user" in found


def test_of_two_parallel_nodes_the_inner_one_is_told():
    text = """
flow ask_one(text: string) -> (a: string) {
  q = ask "{{text}}" (text)
  return q.user_input
}
flow inner(texts: string[]) -> (a: string[]) {
  m = parallel map ask_one(text = each texts)
  return m.collected_a
}
flow other() -> (b: string) { return (b = "b") }
flow main(texts: string[]) -> (a: string[], b: string) {
  both = parallel [inner, other](texts)
  return (a = both.a, b = both.b)
}
"""
    (found,) = waiting(text)
    assert "`m = parallel map ask_one(text = each texts)`" in found


@pytest.mark.parametrize(
    ("tool", "says"),
    [
        ("ClientTool t() -> (a: string)", "ClientTool 't' is run by the client"),
        (
            "tool t() -> (a: string) { requires_confirmation: true }",
            "ServerTool 't' must be confirmed by the user",
        ),
        ("tool t() -> (a: string) { requires_confirmation: false }", ""),
        ("tool t() -> (a: string)", ""),
    ],
)
def test_tools_that_need_the_user(tool: str, says: str):
    text = f"""
{tool}
flow one() -> (a: string) {{
  t()
  return t.a
}}
flow other() -> (b: string) {{ return (b = "b") }}
flow main() -> (a: string) {{
  both = parallel [one, other]()
  return both.a
}}
"""
    assert [says in line for line in waiting(text)] == ([True] if says else [])


def sharing(first: str, second: str, how: str = "parallel [one, other](x)") -> list[str]:
    """What is said of two flows that each run one of these tools."""
    return said(
        f"""
{first.replace("NAME", "t")}
{second.replace("NAME", "u")}
flow one(x: string) -> (a: string) {{
  t(x)
  return t.y
}}
flow other(x: string) -> (b: string) {{
  u(x)
  return u.y
}}
flow main(x: string) -> (a: string, b: string) {{
  both = {how}
  return (a = both.a, b = both.b)
}}
""",
        "FLOW319",
    )


PLAIN = "tool NAME(x: string) -> (y: string)"
READS = "@state\ntool NAME(x: string) -> (y: string)"
CHANGES = "@context\ntool NAME(x: string) -> (y: string)"


def test_one_tool_changes_the_state_that_another_reads():
    assert sharing(CHANGES, READS) == [
        "FLOW319 warning `both = parallel [one, other](x)`: what node 'both' runs at the same time "
        "shares the session state | 't' can change the session state, and 'u' reads it | "
        "Run one after the other, or pass the value as an argument."
    ]
    assert len(sharing(READS, CHANGES)) == 1


@pytest.mark.parametrize(
    ("first", "second"), [(PLAIN, PLAIN), (READS, READS), (CHANGES, PLAIN), (CHANGES, CHANGES)]
)
def test_tools_that_share_no_state(first: str, second: str):
    assert sharing(first, second) == []


def test_a_tool_in_one_flow_that_reads_what_it_changes():
    both = "@context\n@state\ntool NAME(x: string) -> (y: string)"
    assert sharing(both, PLAIN) == []
    text = """
@context
@state
tool count(x: string) -> (y: string)
flow one(x: string) -> (a: string) {
  count(x)
  return count.y
}
flow main(xs: string[]) -> (a: string[]) {
  m = %s one(x = each xs)
  return m.collected_a
}
"""
    assert len(said(text % "parallel map", "FLOW319")) == 1
    assert said(text % "map", "FLOW319") == []


def test_an_input_that_the_state_fills_needs_no_argument():
    """`@state` on the tool, as on the node: SEMANTICS 5."""
    assert said("tool t(@state token: string)\nflow main() { t() }") == []
    assert said("@state\ntool t(token: string)\nflow main() { t() }") == []
