"""JSON Schema and types: each turned into the other.

Reading loses nothing: keywords without a meaning of their own are kept, and a schema that the IR
does not model (`$ref`, `allOf`, parts of the wrong shape) becomes an :class:`AnyType` that carries
it whole and is written back as it was. Spellings are not kept: a union is written as `anyOf`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias, cast

from flowc.ir.defaults import in_form
from flowc.ir.types import (
    BOOLEAN,
    INTEGER,
    NULL,
    NUMBER,
    SCALARS,
    STRING,
    AnyType,
    ArrayType,
    BaseType,
    Field,
    ObjectType,
    Property,
    Scalar,
    ScalarName,
    Type,
    UnionType,
)
from flowc.ir.values import ABSENT, Json
from flowc.records import replace
from flowc.text import Location

JsonObject: TypeAlias = "Mapping[str, Json]"

DEFAULT_TITLE = "property"
"""The title of a property whose schema has none; the official SDK calls it so too."""

_UNMODELLED = frozenset({"$ref", "$dynamicRef", "allOf"})
_NAMES = frozenset((*SCALARS, "array", "object"))
_BARE: Mapping[str, Type] = {
    type_.name: type_ for type_ in (STRING, INTEGER, NUMBER, BOOLEAN, NULL)
}
"""The types of which nothing but the name is said: nearly all, so each is there only once."""


class _Unmodelled(Exception):
    """A part of a schema that the IR does not model: the schema is carried as it is."""


def plain(value: Any) -> Any:
    """A JSON value in plain lists and dicts, which `json` and `yaml` can write."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


# Reading -----------------------------------------------------------------------------------------


def property_from_schema(schema: JsonObject, origin: Location | None = None) -> Property:
    """The input or output that a JSON schema describes, which stands at `origin`.

    Without a title (or with one that is no text) it is called `property`. A default is brought
    into its type's form (SEMANTICS 10).
    """
    title, description = schema.get("title"), schema.get("description")
    name = schema.get("type")
    if len(schema) == 2 and isinstance(title, str) and isinstance(name, str) and name in _BARE:
        return Property(title, _BARE[name], schema=schema, origin=origin)  # as nearly all are
    rest = dict(schema)
    rest.pop("default", None)
    if isinstance(title, str):
        del rest["title"]
    if description is None or isinstance(description, str):
        rest.pop("description", None)
    type_ = type_from_schema(rest)
    return Property(
        title=title if isinstance(title, str) else DEFAULT_TITLE,
        type=type_,
        description=description if isinstance(description, str) else None,
        default=in_form(schema["default"], type_) if "default" in schema else ABSENT,
        schema=schema,
        origin=origin,
    )


def type_from_schema(schema: JsonObject) -> Type:
    """The type that a JSON schema describes; one that is not modelled is carried whole."""
    name = schema.get("type")
    if len(schema) == 1 and isinstance(name, str) and name in _BARE:
        return _BARE[name]
    try:
        type_ = _modelled(schema)
    except _Unmodelled:
        return AnyType(keywords=schema)
    if type_.enum is None:
        return type_
    bare = replace(type_, enum=None)
    return replace(type_, enum=tuple(in_form(value, bare) for value in type_.enum))


def _modelled(schema: JsonObject) -> Type:
    if _UNMODELLED & schema.keys() or ("anyOf" in schema and "oneOf" in schema):
        raise _Unmodelled
    rest = dict(schema)
    enum = _enum(rest)
    names = _type_names(rest)
    alternatives = _alternatives(rest)
    if alternatives is None and isinstance(schema.get("type", ""), str):
        if not names:
            return AnyType(enum=enum, keywords=rest)
        if names[0] in SCALARS:
            return Scalar(names[0], enum=enum, keywords=rest)
        return replace(_named(names[0], rest), enum=enum, keywords=rest)
    members = [*(alternatives or ()), *(_named(name, rest) for name in names)]
    return UnionType(enum=enum, keywords=rest, members=tuple(members))


def _enum(rest: dict[str, Json]) -> tuple[Json, ...] | None:
    if "enum" not in rest:
        return None
    values = rest.pop("enum")
    if not isinstance(values, (list, tuple)) or not values:
        raise _Unmodelled
    return tuple(values)


def _type_names(rest: dict[str, Json]) -> list[str]:
    """The names in `type`: none, one, or a list of them."""
    if "type" not in rest:
        return []
    value = rest.pop("type")
    if isinstance(value, str) and value in _NAMES:
        return [value]
    names = list(value) if isinstance(value, (list, tuple)) else [value]
    if not names or not all(isinstance(name, str) and name in _NAMES for name in names):
        raise _Unmodelled
    return cast("list[str]", names)


