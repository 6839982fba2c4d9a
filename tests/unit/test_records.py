"""`records.dataclass` makes classes whose instances behave as those of `dataclasses.dataclass`."""

from __future__ import annotations

import ast
import copy
import dataclasses
import pickle
from pathlib import Path

import pytest

from flowc import records
from flowc.diagnostics import Rule, Severity
from flowc.ir.types import STRING, ArrayType


def classes(module):
    """The same classes, made by one of the modules."""
    dataclass, field = module.dataclass, module.field

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


OURS, THEIRS = classes(records), classes(dataclasses)
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


def test_fields_and_replace_are_those_of_dataclasses():
    ours, theirs = OURS[1](1, 2, ("a",), place=4), THEIRS[1](1, 2, ("a",), place=4)
    assert [it.name for it in records.fields(ours)] == [it.name for it in dataclasses.fields(ours)]
    assert [it.name for it in records.fields(ours)] == [
        it.name for it in dataclasses.fields(theirs)
    ]
    assert records.replace(ours, x=5) == OURS[1](5, 2, ("a",), place=4)
    assert repr(records.replace(ours, x=5)) == repr(dataclasses.replace(theirs, x=5))
    assert ours.__replace__(x=5) == records.replace(ours, x=5)
    with pytest.raises(TypeError):
        records.replace(ours, z=5)


def mutable(module):
    """A class whose objects change."""

    @module.dataclass(slots=True)
    class Counter:
        """Counts."""

        start: int
        seen: list[int] = module.field(default_factory=list)
        last: int = module.field(init=False)
        step: int = module.field(default=2, init=False)
        notes: dict[str, int] = module.field(default_factory=dict, init=False)

        def __post_init__(self):
            self.last = self.start

    return Counter


def test_objects_that_change():
    ours, theirs = mutable(records), mutable(dataclasses)
    for made in (ours, theirs):
        one, other = made(1), made(1)
        assert one == other
        one.seen.append(3)
        assert one != other
        one.last = 7
        assert (one.last, other.last, other.seen, other.step, other.notes) == (7, 1, [], 2, {})
        with pytest.raises(TypeError, match="unhashable"):
            hash(one)
        with pytest.raises(TypeError):
            made(1, [], 2)
    assert repr(ours(1, [2])).replace("mutable", "") == repr(theirs(1, [2])).replace("mutable", "")


def test_an_init_that_fails_leaves_the_class_as_it_is():
    point = classes(records)[1]
    for _ in range(2):
        with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
            point(place=1)
    assert point(1, place=1).x == 1


def test_only_what_is_compared_counts():
    def identity(module):
        @module.dataclass(frozen=True, slots=True, eq=False)
        class Thing:
            """Equal to itself alone."""

            name: str

        return Thing

    for thing in (identity(records), identity(dataclasses)):
        one = thing("a")
        assert (one == one, one == thing("a"), len({one, thing("a")})) == (True, False, 2)


# guarded ------------------------------------------------------------------------------------------


RULE = Rule("FLOW999", Severity.ERROR, "nothing")


def test_nothing_can_be_assigned_to_what_users_get():
    found = RULE.at(None, "title")
    for change in (
        lambda: setattr(found, "title", "other"),
        lambda: setattr(found, "other", 1),
        lambda: delattr(found, "title"),
    ):
        with pytest.raises(dataclasses.FrozenInstanceError):
            change()
    assert found.title == "title"


def test_guarded_objects_can_be_copied_replaced_and_pickled():
    found = RULE.at(None, "title", hint="hint")
    for same in (copy.copy(found), copy.deepcopy(found), pickle.loads(pickle.dumps(found))):
        assert (same, repr(same)) == (found, repr(found))
    assert dataclasses.replace(found, hint="").hint == records.replace(found, hint="").hint == ""


MODULES = sorted((Path(records.__file__).parent).rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_module_takes_class_and_field_from_one_place(path):
    """`field` of :mod:`dataclasses` would be the default of a record, and type checkers do not
    see it."""
    froms = {
        node.module
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
    }
    assert path.stem == "records" or not {"dataclasses", "flowc.records"} <= froms
