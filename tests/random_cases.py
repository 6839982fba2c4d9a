"""Random cases, always the same ones for a number, on every run and machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy

T = TypeVar("T")


def for_each(
    strategy: SearchStrategy[T],
    number: int,
    count: int,
    test: Callable[[T], Any],
    *,
    shrink: bool = False,
) -> None:
    """Run a test over so many values of the strategy; one that fails is made small with `shrink`,
    which takes much longer. One number's values go on from what was drawn before: two numbers give
    more different values than a number and twice the count."""
    profile = settings(
        max_examples=count,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink] if shrink else [Phase.generate],
    )
    profile(seed(number)(given(strategy)(lambda value: test(value))))()


def drawn(strategy: SearchStrategy[T], number: int, count: int) -> list[T]:
    """So many values of the strategy."""
    found: list[T] = []
    for_each(strategy, number, count, found.append)
    return found
