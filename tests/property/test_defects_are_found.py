"""A defect of a known kind in a random document is found: the right code, at the very place.

Of the fixed documents all are found. With FLOWC_SOAK=5000 that many others are tried, and 99 in
100 must be found.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Callable, Iterable

import pytest
from defects import DEFECTS, in_json, in_yaml, is_found, with_defect
from hypothesis import strategies as st
from random_cases import for_each
from raw_flows import Expected, Raw

import flowc
from flowc.agentspec import to_object
from flowc.diagnostics import Diagnostic
from flowc.testing import Case, cases

CHUNKS, CHUNK = 8, 50
LEAST_FOUND = 0.99
SOAK = int(os.environ.get("FLOWC_SOAK", "0"))

Test = Callable[[Case, int], None]


def over_cases(number: int, count: int, test: Test) -> None:
    """Runs a test over as many random cases, each with a number to draw a defect by. (It is drawn
    anew for each case, so no case can be made small.)"""
    strategy = st.tuples(cases(faults=False), st.integers(0, 2**32 - 1))
    for_each(strategy, number, count, lambda drawn: test(*drawn))


class Tally:
    """Puts a defect into each case and counts how often it is found."""

    def __init__(self) -> None:
        self.injected: Counter[str] = Counter()
        self.missed: list[str] = []

    def __call__(self, case: Case, number: int) -> None:
        drawn = with_defect(to_object(case.document), random.Random(number))
        if drawn is None:
            return
        name, document, expected = drawn
        self.injected[name] += 1
        found = in_json(document)
        if not is_found(expected, found):
            codes = " ".join(item.code for item in found)
            self.missed.append(f"{name}: {expected}, but found {codes}\n{json.dumps(document)}")


@pytest.mark.parametrize("number", range(CHUNKS))
def test_every_defect_is_found(number: int) -> None:
    tally = Tally()
    over_cases(number, CHUNK, tally)
    assert tally.missed == []
    assert tally.injected.total() >= 0.95 * CHUNK


@pytest.mark.skipif(not SOAK, reason="set FLOWC_SOAK to a number of flows")
def test_soak() -> None:
    first = random.SystemRandom().randrange(2**32)
    tally = Tally()
    for number in range(first, first + max(1, SOAK // CHUNK)):
        over_cases(number, CHUNK, tally)
    total = tally.injected.total()
    print(f"seeds from {first}: {len(tally.missed)} of {total} not found")
    print("\n".join(tally.missed))
    assert len(tally.missed) <= (1 - LEAST_FOUND) * total


def test_every_kind_of_defect_is_found_in_some_document() -> None:
    left = set(DEFECTS)

    def put_in(case: Case, number: int) -> None:
        document = to_object(case.document)
        for name in sorted(left):
            raw = Raw(document, random.Random(number))
            expected = DEFECTS[name](raw)
            if expected is not None:
                assert is_found(expected, in_json(raw.document)), name
                left.discard(name)

    over_cases(CHUNKS, 60, put_in)
    assert len(DEFECTS) > 50
    assert left == set()


TOOL = {"component_type": "ServerTool", "id": "t", "name": "t", "colour": "red"}


@pytest.mark.parametrize(
    ("expected", "is_right"),
    [
        (Expected("FLOW512", ("colour",)), True),
        (Expected("FLOW512", ()), False),
        (Expected("FLOW512", ("name",)), False),
        (Expected("FLOW511", ("colour",)), False),
        (Expected("FLOW512", ("colour",), "red"), False),
    ],
)
def test_only_the_code_at_the_very_place_counts(expected: Expected, is_right: bool) -> None:
    assert is_found(expected, in_json(TOOL)) == is_right


# The same in every form ---------------------------------------------------------------------------

NOT_IN_FLOW = {
    "lost_default_edge": "`else => error` says that there is none on purpose",
    "same_name": "a `return` has no name",
    "wrong_branches": "a StartNode has no place for them",
    "wrong_shape": "what cannot be read is not written",
    "lost_name": "a declaration always has a name",
    "untyped_edge": "edges say no type",
    "dangling_reference": "`ref(...)` says that the component is elsewhere",
    "beside_reference": "nothing can stand beside a name",
    "same_id": "the second component got an id of its own when it was read",
    "unfed_placeholder": "it is declared as `env`",
    "turned_text": "the character is written as an escape",
    "lookalike": "a `return` has no name",
    "written_secret": "it is left out when it is read",
}
"""Defects that a `.flow` source made of the document does not have."""


def test_yaml_is_told_the_same_as_json() -> None:
    """The same codes, at the same paths, in the same order."""

    def compare(case: Case, number: int) -> None:
        drawn = with_defect(to_object(case.document), random.Random(number))
        if drawn is not None:
            name, document, _ = drawn
            assert said(in_yaml(document)) == said(in_json(document)), name

    over_cases(CHUNKS + 1, 40, compare)


def said(found: Iterable[Diagnostic]) -> list[tuple[str, object, str]]:
    return [(item.code, getattr(item.location, "path", None), item.title) for item in found]


def test_a_source_of_the_document_is_told_the_same() -> None:
    left = DEFECTS.keys() - NOT_IN_FLOW.keys()

    def compare(case: Case, number: int) -> None:
        document = to_object(case.document)
        for name in sorted(left):
            raw = Raw(document, random.Random(number))
            expected = DEFECTS[name](raw)
            if expected is not None:
                source = flowc.from_json(raw.document).to_flow()
                codes = [item.code for item in flowc.parse(source, filename="d.flow").diagnostics]
                assert expected.code in codes, f"{name}\n{source}"
                left.discard(name)

    over_cases(CHUNKS + 2, 60, compare)
    assert left == set()


def test_what_a_source_cannot_have_is_a_known_kind() -> None:
    assert NOT_IN_FLOW.keys() <= DEFECTS.keys()
