"""`records.dataclass` makes classes whose instances behave as those of `dataclasses.dataclass`."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import field

import pytest

from flowc import records
from flowc.ir.types import STRING, ArrayType


def classes(dataclass):
    """The same two classes, made by one of the decorators."""

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Base:
        """A base."""

        place: int = field(compare=False, repr=False)

    @dataclass(frozen=True, slots=True)
    class Point(Base):
        """A point."""

        x: object
        y: object = 0
        tags: tuple[str, ...] = field(default=(), compare=False)

    @dataclass(frozen=True, slots=True)
    class Empty:
        """Nothing."""

    @dataclass(frozen=True, slots=True)
    class One:
        """One value."""

        value: object

    return Base, Point, Empty, One


OURS, THEIRS = classes(records.dataclass), classes(dataclasses.dataclass)
NAN = float("nan")
VALUES = (
    lambda base, point, empty, one: base(place=1),
    lambda base, point, empty, one: base(place=2),
    lambda base, point, empty, one: point(1, 2, place=3),
    lambda base, point, empty, one: point(1, 2, ("a",), place=4),
    lambda base, point, empty, one: point(1, place=5),
    lambda base, point, empty, one: point(NAN, place=6),
    lambda base, point, empty, one: empty(),
    lambda base, point, empty, one: one(NAN),
    lambda base, point, empty, one: one((1, 2)),
    lambda base, point, empty, one: one(one(None)),
)


@pytest.mark.parametrize("make", VALUES)
def test_values_look_and_hash_the_same(make):
    ours, theirs = make(*OURS), make(*THEIRS)
    assert repr(ours) == repr(theirs)
    assert hash(ours) == hash(theirs)
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    assert type(ours).__match_args__ == type(theirs).__match_args__
    assert not hasattr(ours, "__dict__")


def test_the_same_values_are_equal():
    def equal(made):
        values = [make(*made) for make in VALUES]
        return [[one == other for other in values] for one in (*values, 1, None, (1, 2))]

    assert equal(OURS) == equal(THEIRS)


def test_a_value_that_holds_itself_has_a_representation():
    def shown(made):
        held: list[object] = []
        held.append(made[3](held))
        return repr(held[0])

    assert shown(OURS) == shown(THEIRS)


@pytest.mark.parametrize("make", VALUES)
def test_values_can_be_copied_and_replaced(make):
    value = make(*OURS)
    assert copy.copy(value) == value
    assert repr(copy.deepcopy(value)) == repr(value)
    assert dataclasses.replace(value) == value


def test_values_can_be_pickled():
    value = ArrayType(items=STRING)
    assert pickle.loads(pickle.dumps(value)) == value


def test_only_frozen_classes_are_made():
    with pytest.raises(AssertionError):
        records.dataclass(frozen=False)
