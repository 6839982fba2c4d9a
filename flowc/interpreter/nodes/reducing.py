"""Reducers: one value out of the values that a map's runs gave (SEMANTICS 22)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flowc import faults
from flowc.ir.types import Type, allows_null
from flowc.semantics.maps import APPEND


def _average(values: Sequence[Any]) -> float:
    return float(sum(values) / len(values))


_REDUCERS: Mapping[str, Callable[[Sequence[Any]], object]] = {
    "sum": sum,
    "average": _average,
    "max": max,
    "min": min,
}


def reduced(reducer: str, values: list[object], type_: Type, place: str) -> object:
    """The values, reduced; for a type `type_` at `place`.

    Of no values the sum is 0, and the others are null if the type allows it, else ValueError.
    TypeError for a value that is no number.
    """
    if reducer == APPEND:
        return values
    for value in values:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            actual = type(value).__name__
            raise faults.NOT_A_NUMBER.error(place=place, reducer=reducer, actual=actual)
    if not values and reducer != "sum":
        if allows_null(type_):
            return None
        raise faults.NOTHING_TO_REDUCE.error(place=place, reducer=reducer)
    return _REDUCERS[reducer](values)
