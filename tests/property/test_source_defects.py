"""A defect of a known kind in a random `.flow` source is found: the right code, at the very
characters."""

from __future__ import annotations

import random

import pytest
from hypothesis import strategies as st
from random_cases import for_each
from source_defects import DEFECTS, Found

import flowc
from flowc.agentspec import to_object
from flowc.diagnostics import Diagnostic
from flowc.testing import Case, cases
from flowc.testing.cases import CHOICES, draw_case
from flowc.testing.choices import Choices

COUNT = 15
MOST_SOURCES = 60


def is_at(expected: Found, found: Diagnostic) -> bool:
    if found.code != expected.code or found.location is None:
        return False
    span = found.location.span()
    return (span.start, span.end) == (expected.start, expected.end)


@pytest.mark.parametrize("chunk", range(4))
def test_every_defect_of_a_source_is_found(chunk: int) -> None:
    def find(drawn: tuple[Case, int]) -> None:
        case, number = drawn
        source = flowc.from_json(to_object(case.document)).to_flow()
        for name, defect in DEFECTS.items():
            put_in = defect(source, random.Random(number))
            if put_in is not None:
                changed, expected = put_in
                found = flowc.parse(changed, filename="d.flow").diagnostics
                assert any(is_at(expected, item) for item in found), (
                    name,
                    changed[expected.start : expected.end],
                    [(item.code, item.location and item.location.span().text) for item in found],
                    changed,
                )

    numbers = st.integers(0, 2**32 - 1)
    for_each(st.tuples(cases(faults=False), numbers), chunk, COUNT, find)


def test_every_defect_can_be_put_into_some_source() -> None:
    left = set(DEFECTS)
    for number in range(MOST_SOURCES):
        rng = random.Random(number)
        case = draw_case(Choices(rng.randbytes(CHOICES)), size=6, faults=False)
        source = flowc.from_json(to_object(case.document)).to_flow()
        left -= {name for name in left if DEFECTS[name](source, rng) is not None}
        if not left:
            return
    assert left == set()
