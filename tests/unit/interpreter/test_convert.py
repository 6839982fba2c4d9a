"""Conversion (SEMANTICS 9): the table, what fits, and what errors say."""

from __future__ import annotations

import contextlib
import datetime
import math
from enum import IntEnum, StrEnum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flowc.interpreter import convert, fits
from flowc.ir.types import (
    ANY,
    BOOLEAN,
    INTEGER,
    NULL,
    NUMBER,
    STRING,
    AnyType,
    ArrayType,
    Field,
    ObjectType,
    Scalar,
    UnionType,
)
from flowc.ir.values import same_json


class Colour(StrEnum):
    RED = "red"


class Level(IntEnum):
    LOW = 1


HUGE = 10**400
"""Too large for a float."""
HUGER = 10**5000
"""Of more digits than Python prints."""
OPEN = ObjectType()
ITEM = ObjectType(fields=(Field("sku", STRING), Field("qty", INTEGER, required=False)))
SELF_HOLDING: list[object] = []
SELF_HOLDING.append(SELF_HOLDING)


def array(items):
    return ArrayType(items=items)


def union(*members):
    return UnionType(members=members)


@pytest.mark.parametrize(
    ("value", "type_", "result"),
    [
        (5, STRING, "5"),
        (1.0, STRING, "1.0"),
        (True, STRING, "true"),
        (None, STRING, "null"),
        (math.nan, STRING, "NaN"),
        ({"a": 1}, STRING, '{"a": 1}'),
        (["é"], STRING, '["\\u00e9"]'),
        ((1, 2), STRING, "[1, 2]"),
        (3, NUMBER, 3.0),
        (True, NUMBER, 1.0),
        (False, NUMBER, 0.0),
        (2**70, NUMBER, 1.1805916207174113e21),
        (Level.LOW, NUMBER, 1.0),
        (2.7, INTEGER, 2),
        (-2.7, INTEGER, -2),
        (1e30, INTEGER, 1000000000000000019884624838656),
        (True, INTEGER, 1),
        (False, INTEGER, 0),
        (0, BOOLEAN, False),
        (-0.0, BOOLEAN, False),
        (2, BOOLEAN, True),
        (0.5, BOOLEAN, True),
        (math.nan, BOOLEAN, True),
        ([1, 2.5], array(STRING), ["1", "2.5"]),
        ([1, 2], array(NUMBER), [1.0, 2.0]),
        ([[1.5]], array(array(INTEGER)), [[1]]),
        ({"a": 1, "b": 2}, ObjectType(fields=(Field("a", INTEGER),)), {"a": 1}),
        ({"a": 1}, ObjectType(additional=STRING), {"a": "1"}),
        ({"a": 1}, ObjectType(additional=False), {}),
        ({"a": 1}, ObjectType(fields=()), {}),
        ({"sku": 7}, ITEM, {"sku": "7"}),
        (3, union(NUMBER, NULL), 3.0),
        (3, union(STRING, NUMBER), 3.0),
        (5.5, union(INTEGER, STRING), 5),
        (5, union(STRING, NULL), "5"),
        (True, union(INTEGER, STRING), 1),
        ([1], union(array(NUMBER), STRING), [1.0]),
        (HUGE, union(NUMBER, STRING), str(HUGE)),
    ],
)
def test_what_does_not_fit_is_rebuilt(value, type_, result):
    assert same_json(convert(value, type_, "x"), result)


