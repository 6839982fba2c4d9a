"""FLOW240 to FLOW242: the JSON schemas of inputs and outputs (SEMANTICS 9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flowc.diagnostics import Diagnostic, Rule, Severity, did_you_mean, misspelt
from flowc.ir.defaults import fits
from flowc.ir.notation import json_text
from flowc.ir.schema import property_to_schema, type_from_schema
from flowc.ir.types import SCALARS, Property, Scalar
from flowc.ir.values import Json, kind
from flowc.text import JsonPath, Location, Pointer

NO_SCHEMA = Rule("FLOW240", Severity.ERROR, "a type that is no JSON schema")
"""JSON Schema has the types `string`, `integer`, `number`, `boolean`, `null`, `array` and `object`,
and each of its keywords has its kind of value. The official SDK refuses anything else; here such a
type would take every value.

Wrong:

```json
{
  "component_type": "ServerTool",
  "agentspec_version": "25.4.1",
  "id": "send",
  "name": "send",
  "inputs": [{"title": "text", "type": "str"}]
}
```

Right:

```json
{
  "component_type": "ServerTool",
  "agentspec_version": "25.4.1",
  "id": "send",
  "name": "send",
  "inputs": [{"title": "text", "type": "string"}]
}
```
"""

ODD_KEYWORD = Rule("FLOW241", Severity.WARNING, "a keyword of a JSON schema looks misspelt")
"""JSON Schema ignores keywords that it does not know, so what the misspelt one should say is never
heard: without a `type`, every value is taken.

Wrong:

```json
{
  "component_type": "ServerTool",
  "agentspec_version": "25.4.1",
  "id": "send",
  "name": "send",
  "inputs": [{"title": "text", "Type": "string"}]
}
```

Right:

```json
{
  "component_type": "ServerTool",
  "agentspec_version": "25.4.1",
  "id": "send",
  "name": "send",
  "inputs": [{"title": "text", "type": "string"}]
}
```
"""

NO_VALUE = Rule("FLOW242", Severity.WARNING, "a type that no value has")
"""The values in `enum` are the only ones that the type allows, and none of them is of the `type`
beside it. So whatever is given is refused.

Wrong:

```json
{
  "component_type": "ServerTool",
  "agentspec_version": "25.4.1",
  "id": "rate",
  "name": "rate",
  "inputs": [{"title": "stars", "type": "string", "enum": [1, 2, 3]}]
}
```

Right:

