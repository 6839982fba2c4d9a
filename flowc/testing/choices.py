"""Small choices out of a string of bytes: what all generators here draw from.

One draw of bytes for a whole case is ten times as fast as a draw for each choice, gives cases that
are less like each other (hypothesis makes most of its examples by repeating parts of others), and
shrinks faster: a byte that gets smaller makes a choice that is simpler.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TypeVar

from hypothesis import strategies as st

from flowc.testing.dialect import EVERYTHING, Dialect

T = TypeVar("T")


def choices(size: int, dialect: Dialect = EVERYTHING) -> st.SearchStrategy[Choices]:
    """Choices that can be made about `size` times; all further ones are the simplest."""
    return st.binary(min_size=size, max_size=size).map(lambda data: Choices(data, dialect))


class Choices:
    """A stream of choices within a dialect. The simplest ones are the first, the least, and
    False."""

    def __init__(self, data: bytes, dialect: Dialect = EVERYTHING) -> None:
        self.dialect = dialect
        self._bytes = iter(data)

    def parts(self, count: int, size: int) -> list[Choices]:
        """The next choices in parts of `size`: a part keeps its choices whatever becomes of the
        others, so that cases shrink one part at a time."""
        return [Choices(bytes(islice(self._bytes, size)), self.dialect) for _ in range(count)]

    def count(self, least: int, most: int) -> int:
        """A number in a closed range of at most 256."""
        if least >= most:
            return least
        return least + next(self._bytes, 0) * (most - least + 1) // 256

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
