"""Diagnostics, their order, and did-you-mean."""

from __future__ import annotations

import pytest

from flowc.diagnostics import (
    FlowcError,
    Rule,
    Severity,
    closest,
    did_you_mean,
    has_errors,
    in_source_order,
    misspelt,
)
from flowc.text import Pointer, Source, Span

ERROR = Rule("FLOW101", Severity.ERROR, "an error")
WARNING = Rule("FLOW102", Severity.WARNING, "a warning")


def test_errors_stop_a_build_and_warnings_do_not() -> None:
    assert has_errors([WARNING.at(None, "w"), ERROR.at(None, "e")])
    assert not has_errors([WARNING.at(None, "w")])
    assert not has_errors([])


def test_findings_are_ordered_by_file_and_place_and_said_once() -> None:
    a, b = Source("a.flow", "x\ny\n"), Source("b.json", "{}", locate=lambda path: (1, 2))
    early, late = ERROR.at(Span(a, 0, 1), "early"), ERROR.at(Span(a, 2, 3), "late")
    same = WARNING.at(Span(a, 0, 1), "same place")
    other, nowhere = ERROR.at(Pointer(b, ("x",)), "other file"), ERROR.at(None, "nowhere")
    found = in_source_order([other, late, same, early, late, nowhere])
    assert found == (nowhere, early, same, late, other)


def test_a_flowc_error_has_all_findings_and_says_them() -> None:
    error = FlowcError(iter([ERROR.at(None, "first"), WARNING.at(None, "second")]))
    assert [item.title for item in error.diagnostics] == ["first", "second"]
    assert str(error) == "FLOW101: first\nFLOW102: second"


@pytest.mark.parametrize(
    ("name", "candidates", "expected"),
    [
        ("lookup_oder", ["lookup_order", "reserve"], "lookup_order"),
        ("Order_ID", ["order_id", "order_ids"], "order_id"),
        ("x", ["lookup_order"], None),
        ("x", [], None),
        ("ab", ["ac", "ad"], None),
        ("status", ["statuss", "status2"], "statuss"),
    ],
)
def test_closest(name: str, candidates: list[str], expected: str | None) -> None:
    assert closest(name, candidates) == expected
    assert closest(name, reversed(candidates)) == expected


@pytest.mark.parametrize(
    ("candidates", "hint"),
    [
        (["lookup_order", "reserve"], "Did you mean 'lookup_order'?"),
        (["b", "a"], "There is 'a', 'b'."),
        ([f"c{n}" for n in range(9)], "There is 'c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', …"),
        ([], ""),
    ],
)
def test_did_you_mean(candidates: list[str], hint: str) -> None:
    assert did_you_mean("lookup_oder", candidates) == hint


@pytest.mark.parametrize(
    ("name", "candidates", "expected"),
    [
        ("lookup_ordr", ["lookup_order", "reserve"], "lookup_order"),
        ("lookup_oorder", ["lookup_order"], "lookup_order"),
        ("lookup_irder", ["lookup_order"], "lookup_order"),
        ("lookup_oredr", ["lookup_order"], "lookup_order"),
        ("xlookup", ["lookup"], "lookup"),
        ("ordre", ["order"], "order"),
        ("orderId", ["order_id", "orders"], "order_id"),
        ("ID", ["id"], "id"),
        # What may be meant is not replaced.
        ("orders", ["order"], None),
        ("order", ["orders"], None),
        ("orde", ["order"], None),
        ("item1", ["item2"], None),
        ("item", ["item2"], None),
        ("size", ["side"], None),
        ("lookup", ["locate"], None),
        ("lokup", ["lookup", "lokups"], "lookup"),
        ("lokup", ["lookup", "lockup"], None),
        ("orderId", ["order_id", "orderid"], None),
        ("", [""], ""),
        ("abcde", [], None),
    ],
)
def test_misspelt(name: str, candidates: list[str], expected: str | None) -> None:
    assert misspelt(name, candidates) == expected
