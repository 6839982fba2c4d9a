"""Frozen dataclasses that are quick to define and to make.

:mod:`dataclasses` writes and compiles six methods for every frozen class at each start, which for
the classes of the syntax tree, the IR and the checks took longer than all else in the check of a
small file; and it sets every attribute through `object.__setattr__`. Here type checkers alone see
to it that nothing is assigned; comparison, hash and representation are closures; all else, and what
type checkers see, is :mod:`dataclasses`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    import dataclasses
    from collections.abc import Callable, Sequence
    from operator import attrgetter
    from reprlib import recursive_repr
    from typing import Any

    def dataclass(*, frozen: bool, **options: bool) -> Callable[[type], type]:
        """As `dataclasses.dataclass`, for `frozen` classes that write none of the methods here
        themselves."""
        assert frozen

        def made(cls: type) -> type:
            new = dataclasses.dataclass(cls, eq=False, repr=False, **options)
            fields = dataclasses.fields(new)
            values = _values([field.name for field in fields if field.compare])
            new.__eq__ = _comparison(values)
            new.__hash__ = _hash(values)
            new.__repr__ = _representation([field.name for field in fields if field.repr])
            return new

        return made

    def _values(names: Sequence[str]) -> Callable[[object], tuple[Any, ...]]:
        """A function that gives the values of the attributes as a tuple."""
        if len(names) > 1:
            return attrgetter(*names)
        getters = [attrgetter(name) for name in names]
        return lambda self: tuple([get(self) for get in getters])

    def _comparison(values: Callable[[object], tuple[Any, ...]]) -> Callable[..., Any]:
        def __eq__(self: object, other: object) -> Any:
            if other.__class__ is self.__class__:
                return values(self) == values(other)
            return NotImplemented

        return __eq__

    def _hash(values: Callable[[object], tuple[Any, ...]]) -> Callable[..., int]:
        def __hash__(self: object) -> int:
            return hash(values(self))

        return __hash__

    def _representation(names: Sequence[str]) -> Callable[..., str]:
        @recursive_repr()
        def __repr__(self: object) -> str:
            shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
            return f"{self.__class__.__qualname__}({shown})"

        return __repr__