@pytest.mark.parametrize(
    ("value", "type_"),
    [
        ("a", STRING),
        (Colour.RED, STRING),
        (5, INTEGER),
        (Level.LOW, INTEGER),
        (HUGE, INTEGER),
        (2.5, NUMBER),
        (math.inf, NUMBER),
        (True, BOOLEAN),
        (None, NULL),
        ([1, "a", None], ArrayType()),
        (["a"], array(STRING)),
        ([], array(INTEGER)),
        ({"b": 1, "a": [2]}, OPEN),
        ({"sku": "7", "qty": 2}, ITEM),
        ({"qty": 2, "sku": "7"}, ITEM),
        ({"sku": "7"}, ITEM),
        ({"x": 1}, ObjectType(additional=INTEGER)),
        ({"x": 1, "sku": "7"}, ObjectType(fields=ITEM.fields, additional=True)),
        ({1, 2}, ANY),
        (datetime.date(2020, 1, 1), ANY),
        ("a", union(INTEGER, STRING)),
        (None, union(INTEGER, NULL)),
        ({"sku": "7", "qty": 1}, union(ObjectType(fields=(Field("sku", STRING),)), ITEM)),
        ("red", Scalar("string", enum=("red", "green"))),
        (Colour.RED, Scalar("string", enum=("red", "green"))),
        ([1, 2], ArrayType(enum=([1, 2],), items=INTEGER)),
        (1, AnyType(enum=(1, "a"))),
    ],
)
def test_what_fits_is_the_same_object(value, type_):
    assert fits(value, type_)
    assert convert(value, type_, "x") is value


def test_a_rebuilt_object_has_the_order_of_the_type_then_further_keys():
    type_ = ObjectType(fields=(Field("a", STRING), Field("b", STRING)), additional=True)
    assert list(convert({"z": 0, "b": 2, "y": 0, "a": 1}, type_, "x").items()) == [
        ("a", "1"),
        ("b", "2"),
        ("z", 0),
        ("y", 0),
    ]


@pytest.mark.parametrize("required", [True, False])
def test_a_missing_property_takes_its_default_made_anew(required):
    default = {"tags": ["new"]}
    type_ = ObjectType(fields=(Field("meta", OPEN, required=required, default=default),))
    given_value: dict[str, object] = {}
    first, second = (convert(given_value, type_, "x") for _ in range(2))
    assert first == second == {"meta": default}
    assert first["meta"] is not second["meta"]
    assert first["meta"]["tags"] is not default["tags"]
    assert given_value == {}


def test_the_default_of_a_property_is_converted_too():
    type_ = ObjectType(fields=(Field("price", NUMBER, default=5),))
    assert same_json(convert({}, type_, "x"), {"price": 5.0})


def test_parts_that_fit_are_the_same_objects_in_a_rebuilt_whole():
    kept, rebuilt = ["a"], [1]
    result = convert([kept, rebuilt], array(array(STRING)), "x")
    assert result == [["a"], ["1"]]
    assert result[0] is kept
    assert rebuilt == [1]


@pytest.mark.parametrize(
    ("value", "type_", "text"),
    [
        ("7", INTEGER, "x: expected integer, got str"),
        ("7.5", NUMBER, "x: expected number, got str"),
        ("", BOOLEAN, "x: expected boolean, got str"),
        (None, INTEGER, "x: expected integer, got NoneType"),
        (None, BOOLEAN, "x: expected boolean, got NoneType"),
        ([1], INTEGER, "x: expected integer, got list"),
        (math.nan, INTEGER, "x: expected integer, got float"),
        (math.inf, INTEGER, "x: expected integer, got float"),
        (HUGE, NUMBER, "x: expected number, got int"),
        (0, NULL, "x: expected null, got int"),
        ("[1]", array(INTEGER), "x: expected integer[], got str"),
        ((1, 2), array(INTEGER), "x: expected integer[], got tuple"),
        ({}, array(INTEGER), "x: expected integer[], got dict"),
        ("{}", OPEN, "x: expected object, got str"),
        ({1}, STRING, "x: expected string, got set"),
        (b"hi", STRING, "x: expected string, got bytes"),
        (datetime.date(2020, 1, 1), STRING, "x: expected string, got date"),
        (SELF_HOLDING, STRING, "x: expected string, got list"),
        ([HUGER], STRING, "x: expected string, got list"),
        ([1, "a"], array(INTEGER), "x[1]: expected integer, got str"),
        ([{"sku": "a", "qty": "b"}], array(ITEM), "x[0].qty: expected integer, got str"),
        (
            {"a b": {"c": [None]}},
            ObjectType(additional=ObjectType(additional=array(INTEGER))),
            "x.a b.c[0]: expected integer, got NoneType",
        ),
        ([{}], array(ITEM), "x[0]: property 'sku' is missing"),
        ("a", union(INTEGER, NULL), "x: expected integer?, got str"),
        ([["a"]], union(array(array(INTEGER)), NULL), "x: expected integer[][]?, got list"),
        (["a"], array(union(INTEGER, NULL)), "x[0]: expected integer?, got str"),
    ],
)
def test_what_cannot_be_converted_is_a_type_error_that_names_the_innermost_place(
    value, type_, text
):
    assert not fits(value, type_)
    with pytest.raises(TypeError) as caught:
        convert(value, type_, "x")
    assert str(caught.value) == text
    assert caught.value.__cause__ is None


