"""The static matrix of types and defaults is the official SDK's own (SEMANTICS 9 and 10)."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from dataclasses import replace

import environment
import pytest
import random_cases
from hypothesis import strategies as st

from flowc.ir.schema import property_to_schema
from flowc.ir.types import ANY, NULL, AnyType, ArrayType, ObjectType, Property, Type, UnionType
from flowc.semantics.assign import can_feed, same_type
from flowc.semantics.checks.default_objects import objection
from flowc.testing.types import types, values_of

PROGRAM = """
import json, sys
from pyagentspec.property import (
    json_schema_is_castable_to, json_schemas_have_same_type, value_is_of_compatible_type
)
def answer(check, *arguments):
    try:
        return check(*arguments)
    except (NotImplementedError, TypeError):
        return None
print(json.dumps([
    [
        answer(json_schema_is_castable_to, a, b),
        answer(json_schemas_have_same_type, a, b),
        answer(value_is_of_compatible_type, a["default"], a),
    ]
    for a, b in json.load(sys.stdin)
]))
"""
"""What the SDK says of two properties: true, false, or null where it fails."""

SEEDS = 40
COMPOSED: AnyType = AnyType(keywords={"allOf": [{"type": "string"}]})


@st.composite
def odd_types(draw, depth: int = 1) -> Type:
    """Types with what the strategies of `flowc.testing` leave out: closed and open objects, null
    alone, null with a title of its own, and schemas that the SDK cannot compare."""
    type_ = draw(types(depth=depth))
    match draw(st.integers(0, 9)):
        case 0:
            return replace(NULL, keywords={"title": draw(st.sampled_from("ab"))})
        case 1:
            return draw(st.sampled_from([NULL, ANY, COMPOSED]))
        case 2 | 3 if isinstance(type_, ObjectType):
            return replace(type_, additional=draw(st.sampled_from([True, False, NULL, None])))
        case 4 if depth:
            return ArrayType(items=draw(odd_types(depth=depth - 1)))
        case 5 if depth:
            members = st.lists(odd_types(depth=depth - 1), min_size=1, max_size=3)
            return UnionType(members=tuple(draw(members)))
    return type_


@st.composite
def pairs(draw) -> tuple[Property, Property]:
    """Two properties, the first with a default, often of equal or similar types."""
    type_ = draw(types() | odd_types())
    similar = st.just(type_) | st.just(UnionType(members=(type_, NULL)))
    other = draw(similar | types() | odd_types())
    title = draw(st.sampled_from("ab"))
    default = draw(values_of(type_))
    if isinstance(default, dict) and draw(st.booleans()):
        default = {**default, "more": 1}
    first = Property("a", type_, default=default)
    return first, Property(title, other, default=draw(st.sampled_from([default, None])))


def drawn_pairs() -> list[tuple[Property, Property]]:
    found: dict[str, tuple[Property, Property]] = {}
    for number in range(SEEDS):
        for pair in random_cases.drawn(pairs(), number, 50):
            found[json.dumps([*map(property_to_schema, pair)])] = pair
    return list(found.values())


Decision = tuple[Property, Property, list[bool | None]]


@pytest.fixture(scope="module")
def decisions(pyagentspec) -> list[Decision]:
    """Pairs of properties, and what the SDK says of each."""
    drawn = drawn_pairs()
    assert len(drawn) > 800
    done = subprocess.run(
        [environment.python(), "-c", PROGRAM],
        input=json.dumps([[*map(property_to_schema, pair)] for pair in drawn]),
        capture_output=True,
        text=True,
        check=True,
    )
    return [(*pair, said) for pair, said in zip(drawn, json.loads(done.stdout), strict=True)]


def differences(
    decisions: list[Decision], question: int, ours: Callable[[Property, Property], bool]
) -> list[str]:
    """The pairs on which flowc and the SDK differ, the shortest first. Where the SDK fails, it does
    not say yes. Both answers must be common, or the comparison is worth nothing."""
    yes = [said[question] is True for _, _, said in decisions]
    assert min(yes.count(True), yes.count(False)) > len(yes) // 50
    found = [
        json.dumps([property_to_schema(a), property_to_schema(b)])
        for (a, b, _), theirs in zip(decisions, yes, strict=True)
        if ours(a, b) != theirs
    ]
    return sorted(found, key=len)


def test_edges(decisions: list[Decision]) -> None:
    assert differences(decisions, 0, can_feed) == []


def test_equal_types(decisions: list[Decision]) -> None:
    said = [item for item in decisions if item[2][1] is not None]
    assert differences(said, 1, lambda a, b: same_type(a.type, b.type)) == []


def test_defaults(decisions: list[Decision]) -> None:
    assert differences(decisions, 2, lambda a, _: objection(a.default, a.type) is None) == []
