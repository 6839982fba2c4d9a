"""Values on the pipe to a worker: exactly what they are, in JSON.

A scalar is itself; everything else is a list that begins with its kind. So `1`, `1.0` and `True`
stay three values, a tuple is no list, and what JSON has no form for has a name. The workers import
this module too: it needs the standard library alone.
"""

from __future__ import annotations

from typing import Any

Wire = Any
"""What `json.dumps` takes."""

SCALARS = (str, int, float, bool, type(None))


class Foreign:
    """A value that has no form on the pipe: of the other side there is only its type's name, which
    it keeps on its way back."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Foreign) and self.kind == other.kind

    def __hash__(self) -> int:
        return hash(self.kind)

    def __repr__(self) -> str:
        return f"<{self.kind}>"


def encode(value: Any) -> Wire:
    """A value's form on the pipe. A pydantic model is the object of the fields that are set."""
    if type(value) in SCALARS:
        return value
    if isinstance(value, list):
        return ["list", *map(encode, value)]
    if isinstance(value, tuple):
        return ["tuple", *map(encode, value)]
    if isinstance(value, dict):
        return ["dict", *([encode(key), encode(item)] for key, item in value.items())]
    if hasattr(value, "model_fields_set"):
        return encode(_set_fields(value))
    return ["foreign", value.kind if isinstance(value, Foreign) else type(value).__name__]


def decode(wire: Wire) -> Any:
    """The value that a form stands for."""
    if not isinstance(wire, list):
        return wire
    kind, *items = wire
    match kind:
        case "list":
            return [decode(item) for item in items]
        case "tuple":
            return tuple(decode(item) for item in items)
        case "dict":
            return {decode(key): decode(item) for key, item in items}
        case _:
            return Foreign(items[0])


def _set_fields(model: Any) -> dict[str, Any]:
    """The fields that were given to a model, under the names they were given by."""
    declared = type(model).model_fields
    return {
        getattr(declared.get(name), "alias", None) or name: getattr(model, name)
        for name in model.model_fields_set
    } | (model.model_extra or {})
