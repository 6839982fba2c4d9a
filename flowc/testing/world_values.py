"""Random JSON as strangers write it: texts, names, ids, metadata, all spellings of schemas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flowc.testing.choices import Choices

TEXTS = (
    "plain",
    "Say {{x}} and {{ y }} to {{x}}",
    "",
    " ",
    '"""',
    'three """ quotes and one "',
    "ends in a backslash \\",
    "\\n is no newline, \\u0041 no letter",
    "two\nlines\n",
    "\r\nDOS\r\nand old Mac\r",
    "  indented\n\n\ttab ",
    "{% if x %} {{{x}}} {{}} {{x.y}} ${y} {# no #} \\N{x}",
    "# no comment",
    "`backticks` and 'quotes'",
    "\x00\x1b\x7f\x85\ufeff",
    "\u202e \u00a0 \u2028 日本 🎉 e\u0301",
    "half a pair \ud83c",
    "\udf89 the other half",
    "no",
    "~",
    "08",
    "1e3",
    "2020-01-01",
    "- a: &b *c !d |",
    "very long " * 40,
)
"""Texts that break careless readers and printers."""

NAMES = (
    "step",
    "Step",
    "Review code node",
    "match",
    "start",
    "end",
    "true",
    "null",
    "string",
    "flow",
    "class",
    "1st",
    "x-y",
    "a.b",
    "a/b",
    "a|b:c%20",
    "日本",
    "é",
    "Étape",
    "",
    " ",
    "`",
    "a`b\\",
    "line\nbreak",
    "step_2",
    "_",
    "n" * 300,
    "\ud83c",
)
"""Names of components, titles and branches, many of which are no identifiers."""

IDS = (
    "x/y",
    "a:b|c",
    "50%",
    "%2F",
    "with blank",
    "日本-1",
    "",
    " ",
    ".",
    "Ünï.cödé",
    "f/start",
    "root",
    'quote"back\\slash',
    "new\nline",
    "0b7e7a7c-4a4e-4b6c-9f0a-2d2f6a1c9d3e",
    "0B7E7A7C-4A4E-4B6C-9F0A-2D2F6A1C9D3E/part",
    "match",
    "id" * 200,
)
"""Ids that break what is made of them."""

NUMBERS = (0, 1, -1, 1.0, 0.5, -0.0, 1e300, 5e-324, 10**20, -(2**63), 3)
KEYS = ("a", "b-c", "", "true", "日本", "name", "type", "id", "$x", "a.b", "x y", "1", "default")


