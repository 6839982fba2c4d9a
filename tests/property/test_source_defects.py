"""A defect of a known kind in a random `.flow` source is found: the right code, at the very
characters."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from source_defects import DEFECTS, Found

import flowc
from flowc.agentspec import to_object
from flowc.diagnostics import Diagnostic
from flowc.testing import Case, cases

FIXED = settings(
    max_examples=15,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)


def is_at(expected: Found, found: Diagnostic) -> bool:
    if found.code != expected.code or found.location is None:
        return False
    span = found.location.span()
    return (span.start, span.end) == (expected.start, expected.end)


@pytest.mark.xfail(strict=False, reason="open: one fixed chunk lacks a kind since sources changed")
@pytest.mark.parametrize("chunk", range(4))
def test_every_defect_of_a_source_is_found(chunk: int) -> None:
    injected: set[str] = set()

    def find(case: Case, number: int) -> None:
        source = flowc.from_json(to_object(case.document)).to_flow()
        for name, defect in DEFECTS.items():
            drawn = defect(source, random.Random(number))
            if drawn is not None:
                changed, expected = drawn
                injected.add(name)
                found = flowc.parse(changed, filename="d.flow").diagnostics
                assert any(is_at(expected, item) for item in found), (
                    name,
                    changed[expected.start : expected.end],
                    [(item.code, item.location and item.location.span().text) for item in found],
                    changed,
                )

    FIXED(seed(chunk)(given(cases(faults=False), st.integers(0, 2**32 - 1))(find)))()
    assert injected == DEFECTS.keys()
