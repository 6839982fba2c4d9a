"""FLOW235: objects as defaults, of which the official SDK takes fewer than SEMANTICS 10 does.

The SDK wants every property that the type names and that has no default of its own, optional or
not, and none that the type does not name, unless `additionalProperties` is a type (or absent).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.types import AnyType, ArrayType, BaseType, ObjectType, Scalar, Type, UnionType
from flowc.ir.values import ABSENT
from flowc.records import dataclass
from flowc.text import Location

REFUSED_DEFAULT = Rule("FLOW235", Severity.WARNING, "a default that the official SDK refuses")
"""In an object that is a default the official SDK wants every property that the type names, unless
that property has a default of its own, and it takes no others where the type speaks of further
ones. flowc takes such a default, but the document cannot be loaded elsewhere.

Wrong:

```flow
tool show(point: { x: integer, y?: integer } = { x: 0 })
```

Right:

```flow
tool show(point: { x: integer, y?: integer } = { x: 0, y: 0 })
```
"""


class Kind(Enum):
    """Why the SDK refuses a default. `OPEN` stops the SDK; the others let it try the next member
    of a union."""

    OTHER_TYPE = "of another type"
    LEFT_OUT = "a property is left out"
    CLOSED = "a property too many, where none may be"
    OPEN = "a property more, where any may be"


@dataclass(frozen=True, slots=True)
class Objection:
    """What the SDK has against a default: the kind, the way to the object, and the property."""

    kind: Kind
    path: str = ""
    property: str = ""


def refused_default(
    origin: Location | None, owner: str, default: Any, type_: Type
) -> Iterator[Diagnostic]:
    """What the official SDK has against a default that can be used; `owner` says whose it is."""
    found = objection(default, type_)
    if found is None or found.kind is Kind.OTHER_TYPE:
        return
    name = f"'{found.property}'"
    place = f", at '{found.path.removeprefix('.')}'," if found.path else ""
    if found.kind is Kind.LEFT_OUT:
        yield REFUSED_DEFAULT.at(
            origin,
            f"the default of {owner}{place} leaves out the property {name}",
            label="optional, but other tools refuse such a default",
            hint=f"Write {name} in it, or give {name} a default in the type.",
        )
    else:
        yield REFUSED_DEFAULT.at(
            origin,
            f"the default of {owner}{place} has the property {name}, which its type does not name",
            label="other tools refuse such a default",
            hint=f"Name {name} in the type, or leave it out of the default.",
        )


def objection(value: Any, type_: Type, path: str = "") -> Objection | None:
    """What the SDK has against the value as a default of the type, or None if it takes it. Like the
    SDK it stops at the first thing; for a union it tells of the member that comes closest."""
    match type_:
        case Scalar():
            return None if _takes(value, type_) else Objection(Kind.OTHER_TYPE, path)
        case ArrayType():
            if not isinstance(value, (list, tuple)):
                return Objection(Kind.OTHER_TYPE, path)
            if type_.items is None:
                return None
            items = type_.items
            return _first(objection(it, items, f"{path}[{i}]") for i, it in enumerate(value))
        case ObjectType():
            if not isinstance(value, Mapping):
                return Objection(Kind.OTHER_TYPE, path)
            return _first(_object_objections(value, type_, path))
        case UnionType():
            return _union_objection(value, type_, path)
        case AnyType():
            return None


def _takes(value: Any, type_: Scalar) -> bool:
    """Whether the SDK takes the value for the scalar: all numbers are alike, texts are anything."""
    if type_.name == "null":
        return value is None
    return type_.name == "string" or isinstance(value, (int, float))


def _object_objections(
    value: Mapping[str, Any], type_: ObjectType, path: str
) -> Iterator[Objection | None]:
    fields = {field.name: field for field in type_.fields or ()}
    for name, field in fields.items():
        if name in value:
            yield objection(value[name], field.type, f"{path}.{name}")
        elif field.default is ABSENT:
            yield Objection(Kind.LEFT_OUT, path, name)
    for name, item in value.items():
        if name in fields:
            continue
        if isinstance(type_.additional, BaseType):
            yield objection(item, type_.additional, f"{path}.{name}")
        elif type_.additional is not None:
            yield Objection(Kind.OPEN if type_.additional else Kind.CLOSED, path, name)


def _union_objection(value: Any, type_: UnionType, path: str) -> Objection | None:
    found: list[Objection] = []
    for member in type_.members:
        this = objection(value, member, path)
        if this is None or this.kind is Kind.OPEN:
            return this
        found.append(this)
    closest = (item for item in found if item.kind is not Kind.OTHER_TYPE)
    return next(closest, Objection(Kind.OTHER_TYPE, path))


def _first(objections: Iterable[Objection | None]) -> Objection | None:
    return next((item for item in objections if item is not None), None)