class Stranger(Choices):
    """Choices of somebody who writes documents: some write by the book, some do as they like."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.oddness = self.pick((0, 10, 30, 100))

    def odd(self, percent: int) -> bool:
        """Whether to do what the book does not say: True in `percent` of a hundred cases for the
        oddest, less often for others."""
        return self.chance(percent) and self.chance(self.oddness)


def draw_text(choices: Stranger) -> str:
    """A text, plain or hard."""
    return choices.pick(TEXTS if choices.odd(60) else TEXTS[:2])


def draw_name(choices: Stranger, word: str) -> str:
    """A name, made of a word or hard."""
    return choices.pick(NAMES) if choices.odd(60) else choices.pick((word, word.title(), "step"))


def draw_title(choices: Stranger) -> str:
    """The title of an input or output."""
    return choices.pick(NAMES[:24]) if choices.odd(30) else choices.pick(("x", "y", "text", "n"))


def draw_json(choices: Stranger, depth: int = 2) -> Any:
    """Any JSON value."""
    kind = choices.count(0, 9)
    if kind < 3:
        return draw_text(choices)
    if kind < 5:
        return choices.pick(NUMBERS)
    if kind < 6 or depth == 0:
        return choices.pick((None, True, False, [], {}))
    if kind < 8:
        return [draw_json(choices, depth - 1) for _ in range(choices.count(0, 3))]
    return {key: draw_json(choices, depth - 1) for key in choices.some(KEYS, 3)}


def draw_metadata(choices: Stranger) -> Any:
    """What people put into `metadata`: anything, components and references that are none too."""
    options: tuple[Callable[[], Any], ...] = (
        dict,
        lambda: {"__metadata_info__": {}},
        lambda: {"__metadata_info__": {"name": draw_text(choices), "description": ""}},
        lambda: {"position": {"x": 10.5, "y": 0}, "tags": ["a", None]},
        lambda: {"ref": {"$component_ref": "tool_0"}, "of": {"component_type": "Agent"}},
        lambda: {"flowc": choices.pick((None, {}, {"retry": {"max_attempts": 3}}, {"x": [1]}))},
        lambda: {"flowc": {"timeout": choices.pick((5, 2.5, "5")), "context": True}},
        lambda: {"flowc": {"state": choices.pick((True, ["x"], [], False))}},
        lambda: {key: draw_json(choices) for key in choices.some(KEYS, 3)},
        lambda: None,
    )
    return choices.pick(options)()


# Schemas ------------------------------------------------------------------------------------------

_TYPES = ("string", "integer", "boolean", "number", "null")
_EXTRAS: tuple[dict[str, Any], ...] = (
    {"format": "date"},
    {"minimum": 0, "maximum": 1.5},
    {"pattern": "^\\d+\\$"},
    {"examples": ["a", None]},
    {"x-order": 1},
    {"$comment": "# {{x}}"},
    {"nullable": True},
    {"title": "Nested title"},
    {"title": None},
    {"description": "A nested description.\nTwo lines."},
    {"description": ""},
    {"description": None},
    {"readOnly": True},
    {"not": {"type": "null"}},
)
_FITTING: Mapping[str, tuple[Any, ...]] = {
    "string": ("", "a", "{{x}}"),
    "integer": (0, -1, 10**20),
    "number": (0, 0.5, 1e300),
    "boolean": (True, False),
    "null": (None,),
    "array": ([],),
}
_ODD: tuple[Any, ...] = (
    {},
    {"$ref": "#/$defs/T", "$defs": {"T": {"type": "string"}}},
    {"allOf": [{"type": "string"}, {"minLength": 1}]},
    {"const": "a"},
    {"const": None},
    {"type": "string", "const": "a"},
    {"enum": ["a", "b"]},
    {"enum": [1, "a", None]},
    {"enum": []},
    {"type": "string", "enum": ["a", "b", "a"]},
    {"type": "number", "enum": [1, 2.0]},
    {"type": ["string"]},
    {"type": []},
    {"type": ["string", "string"]},
    {"type": "any"},
    {"type": None},
    {"type": 5},
    {"anyOf": []},
    {"anyOf": [{"type": "string"}], "oneOf": [{"type": "integer"}]},
    {"type": "string", "anyOf": [{"type": "null"}]},
    {"type": "array", "items": True},
    {"type": "array", "items": [{"type": "string"}]},
    {"type": "array", "prefixItems": [{}]},
    {"type": "object", "properties": None},
    {"type": "object", "properties": {}, "additionalProperties": {"type": "string"}},
    {"type": "object", "additionalProperties": {"type": "integer"}, "key_type": {"type": "string"}},
    {"properties": {"a": {"type": "string"}}},
    {"items": {"type": "string"}},
)
_REQUIRED: tuple[Any, ...] = (
    ["a"], [], ["a", "b"], ["b", "a"], ["zzz"], ["a", "a"], "a", None, [1], True
)  # fmt: skip


def draw_schema(choices: Stranger, depth: int = 2) -> Any:
    """A JSON schema in one of the many spellings that people use; now and then one that is none."""
    kind = choices.count(0, 19 if choices.odd(80) else 13)
    if kind < 7 or depth == 0:
        schema: dict[str, Any] = {"type": choices.pick(_TYPES)}
    elif kind < 9:
        schema = {"type": "array", "items": draw_schema(choices, depth - 1)}
    elif kind < 12:
        schema = _object(choices, depth - 1)
    elif kind < 14:
        members = [draw_schema(choices, depth - 1) for _ in range(choices.count(1, 3))]
        schema = {choices.pick(("anyOf", "oneOf")): members}
    elif kind < 15:
        schema = {"type": choices.some((*_TYPES, "array", "object"), 3)}
    elif kind < 19:
        schema = dict(choices.pick(_ODD))
    else:
        return choices.pick((True, False, {}, {"type": "array"}, {"type": "object"}))
    return {**schema, **choices.pick(_EXTRAS)} if choices.odd(30) else schema


def _object(choices: Stranger, depth: int) -> dict[str, Any]:
    names = choices.some(
        ("a", "b", "class", "x-y", "", "日本") if choices.odd(70) else ("a", "b"), 3
    )
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {name: _nested(choices, name, depth) for name in names},
    }
    if choices.chance(50):
        schema["required"] = choices.pick(_REQUIRED) if choices.odd(50) else names
    if choices.chance(25):
        schema["additionalProperties"] = choices.pick((True, False, {}, {"type": "string"}, None))
    return schema


def _nested(choices: Stranger, name: str, depth: int) -> Any:
    schema = draw_schema(choices, depth)
    if not isinstance(schema, dict):
        return schema
    if choices.chance(30):
        schema = {**schema, "title": choices.pick((name, name.title(), "Other"))}
    if choices.chance(15):
        schema = {**schema, "description": draw_text(choices)}
    return {**schema, "default": draw_json(choices, 1)} if choices.odd(30) else schema


def draw_default(choices: Stranger, schema: dict[str, Any]) -> Any:
    """A default, mostly one that the schema allows."""
    type_ = schema.get("type")
    fitting = _FITTING.get(type_) if isinstance(type_, str) else None
    return draw_json(choices, 1) if fitting is None or choices.odd(50) else choices.pick(fitting)


def draw_property(choices: Stranger, title: str) -> dict[str, Any]:
    """An input or output of that title."""
    schema = draw_schema(choices)
    found: dict[str, Any] = dict(schema) if isinstance(schema, dict) else {}
    if not choices.odd(4):
        found = {**found, "title": title} if choices.chance(50) else {"title": title, **found}
    if choices.chance(20):
        found["description"] = None if choices.odd(10) else draw_text(choices)
    if choices.chance(25):
        found["default"] = draw_default(choices, found)
    return found
