"""Laws of types and JSON schemas."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from flowc.ir.schema import (
    property_from_schema,
    property_to_schema,
    schema_from_type,
    type_from_schema,
)
from flowc.ir.values import same_json

names = st.sampled_from(["a", "b", "type", "title"])
keywords = st.fixed_dictionaries(
    {},
    optional={
        "minimum": st.integers(0, 9),
        "format": st.just("date"),
        "title": names,
        "description": st.one_of(st.just("text"), st.just(5)),
        "enum": st.lists(st.one_of(st.integers(0, 3), st.just("a")), max_size=2),
        "default": st.one_of(st.none(), st.integers(0, 5), st.lists(st.integers(), max_size=2)),
    },
)
TYPES = ["string", "integer", "number", "boolean", "null", "array", "object"]


def shaped(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {},
        optional={
            "type": st.one_of(
                st.sampled_from([*TYPES, "odd"]),
                st.lists(st.sampled_from(TYPES), max_size=3),
            ),
            "items": st.one_of(inner, st.booleans()),
            "properties": st.dictionaries(names, inner, max_size=3),
            "required": st.lists(names, max_size=3),
            "additionalProperties": st.one_of(inner, st.booleans()),
            "anyOf": st.lists(inner, max_size=2),
            "oneOf": st.lists(inner, max_size=2),
            "$ref": st.just("#/x"),
        },
    )


schemas = st.recursive(
    st.builds(lambda a, b: {**a, **b}, shaped(st.just({"type": "string"})), keywords),
    lambda inner: st.builds(lambda a, b: {**a, **b}, shaped(inner), keywords),
    max_leaves=6,
)


@given(schemas)
@settings(max_examples=500, deadline=None)
def test_a_written_type_is_read_as_the_same_type(schema: dict[str, Any]) -> None:
    type_ = type_from_schema(schema)
    written = schema_from_type(type_)
    assert type_from_schema(written) == type_
    assert same_json(schema_from_type(type_from_schema(written)), written)


@given(schemas)
@settings(max_examples=300, deadline=None)
def test_a_written_property_is_read_as_the_same_property(schema: dict[str, Any]) -> None:
    item = property_from_schema(schema)
    assert property_from_schema(property_to_schema(item)) == item


def all_keys(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value) | {key for item in value.values() for key in all_keys(item)}
    if isinstance(value, list):
        return {key for item in value for key in all_keys(item)}
    return set()


@given(schemas)
@settings(max_examples=300, deadline=None)
def test_no_keyword_is_lost(schema: dict[str, Any]) -> None:
    """Only spellings go: `oneOf` and lists in `type` become `anyOf`; a nested title that is the
    property's own name goes."""
    lost = all_keys(schema) - all_keys(schema_from_type(type_from_schema(schema)))
    assert lost <= {"oneOf", "type", "title"}