```json
{
  "component_type": "ServerTool",
  "agentspec_version": "25.4.1",
  "id": "rate",
  "name": "rate",
  "inputs": [{"title": "stars", "type": "integer", "enum": [1, 2, 3]}]
}
```
"""

_TYPES = (*SCALARS, "array", "object")
_OTHER_NAMES: Mapping[str, str] = {
    "str": "string", "text": "string", "varchar": "string",
    "int": "integer", "long": "integer",
    "float": "number", "double": "number", "decimal": "number",
    "bool": "boolean",
    "none": "null", "nonetype": "null", "nil": "null",
    "list": "array", "tuple": "array", "set": "array",
    "dict": "object", "map": "object", "json": "object",
}  # fmt: skip
"""What programming languages call the types."""
_EVERYTHING = frozenset({"any", "all", "unknown"})
_ONE = ("items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else")
"""Keywords that hold a schema."""
_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
"""Keywords that hold a list of schemas."""
_TABLES = ("properties", "patternProperties", "$defs", "definitions")
"""Keywords that hold schemas by name."""
_KEYWORDS = frozenset(
    {*_ONE, *_LISTS, *_TABLES, "title", "description", "type", "enum", "const", "default"}
    | {"required", "format", "examples", "minimum", "maximum", "exclusiveMinimum", "pattern"}
    | {"exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems"}
    | {"minProperties", "maxProperties", "multipleOf", "$ref", "$id", "$schema", "deprecated"}
    | {"readOnly", "writeOnly", "dependentRequired", "contentMediaType", "contentEncoding"}
)


def schema_findings(what: str, port: Property, place: Location | None) -> Iterator[Diagnostic]:
    """What is wrong with the schema of an input or output, at the places inside it if it stands in
    a document."""
    type_ = port.type
    if isinstance(type_, Scalar) and type_.enum is None and not type_.keywords:
        return
    whole = property_to_schema(port) if port.schema is None else port.schema
    open_: list[tuple[JsonPath, Json]] = [((), whole)]
    while open_:
        path, schema = open_.pop()
        at = place.child(*path) if isinstance(place, Pointer) else place
        inside = f"{what}, at '{'.'.join(map(str, path))}'," if path else what
        if isinstance(schema, bool) and path:
            continue
        if not isinstance(schema, Mapping):
            title = f"{inside} has {kind(schema)} in the place of a schema"
            yield NO_SCHEMA.at(at, title, hint='Write an object, such as {"type": "string"}.')
            continue
        yield from _own_findings(inside, schema, at)
        open_.extend(reversed([((*path, *way), inner) for way, inner in _inner(schema)]))


def _inner(schema: Mapping[str, Json]) -> Iterator[tuple[JsonPath, Json]]:
    """The schemas in a schema, with the way to them."""
    for key, value in schema.items():
        if key in _TABLES and isinstance(value, Mapping):
            yield from (((key, name), item) for name, item in value.items())
        elif isinstance(value, (list, tuple)) and (key in _LISTS or key == "items"):
            yield from (((key, index), item) for index, item in enumerate(value))
        elif key in _ONE:
            yield (key,), value


def _own_findings(
    what: str, schema: Mapping[str, Json], place: Location | None
) -> Iterator[Diagnostic]:
    """What is wrong with the keywords of one schema."""

    def at(key: str) -> Location | None:
        return place.child(key) if isinstance(place, Pointer) else place

    for key, value in schema.items():
        meant = None if key in _KEYWORDS else misspelt(key, _KEYWORDS)
        if meant is not None and meant not in schema:
            yield ODD_KEYWORD.at(
                at(key),
                f"{what} has the keyword '{key}', which says nothing",
                label="no keyword of JSON Schema",
                hint=f"Did you mean '{meant}'?",
            )
        elif key == "type":
            yield from _wrong_types(what, value, at(key))
        elif key in _TABLES and not isinstance(value, Mapping):
            yield _wrong_kind(what, key, value, "an object of schemas", at(key))
        elif key in _LISTS and not (isinstance(value, (list, tuple)) and value):
            yield _wrong_kind(what, key, value, "a list of schemas", at(key))
        elif key in ("required", "enum") and not isinstance(value, (list, tuple)):
            yield _wrong_kind(what, key, value, "a list", at(key))
    if _is_never_met(schema):
        yield NO_VALUE.at(
            at("enum"),
            f"{what} can have no value: nothing in its enum is of type {json_text(schema['type'])}",
            label="of another type",
            hint="Write the type of these values, or values of this type.",
        )


def _wrong_kind(
    what: str, key: str, value: Json, expected: str, place: Location | None
) -> Diagnostic:
    found = "an empty list" if isinstance(value, (list, tuple)) and not value else kind(value)
    return NO_SCHEMA.at(
        place, f"'{key}' of {what} must be {expected}, not {found}", label="wrong kind of value"
    )


def _wrong_types(what: str, value: Json, place: Location | None) -> Iterator[Diagnostic]:
    names = value if isinstance(value, (list, tuple)) and value else [value]
    for index, name in enumerate(names):
        if name in _TYPES:
            continue
        listed = names is value and isinstance(place, Pointer)
        at = place.child(index) if listed and isinstance(place, Pointer) else place
        if isinstance(name, str):
            title = f"{what} has the type '{name}', which JSON Schema does not have"
            yield NO_SCHEMA.at(at, title, label="no type", hint=_meant(name))
        else:
            yield _wrong_kind(what, "type", name, "text", at)


def _meant(name: str) -> str:
    if name.lower() in _EVERYTHING:
        return "Leave 'type' out where every value is taken."
    known = _OTHER_NAMES.get(name.lower())
    return f"Did you mean '{known}'?" if known else did_you_mean(name, _TYPES)


def _is_never_met(schema: Mapping[str, Json]) -> bool:
    """Whether no value of `enum` is of the `type`, as far as both are well-formed."""
    values, named = schema.get("enum"), schema.get("type")
    if not isinstance(values, (list, tuple)) or not values:
        return False
    names = named if isinstance(named, (list, tuple)) else [named]
    if not names or any(name not in _TYPES for name in names):
        return False
    type_ = type_from_schema({"type": named})
    return not any(fits(value, type_) for value in values)
