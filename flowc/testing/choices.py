"""Draws from hypothesis in the few forms that the generators need, fast and shrinking well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

from hypothesis import strategies as st

T = TypeVar("T")


@cache
def _integers(least: int, most: int) -> st.SearchStrategy[int]:
    return st.integers(least, most)


class Choices:
    """Small draws over one `draw` function. Each shrinks to the first, least or False."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self._draw = draw

    def count(self, least: int, most: int) -> int:
        """A number in a closed range."""
        if least >= most:
            return least
        drawn: int = self._draw(_integers(least, most))
        return drawn

    def pick(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.count(0, len(options) - 1)]

    def chance(self, percent: int) -> bool:
        """True in about `percent` of a hundred cases."""
        return self.count(0, 99) >= 100 - percent

    def some(self, options: Sequence[T], most: int) -> list[T]:
        """Up to `most` different options, in their order."""
        wanted = self.count(0, min(most, len(options)))
        left = list(range(len(options)))
        taken = {left.pop(self.count(0, len(left) - 1)) for _ in range(wanted)}
        return [options[index] for index in sorted(taken)]
