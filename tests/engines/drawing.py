"""Random cases of a dialect: the same ones for a number, on every run and machine."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import HealthCheck, Phase, given, seed, settings

from flowc.testing import Case, Dialect, cases

CHUNK = 50
"""Flows are run in chunks, so that pytest-xdist can share them out."""


def for_chunk(dialect: Dialect, number: int, test: Callable[[Case], None]) -> None:
    """Run a test over a chunk of cases. One that fails is made small."""
    profile = settings(
        max_examples=CHUNK,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )
    profile(seed(number)(given(cases(dialect=dialect))(lambda case: test(case))))()


def drawn(dialect: Dialect, chunks: int) -> list[Case]:
    """The cases of the first chunks."""
    found: list[Case] = []
    for number in range(chunks):
        for_chunk(dialect, number, found.append)
    return found
