"""Laws of the static matrix (SEMANTICS 9): what always fits is never refused, and what is said of
texts and defaults agrees with what the interpreter does."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from flowc.interpreter import convert
from flowc.ir.defaults import in_form
from flowc.ir.types import (
    ANY,
    NULL,
    NUMBER,
    STRING,
    ArrayType,
    ObjectType,
    Scalar,
    Type,
    UnionType,
)
from flowc.semantics.assign import assignable, loses_digits, same_type, writes_null
from flowc.semantics.values import can_be_text, converts, text_of
from flowc.testing.types import types, values_of

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.sampled_from([0.0, 1.0, -2.5, float("inf"), float("nan")])
    | st.sampled_from(["", "a", "true", "1"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner),
    max_leaves=4,
)


def holds_object(type_: Type) -> bool:
    match type_:
        case ObjectType():
            return True
        case ArrayType():
            return type_.items is not None and holds_object(type_.items)
        case UnionType():
            return any(map(holds_object, type_.members))
    return False


@st.composite
def wider(draw, type_: Type) -> Type:
    """A type that every value of `type_` fits, without objects in unions: there the SDK refuses
    more (see the tests of the matrix)."""
    match type_:
        case ArrayType() if draw(st.booleans()):
            return ArrayType(items=ANY if type_.items is None else draw(wider(type_.items)))
        case ObjectType() if draw(st.booleans()):
            fields = [field for field in type_.fields or () if draw(st.booleans())]
            return replace(
                type_,
                fields=tuple(replace(item, type=draw(wider(item.type))) for item in fields),
                enum=None,
            )
        case UnionType():
            return UnionType(members=(*type_.members, draw(types(depth=0))))
        case Scalar(name="integer") if draw(st.booleans()):
            return NUMBER
    if holds_object(type_) or draw(st.booleans()):
        return draw(st.sampled_from([ANY, type_]))
    return UnionType(members=draw(st.permutations([type_, NULL, STRING])))


@given(types())
def test_a_type_goes_to_itself_to_any_and_to_string(type_: Type):
    assert assignable(type_, type_)
    assert same_type(type_, type_)
    assert assignable(type_, ANY)
    assert assignable(type_, STRING)
    assert not loses_digits(type_, type_)
    assert not writes_null(type_, type_)


@given(st.data())
def test_what_always_fits_is_never_refused(data: st.DataObject):
    source = data.draw(types())
    assert assignable(source, data.draw(wider(source)))


@given(types(), types(depth=0))
def test_one_type_is_assignable_both_ways(type_: Type, other: Type):
    for a, b in ((type_, other), (type_, type_), (ArrayType(items=type_), ArrayType(items=type_))):
        if same_type(a, b):
            assert assignable(a, b)
            assert assignable(b, a)
            assert same_type(b, a)


@given(JSON, types(keywords=False))
def test_defaults_convert_as_the_interpreter_converts(value, type_: Type):
    assume(not holds_enum(type_))
    try:
        convert(value, type_, "here")
        works = True
    except (TypeError, ValueError):
        works = False
    assert converts(value, type_) == works


def holds_enum(type_: Type) -> bool:
    inner: list[Type] = []
    match type_:
        case ArrayType():
            inner = [] if type_.items is None else [type_.items]
        case ObjectType():
            inner = [field.type for field in type_.fields or ()]
            if not isinstance(type_.additional, (bool, type(None))):
                inner.append(type_.additional)
        case UnionType():
            inner = list(type_.members)
    return type_.enum is not None or any(map(holds_enum, inner))


@given(st.data())
def test_a_text_that_a_value_becomes_can_be_one(data: st.DataObject):
    type_ = data.draw(types(keywords=False))
    value = in_form(data.draw(values_of(type_)), type_)
    assume(value is not None)
    text = convert(value, STRING, "here")
    assert text == text_of(value) == (value if isinstance(value, str) else json.dumps(value))
    assert can_be_text(type_, text)