def _alternatives(rest: dict[str, Json]) -> list[Type] | None:
    key = next((key for key in ("anyOf", "oneOf") if key in rest), None)
    if key is None:
        return None
    value = rest.pop(key)
    if not isinstance(value, (list, tuple)) or not value:
        raise _Unmodelled
    return [_inner(item) for item in value]


def _inner(schema: Json) -> Type:
    if not isinstance(schema, Mapping):
        raise _Unmodelled
    return type_from_schema(schema)


def _named(name: str, rest: dict[str, Json]) -> Type:
    """The type of that name; takes the keywords that belong to it out of `rest`."""
    if name == "array":
        return ArrayType(items=_inner(rest.pop("items")) if "items" in rest else None)
    if name == "object":
        return _object(rest)
    return Scalar(cast("ScalarName", name))


def _object(rest: dict[str, Json]) -> ObjectType:
    additional: Type | bool | None = None
    if "additionalProperties" in rest:
        value = rest.pop("additionalProperties")
        additional = value if isinstance(value, bool) else _inner(value)
    properties = rest.pop("properties") if "properties" in rest else None
    if properties is not None and not isinstance(properties, Mapping):
        raise _Unmodelled
    keys = list(properties or ())
    lists_required = "required" in rest
    required = _required(rest, keys)
    return ObjectType(
        fields=None
        if properties is None
        else tuple(_field(key, properties[key], required) for key in keys),
        additional=additional,
        lists_required=lists_required,
    )


def _required(rest: dict[str, Json], keys: list[str]) -> frozenset[str] | None:
    """The names in `required`, None without the list. A list that the fields cannot express (other
    names, names twice) stays among the keywords."""
    if "required" not in rest:
        return None
    names = rest["required"]
    if not isinstance(names, (list, tuple)):
        raise _Unmodelled
    texts = [name for name in names if isinstance(name, str)]
    if len(texts) == len(names) == len(set(texts)) and set(texts) <= set(keys):
        del rest["required"]
    return frozenset(texts)


def _field(name: str, schema: Json, required: frozenset[str] | None) -> Field:
    if not isinstance(schema, Mapping):
        raise _Unmodelled
    found = property_from_schema({**schema, "title": name})
    type_, title = found.type, schema.get("title", name)
    if title != name:
        type_ = replace(type_, keywords={"title": title, **type_.keywords})
    return Field(
        name=name,
        type=type_,
        required=found.default is ABSENT if required is None else name in required,
        description=found.description,
        default=found.default,
    )


# Writing -----------------------------------------------------------------------------------------


def property_to_schema(item: Property) -> dict[str, Any]:
    """The JSON schema of an input or output, its default in its type's form."""
    schema = {"title": item.title, **_described(item.description, schema_from_type(item.type))}
    if item.title != DEFAULT_TITLE or isinstance(schema["title"], str):
        schema["title"] = item.title  # else it is the schema's own, which is no text
    if item.default is not ABSENT:
        schema["default"] = plain(in_form(item.default, item.type))
    return schema


def written_schema(item: Property) -> dict[str, Any]:
    """The JSON schema that a document gets for an input or output: what `@with` asks for, else the
    usual spelling of its type."""
    verbatim = item.verbatim and item.schema is not None
    return dict(plain(item.schema)) if verbatim else property_to_schema(item)


def _described(description: str | None, schema: dict[str, Any]) -> dict[str, Any]:
    if description is None:
        return schema
    return {"description": description, **schema} | {"description": description}


def schema_from_type(type_: Type) -> dict[str, Any]:
    """The JSON schema of a type."""
    schema: dict[str, Any] = {}
    match type_:
        case Scalar():
            schema["type"] = type_.name
        case ArrayType():
            schema["type"] = "array"
            if type_.items is not None:
                schema["items"] = schema_from_type(type_.items)
        case ObjectType():
            schema = _object_schema(type_)
        case UnionType():
            schema["anyOf"] = [schema_from_type(member) for member in type_.members]
        case AnyType():
            pass
    if type_.enum is not None:
        schema["enum"] = plain(type_.enum)
    return {**schema, **plain(type_.keywords)}


def _object_schema(type_: ObjectType) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object"}
    if type_.fields is not None:
        schema["properties"] = {field.name: _field_schema(field) for field in type_.fields}
    fields = type_.fields or ()
    if type_.lists_required or any(field.required != (field.default is ABSENT) for field in fields):
        schema["required"] = [field.name for field in fields if field.required]
    if isinstance(type_.additional, BaseType):
        schema["additionalProperties"] = schema_from_type(type_.additional)
    elif type_.additional is not None:
        schema["additionalProperties"] = type_.additional
    return schema


def _field_schema(field: Field) -> dict[str, Any]:
    schema = _described(field.description, schema_from_type(field.type))
    if field.default is not ABSENT:
        schema["default"] = plain(in_form(field.default, field.type))
    return schema
