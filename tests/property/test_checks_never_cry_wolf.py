"""Check says no error of a flow that is right, and what it can know is no surprise at run time.

What a run can fail of, and what check must have said of it (`PROMISES`): an input without a value,
a branch without an edge, and a conversion between two scalars. What only values decide (a tool that
returns nothing, a text that is not in an enum, lists of unequal lengths) check does not promise.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from random_cases import drawn

import flowc
from flowc.agentspec import to_json
from flowc.diagnostics import Diagnostic
from flowc.faults import CONVERSION, NO_BRANCH, NO_SOURCE, UNSET_INPUT, Fault
from flowc.ir.components import flowc_metadata
from flowc.ir.document import Document
from flowc.ir.graph import FlowGraph
from flowc.ir.types import Property, Scalar
from flowc.semantics import check
from flowc.testing import Case, Failure, cases
from flowc.testing.executions import Executions

CHUNKS, CHUNK = 4, 40


def over_cases(number: int, count: int = CHUNK, *, faults: bool = False) -> Iterator[Case]:
    """Random cases, always the same ones of a number."""
    return iter(drawn(cases(faults=faults), number, count))


def pattern(fault: Fault) -> re.Pattern[str]:
    """What the texts of a fault look like; the parts that differ by name."""
    text = re.escape(fault.template)
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*)", text), re.DOTALL)


FEEDING = {"FLOW402", "FLOW403"}
PROMISES: tuple[tuple[Fault, set[str], str], ...] = (
    (UNSET_INPUT, FEEDING, "put '{input}' of node '{node}'"),
    (NO_SOURCE, FEEDING, "put '{input}' of node '{node}'"),
    (NO_BRANCH, {"FLOW306", "FLOW307"}, "'{node}'"),
)
"""A fault, the codes one of which must have been found, and what that finding must name."""


def surprises(document: Document, failure: Failure) -> list[str]:
    """What check should have said of a failure and did not."""
    found = check(document)
    for fault, codes, named in PROMISES:
        match = pattern(fault).fullmatch(failure.text)
        if match is not None and failure.kind == fault.kind.__name__:
            if codes is FEEDING and _reads_state(document, match["node"]):
                return []
            words = named.format(**match.groupdict())
            if not any(item.code in codes and words in item.title for item in found):
                return [f"{failure.kind}: {failure.text}"]
    return list(_odd_conversions(document, failure, found))


def _reads_state(document: Document, name: str) -> bool:
    """Whether a node of that name reads inputs from the session's state, which is not known."""
    nodes = (node for flow in document.flows for node in flow.nodes if node.name == name)
    return any(
        "state" in flowc_metadata(part)
        for node in nodes
        for part in (node, *map(document.components.get, node.references()))
        if part is not None
    )


_INPUT = re.compile(r"input '(?P<title>.*)' of node '(?P<node>.*)'(\[\d+\])?", re.DOTALL)


def _odd_conversions(
    document: Document, failure: Failure, found: tuple[Diagnostic, ...]
) -> Iterator[str]:
    """A conversion that failed although its input and all its sources are scalars."""
    match = pattern(CONVERSION).fullmatch(failure.text)
    place = None if match is None else _INPUT.fullmatch(match["place"])
    if place is None:
        return
    words = f"'{place['title']}' of '{place['node']}'"
    for flow in document.flows:
        graph = FlowGraph(flow)
        for node in flow.nodes:
            input_ = node.input(place["title"])
            if node.name != place["node"] or input_ is None:
                continue
            edges = graph.sources.get((node.id, input_.title), ())
            outputs = [graph.nodes[it.source_node].output(it.source_output) for it in edges]
            are_scalars = all(it is not None and _is_scalar(it) for it in (input_, *outputs))
            said = any(it.code in ("FLOW221", "FLOW224") and words in it.title for it in found)
            if outputs and are_scalars and not said:
                yield f"{failure.kind}: {failure.text}"


def _is_scalar(item: Property) -> bool:
    return isinstance(item.type, Scalar) and item.type.enum is None


@pytest.mark.parametrize("number", range(CHUNKS))
def test_flows_that_are_right_have_no_errors(number: int) -> None:
    for case in over_cases(number, faults=True):
        text = to_json(case.document)
        found = flowc.from_json(text, filename="case.json").diagnostics
        assert [item for item in found if item.is_error] == [], text
        source = flowc.from_json(text).to_flow()
        found = flowc.parse(source, filename="case.flow").diagnostics
        assert [item for item in found if item.is_error] == [], source


@pytest.mark.parametrize("number", range(CHUNKS))
def test_no_run_fails_of_what_check_could_have_said(number: int) -> None:
    failures: Counter[str] = Counter()
    for case in over_cases(number):
        failure = Executions(case).interpreted().failure
        if failure is not None:
            failures[failure.kind] += 1
            assert surprises(case.document, failure) == [], to_json(case.document)
    assert failures.total() < CHUNK / 2  # most flows are run to their ends


def test_failures_that_check_has_announced_are_among_them() -> None:
    """The test above is not empty: some of its runs fail of an input that may have no value, or of
    a branch that leads nowhere."""
    texts = [
        failure.text
        for number in range(CHUNKS)
        for case in over_cases(number)
        if (failure := Executions(case).interpreted().failure) is not None
    ]
    for fault in (UNSET_INPUT, NO_BRANCH):
        assert any(pattern(fault).fullmatch(text) for text in texts), fault


def test_a_surprise_is_told() -> None:
    """A failure of which check knows nothing."""
    document = flowc.parse("flow main(a: string) -> (b: string) { return (b = a) }").document
    for failure in (
        Failure("LookupError", "input 'b' of node 'end' has no value: 'a' gave none"),
        Failure("LookupError", "node 'n' took branch 'x', which leads nowhere"),
    ):
        assert surprises(document, failure) == [f"LookupError: {failure.text}"]
    odd = Failure("TypeError", "input 'b' of node 'end': expected string, got integer")
    assert surprises(document, odd) == [f"TypeError: {odd.text}"]
    assert surprises(document, Failure("ValueError", "too late")) == []
