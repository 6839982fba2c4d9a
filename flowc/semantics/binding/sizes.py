"""How large types are once every name in them is written out.

A few lines of `type` declarations can stand for a type with more parts than memory holds, or one
that nests deeper than any reader goes; such types are refused.
"""

from __future__ import annotations

from flowc.ir.types import Type, inner_types

DEEPEST = 100
"""How deep a named type may nest, and through how many names it may go."""
LARGEST = 10_000
"""How many parts a named type may have."""


class TypeSizes:
    """Measures types; a part that several types share is measured once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[int, int, Type]] = {}

    def measure(self, type_: Type) -> tuple[int, int]:
        """Depth and number of parts."""
        known = self._known.get(id(type_))
        if known is None:
            parts = [self.measure(part) for part in inner_types(type_)]
            depth = 1 + max((part[0] for part in parts), default=0)
            # The type is kept, because its id is only unique as long as it lives.
            known = (depth, 1 + sum(part[1] for part in parts), type_)
            self._known[id(type_)] = known
        return known[0], known[1]

    def fits(self, type_: Type) -> bool:
        """Whether the type is within the limits."""
        depth, size = self.measure(type_)
        return depth <= DEEPEST and size <= LARGEST
