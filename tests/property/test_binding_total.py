"""Laws of binding, over sources that are mostly wrong: pieces of real ones, put together anyhow."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flowc.diagnostics import has_errors
from flowc.ir.flow import Flow
from flowc.semantics.binding import Bound, bind
from flowc.syntax import parse
from flowc.text import Source, Span

CASES = Path(__file__).parent.parent / "unit" / "semantics" / "binding"
TOOLS = """tool lookup(order_id: string) -> (status: string, total: number)
tool notify(order_id: string, text: string, channel: ("mail" | "sms") = "mail")
tool double(x: integer) -> (y: integer)
tool flag() -> (ok: boolean)
flow sub(a: string) -> (r: string = "") {
  match a {
    "x" => return a as left
    else => return a as right
  }
}
"""
SOURCES = tuple(
    path.read_text(encoding="utf-8").partition("\n----\n")[0]
    for folder in ("forms", "mistakes")
    for path in sorted((CASES / folder).glob("*.txt"))
)
WORD = re.compile(r'"[^"\n]*"|`[^`\n]*`|->|=>|\d+\.\d+|\w+|\n|[^\s\w]')
WORDS = tuple(sorted({word for source in SOURCES for word in WORD.findall(source)}))
NAMES = tuple(word for word in WORDS if word[0].isalpha() or word[0] == "`")


@st.composite
def broken_sources(draw: st.DrawFn) -> str:
    """A source with up to four words left out, doubled, or put in the place of others: mostly names
    in the place of names, so that the syntax stays right often enough."""
    words = list(WORD.findall(draw(st.sampled_from(SOURCES))))
    for _ in range(draw(st.integers(0, 4))):
        index = draw(st.integers(0, max(0, len(words) - 1)))
        is_name = bool(words) and words[index] in NAMES
        change = draw(st.sampled_from(("drop", "double", "insert", *["replace"] * 5 * is_name)))
        word = draw(st.sampled_from(NAMES if change == "replace" else WORDS))
        end = index if change == "insert" else index + 1
        new = {"drop": [], "double": words[index:end] * 2}.get(change, [word])
        words[index:end] = new
    return TOOLS + " ".join(words)


def bound(text: str) -> tuple[Bound, bool]:
    """The text bound, and whether it is a correct source."""
    source = Source("broken.flow", text)
    result = parse(source)
    found = bind(result.tree, source)
    return found, not has_errors((*result.diagnostics, *found.diagnostics))


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(broken_sources())
def test_binding_never_raises_and_places_every_finding(text: str) -> None:
    found, _ = bound(text)
    assert found.document is not None
    for item in found.diagnostics:
        assert item.title
        assert "\n" not in item.title
        assert isinstance(item.location, Span)
        assert 0 <= item.location.start <= item.location.end <= len(text)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(broken_sources())
def test_binding_is_a_function_of_the_text(text: str) -> None:
    first, _ = bound(text)
    second, _ = bound(text)
    assert first.document == second.document
    assert [item.title for item in first.diagnostics] == [item.title for item in second.diagnostics]


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(broken_sources())
def test_what_binds_without_errors_is_a_whole_flow_graph(text: str) -> None:
    found, correct = bound(text)
    if not correct or "edges" in text or "@with" in text:
        return
    assert found.document is not None
    for flow in found.document.flows:
        check_graph(flow, by_name=flow.data_edges is None)


def check_graph(flow: Flow, *, by_name: bool) -> None:
    """Edges join what exists, every branch leads to one node, and every input can get a value."""
    nodes = {node.id: node for node in flow.nodes}
    assert len(nodes) == len(flow.nodes)
    branches = [(edge.from_node, edge.branch) for edge in flow.control_edges]
    assert len(set(branches)) == len(branches)
    for edge in flow.control_edges:
        assert edge.branch in nodes[edge.from_node].branches
        assert edge.to_node != flow.start_node
    fed = set()
    for data in flow.data_edges or ():
        assert nodes[data.source_node].output(data.source_output) is not None
        assert nodes[data.destination_node].input(data.destination_input) is not None
        fed.add((data.destination_node, data.destination_input))
    entered = {edge.to_node for edge in flow.control_edges}
    for node in flow.nodes[1:]:
        assert node.id in entered
        assert isinstance(node.origin, Span)
        for item in node.inputs:
            if by_name or item.has_default or (node.id, item.title) in fed:
                continue
            assert node.metadata or re.search(rf"\b{item.title}\s*:", node.origin.text)
