"""JSON schemas and types, case by case; the laws are property tests."""

from __future__ import annotations

from typing import Any

import pytest

from flowc.ir.schema import (
    property_from_schema,
    property_to_schema,
    schema_from_type,
    type_from_schema,
)
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
    Property,
    Scalar,
    Type,
    UnionType,
)
from flowc.ir.values import ABSENT, same_json


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({}, ANY),
        ({"type": "string"}, STRING),
        ({"type": ["string"]}, UnionType(members=(STRING,))),
        ({"type": ["string", "null"]}, UnionType(members=(STRING, NULL))),
        (
            {"anyOf": [{"type": "integer"}], "type": "string"},
            UnionType(members=(INTEGER, STRING)),
        ),
        ({"oneOf": [{"type": "integer"}, {}]}, UnionType(members=(INTEGER, ANY))),
        ({"type": "string", "enum": ["a"]}, Scalar("string", enum=("a",))),
        ({"enum": [1, None]}, AnyType(enum=(1, None))),
        ({"type": "number", "enum": [1, 2.5]}, Scalar("number", enum=(1.0, 2.5))),
        ({"type": "integer", "minimum": 1}, Scalar("integer", keywords={"minimum": 1})),
        ({"type": "array"}, ArrayType()),
        ({"type": "array", "items": {}}, ArrayType(items=ANY)),
        (
            {"type": ["array", "null"], "items": {"type": "string"}, "maxItems": 3},
            UnionType(members=(ArrayType(items=STRING), NULL), keywords={"maxItems": 3}),
        ),
        ({"type": "object"}, ObjectType()),
        ({"type": "object", "additionalProperties": False}, ObjectType(additional=False)),
        (
            {"type": "object", "additionalProperties": {"type": "boolean"}},
            ObjectType(additional=BOOLEAN),
        ),
    ],
)  # fmt: skip
def test_what_is_modelled(schema: dict[str, Any], expected: Type) -> None:
    assert type_from_schema(schema) == expected


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#/$defs/x", "$defs": {"x": {"type": "string"}}},
        {"allOf": [{"type": "string"}]},
        {"anyOf": [{"type": "string"}], "oneOf": [{"type": "string"}]},
        {"anyOf": []},
        {"anyOf": ["string"]},
        {"type": "any"},
        {"type": []},
        {"type": 5},
        {"type": "array", "items": True},
        {"type": "object", "properties": ["a"]},
        {"type": "object", "properties": {"a": True}},
        {"type": "object", "required": "a"},
        {"type": "object", "additionalProperties": None},
        {"type": "string", "enum": "a"},
        {"properties": {"a": {}}},
        {"items": {"type": "string"}},
    ],
)
def test_what_is_not_modelled_is_carried_whole_and_written_back(schema: dict[str, Any]) -> None:
    assert type_from_schema(schema) == AnyType(keywords=schema)
    assert schema_from_type(type_from_schema(schema)) == schema


def test_an_object_without_required_requires_what_has_no_default() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "number", "default": 1}},
    }
    type_ = type_from_schema(schema)
    assert type_ == ObjectType(
        fields=(Field("a", STRING), Field("b", NUMBER, required=False, default=1.0))
    )
    assert same_json(
        schema_from_type(type_),
        {
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "number", "default": 1.0}},
        },
    )


def test_required_is_written_where_the_fields_alone_do_not_say_it() -> None:
    type_ = ObjectType(fields=(Field("a", STRING), Field("b", STRING, required=False)))
    assert schema_from_type(type_) == {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
        "required": ["a"],
    }


def test_required_names_without_a_property_are_kept() -> None:
    schema = {"type": "object", "properties": {"a": {}}, "required": ["b", "a"]}
    type_ = type_from_schema(schema)
    assert isinstance(type_, ObjectType) and type_.fields == (Field("a", ANY),)
    assert schema_from_type(type_) == schema


def test_a_nested_title_goes_if_it_is_the_key() -> None:
    schema = {"type": "object", "properties": {"a": {"title": "a"}, "b": {"title": "B"}}}
    assert schema_from_type(type_from_schema(schema))["properties"] == {
        "a": {},
        "b": {"title": "B"},
    }


@pytest.mark.parametrize(
    ("schema", "default"),
    [
        ({"type": "number", "default": 5}, 5.0),
        ({"type": "number", "default": 10**400}, 10**400),
        ({"type": "number", "default": True}, True),
        ({"type": ["null", "number"], "default": 5}, 5.0),
        ({"type": ["integer", "number"], "default": 5}, 5),
        ({"type": "array", "items": {"type": "number"}, "default": [1, "x"]}, [1.0, "x"]),
        (
            {
                "type": "object",
                "properties": {"a": {"type": "number"}},
                "default": {"a": 1, "b": 2},
            },
            {"a": 1.0, "b": 2},
        ),
        ({"default": None}, None),
        ({"type": "string", "default": None}, None),
    ],
)
def test_a_default_is_read_and_written_in_its_types_form(schema: Any, default: Any) -> None:
    item = property_from_schema({"title": "x", **schema})
    assert same_json(item.default, default)
    assert same_json(property_to_schema(item)["default"], default)


def test_a_property_is_written_in_one_order() -> None:
    item = Property("x", STRING, "what it is", "d")
    assert list(property_to_schema(item)) == ["title", "description", "type", "default"]


def test_a_property_without_title_is_called_property() -> None:
    item = property_from_schema({"type": "string"})
    assert (item.title, item.default) == ("property", ABSENT)


def test_a_title_or_description_that_is_no_text_is_kept() -> None:
    schema = {"title": 5, "description": ["a"], "type": "string"}
    item = property_from_schema(schema)
    assert item.title == "property" and item.description is None
    assert item.type == Scalar("string", keywords={"title": 5, "description": ["a"]})
