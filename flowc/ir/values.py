"""JSON values and references, as the IR holds them. They are never changed once made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Final, TypeAlias

from flowc.records import dataclass
from flowc.text import JsonPath

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"

MAX_DIGITS = 4000
"""Python refuses to read and to write longer integers; no document needs them."""


@dataclass(frozen=True, slots=True)
class Ref:
    """A reference to a component by id: `{"$component_ref": id}`.

    A sensitive field holds the placeholder that the specification asks for, which is a reference to
    `<component id>.<field>` (see :func:`secret`).
    """

    id: str


FieldValue: TypeAlias = (
    "bool | int | float | str | Ref | Sequence[FieldValue] | Mapping[str, FieldValue] | None"
)
"""The value of a component's field: JSON in which references may stand at any depth."""


class Absent(Enum):
    """The type of :data:`ABSENT`."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT
"""In `@with({field: absent})`: the field is left out of the JSON object."""

OverrideValue: TypeAlias = "FieldValue | Absent"


NOTHING: Final[Mapping[Any, Any]] = {}
"""The one empty object: what most components and edges have instead of fields of their own."""


def secret(component_id: str, field: str) -> Ref:
    """The placeholder for a sensitive field (spec, "Sensitive fields")."""
    return Ref(f"{component_id}.{field}")


def references(value: FieldValue | Absent) -> Iterator[str]:
    """The ids that a value refers to, in order, repeats included."""
    if isinstance(value, Ref):
        yield value.id
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from references(item)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for item in value:
            yield from references(item)


def reference_paths(
    value: FieldValue | Absent, path: JsonPath = ()
) -> Iterator[tuple[JsonPath, Ref]]:
    """As :func:`references`, each with its path in the value, which itself stands at `path`."""
    if isinstance(value, Ref):
        yield path, value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from reference_paths(item, (*path, key))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for index, item in enumerate(value):
            yield from reference_paths(item, (*path, index))


def same_json(a: object, b: object) -> bool:
    """Equality of JSON values that tells `1`, `1.0` and `true` apart (SEMANTICS 6)."""
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(same_json(a[key], b[key]) for key in a)
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(same_json, a, b))
    return type(a) is type(b) and (a == b or (a != a and b != b))


_KINDS: Mapping[type, str] = {
    bool: "a boolean",
    int: "a number",
    float: "a number",
    str: "text",
    list: "a list",
    tuple: "a list",
    dict: "an object",
    type(None): "null",
}


def kind(value: object) -> str:
    """What a JSON value is, for messages: `a number`, `a list`."""
    return _KINDS.get(type(value), "a component")
