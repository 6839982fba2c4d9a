"""FLOW240 to FLOW242: JSON schemas that are none, say nothing, or allow nothing."""

from __future__ import annotations

import pytest
from findings_shown import component, in_flow, in_json

CODES = ("FLOW240", "FLOW241", "FLOW242")


def findings(**schema):
    tool = component("ServerTool", "t", inputs=[{"title": "a", **schema}])
    return in_json(tool, *CODES)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("str", "Did you mean 'string'?"),
        ("String", "Did you mean 'string'?"),
        ("int", "Did you mean 'integer'?"),
        ("strng", "Did you mean 'string'?"),
        ("float", "Did you mean 'number'?"),
        ("dict", "Did you mean 'object'?"),
        ("None", "Did you mean 'null'?"),
        ("any", "Leave 'type' out where every value is taken."),
    ],
)
def test_a_type_that_json_schema_does_not_have(name, hint):
    assert findings(type=name) == [
        f"FLOW240 8:12 '\"{name}\"' input 'a' of ServerTool 't' has the type '{name}', which JSON "
        f"Schema does not have | no type | {hint}"
    ]


@pytest.mark.parametrize(
    ("schema", "path", "name"),
    [
        ({"type": "array", "items": {"type": "str"}}, "items", "str"),
        ({"type": "object", "properties": {"b": {"type": "str"}}}, "properties.b", "str"),
        (
            {"type": "object", "additionalProperties": {"type": "str"}},
            "additionalProperties",
            "str",
        ),
        ({"anyOf": [{"type": "null"}, {"type": "str"}]}, "anyOf.1", "str"),
        ({"allOf": [{"type": "str"}]}, "allOf.0", "str"),
    ],
)
def test_a_type_inside_another(schema, path, name):
    [found] = findings(**schema)
    assert f"""'"{name}"' input 'a' of ServerTool 't', at '{path}', has the type""" in found


def test_a_type_in_a_list_of_types():
    [found] = findings(type=["string", "nul"])
    assert "'\"nul\"' input 'a' of ServerTool 't' has the type 'nul'" in found


@pytest.mark.parametrize(
    ("schema", "title"),
    [
        ({"type": 5}, "'type' of input 'a' of ServerTool 't' must be text, not a number"),
        ({"type": []}, "'type' of input 'a' of ServerTool 't' must be text, not an empty list"),
        (
            {"type": "object", "properties": ["b"]},
            "'properties' of input 'a' of ServerTool 't' must be an object of schemas, not a list",
        ),
        (
            {"type": "object", "properties": {"b": "string"}},
            "input 'a' of ServerTool 't', at 'properties.b', has text in the place of a schema",
        ),
        (
            {"type": "array", "items": "string"},
            "input 'a' of ServerTool 't', at 'items', has text in the place of a schema",
        ),
        (
            {"anyOf": []},
            "'anyOf' of input 'a' of ServerTool 't' must be a list of schemas, not an empty list",
        ),
        ({"enum": "b"}, "'enum' of input 'a' of ServerTool 't' must be a list, not text"),
        (
            {"type": "object", "required": "b"},
            "'required' of input 'a' of ServerTool 't' must be a list, not text",
        ),
    ],
)
def test_a_keyword_with_another_kind_of_value(schema, title):
    [found] = findings(**schema)
    assert found.startswith("FLOW240 ")
    assert f" {title} | " in found


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("Type", "type"),
        ("Properties", "properties"),
        ("propertes", "properties"),
        ("any_of", "anyOf"),
    ],
)
def test_a_misspelt_keyword(key, meant):
    [found] = findings(**{key: "string"})
    assert found == (
        f"FLOW241 8:{6 + len(key) + 2} '\"string\"' input 'a' of ServerTool 't' has the keyword "
        f"'{key}', which says nothing | no keyword of JSON Schema | Did you mean '{meant}'?"
    )


@pytest.mark.parametrize(
    ("type_", "values"),
    [
        ("string", [1, 2]),
        ("integer", ["1", 1.5, True]),
        (["string", "null"], [1]),
        ("array", ["a"]),
    ],
)
def test_an_enum_without_a_value_of_the_type(type_, values):
    [found] = findings(type=type_, enum=values)
    assert found.startswith("FLOW242 ")
    assert "input 'a' of ServerTool 't' can have no value: nothing in its enum is of type" in found


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string"},
        {"type": ["string", "null"], "enum": ["a", None]},
        {"type": "string", "enum": ["a", 1]},
        {"type": "number", "enum": [1]},
        {"enum": [1, "a"]},
        {"type": "object", "properties": {"type": {"type": "string"}, "Type": {}, "str": True}},
        {"type": "object", "properties": {}, "required": [], "additionalProperties": False},
        {"type": "string", "default": "str", "examples": [{"type": "str"}], "x-Type": 1},
        {"type": "string", "const": {"type": "str"}},
        {"$ref": "#/$defs/b", "$defs": {"b": {"type": "string"}}},
        {"name": "b", "kind": "c"},
        {"type": "string", "Type": "string"},
    ],
)
def test_sound_schemas(schema):
    assert findings(**schema) == []


def test_one_finding_for_what_a_node_repeats():
    node = 'tool t(a: any { type: "str" }) -> ()\n\nflow f(a: string) {\n  t(a)\n}\n'
    [found] = in_flow(node, *CODES)
    assert "input 'a' of ServerTool 't' has the type 'str'" in found


def test_a_flow_text():
    assert in_flow('tool t(a: "b" | "c", d: { e: integer[] }) -> ()\n', *CODES) == []