@pytest.mark.parametrize(
    ("value", "type_", "text"),
    [
        ("blue", Scalar("string", enum=("red", "grün")), 'x: expected one of "red", "gr\\u00fcn"'),
        ("Red", Scalar("string", enum=("red",)), 'x: expected one of "red"'),
        (True, AnyType(enum=(1, 1.5, None)), "x: expected one of 1, 1.5, null"),
        (1.0, AnyType(enum=(1,)), "x: expected one of 1"),
        ({1}, AnyType(enum=(1,)), "x: expected one of 1"),
        (2, Scalar("number", enum=(1,)), "x: expected one of 1"),
        (["blue"], array(Scalar("string", enum=("red",))), 'x[0]: expected one of "red"'),
    ],
)
def test_what_is_not_in_an_enum_is_a_value_error(value, type_, text):
    with pytest.raises(ValueError) as caught:
        convert(value, type_, "x")
    assert str(caught.value) == text


@pytest.mark.parametrize("value", [1, 1.0, True])
def test_the_values_of_an_enum_are_read_in_the_form_of_its_type(value):
    assert same_json(convert(value, Scalar("number", enum=(1, 2)), "x"), 1.0)
    nullable = UnionType(members=(NUMBER, NULL), enum=(1, None))
    assert same_json(convert(value, nullable, "x"), 1.0)


def test_an_enum_that_fails_in_a_union_lets_the_next_member_try():
    colour = Scalar("string", enum=("red",))
    assert convert("blue", union(colour, STRING), "x") == "blue"
    with pytest.raises(TypeError, match="got str") as caught:
        convert("blue", union(colour, NULL), "x")
    assert str(caught.value) == 'x: expected "red"?, got str'


def test_a_conversion_error_has_no_trace_of_the_members_that_were_tried():
    with pytest.raises(TypeError) as caught:
        convert("a", union(INTEGER, NULL), "x")
    assert caught.value.__suppress_context__


# Laws ------------------------------------------------------------------------------------------

SCALARS = st.sampled_from([STRING, INTEGER, NUMBER, BOOLEAN, NULL, ANY])
TYPES = st.recursive(
    SCALARS | st.just(Scalar("string", enum=("a", "b"))) | st.just(Scalar("number", enum=(1, 2))),
    lambda inner: st.one_of(
        st.builds(array, inner),
        st.lists(inner, min_size=2, max_size=3).map(lambda members: union(*members)),
        st.builds(
            lambda one, other, additional: ObjectType(
                fields=(Field("a", one), Field("b", other, required=False)), additional=additional
            ),
            inner,
            inner,
            st.none() | st.booleans() | inner,
        ),
    ),
    max_leaves=6,
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.floats(-2, 2)
    | st.sampled_from([math.nan, math.inf, HUGE, "a", "b", "", "1"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(deadline=None)
@given(VALUES, TYPES)
def test_what_conversion_gives_fits_and_is_not_converted_again(value, type_):
    try:
        result = convert(value, type_, "x")
    except (TypeError, ValueError) as error:
        assert not fits(value, type_), error
        return
    assert fits(result, type_)
    assert convert(result, type_, "x") is result


@settings(deadline=None)
@given(VALUES, TYPES)
def test_conversion_leaves_what_it_is_given_as_it_was(value, type_):
    before = repr(value)
    with contextlib.suppress(TypeError, ValueError):
        convert(value, type_, "x")
    assert repr(value) == before
