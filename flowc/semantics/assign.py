"""Which types may be wired to which: the static matrix of SEMANTICS 9.

An edge is an error exactly where the official SDK (pyagentspec 26.3.1) refuses to load it, given
the schemas that :mod:`flowc.ir.schema` writes. What the SDK accepts can still fail on a value at
run time; where that is likely to surprise, there is a warning.
"""

from __future__ import annotations

from flowc.ir.types import (
    ANY,
    NULL,
    AnyType,
    ArrayType,
    BaseType,
    ObjectType,
    Property,
    Scalar,
    Type,
    UnionType,
    members_of,
)
from flowc.records import replace

_NUMERIC = frozenset({"integer", "number", "boolean"})
_INCOMPARABLE = frozenset({"allOf", "oneOf"})


def can_feed(output: Property, input_: Property) -> bool:
    """Whether an edge may go from the output to the input: :func:`assignable` by their types, but
    from null to null only if all that is said of both is the same, the title too."""
    if _is_scalar(output.type, "null") and _is_scalar(input_.type, "null"):
        return output == input_
    return assignable(output.type, input_.type)


def assignable(source: Type, destination: Type) -> bool:
    """Whether an edge may carry values of `source` to an input of type `destination`.

    Everything goes to `any` and to `string`; integer, number and boolean go to each other; arrays
    go by their items and objects by their properties; each alternative of a source must go to one
    of the destination. Enums and further keywords matter only of null, which the SDK knows no rule
    for: it goes to what is written the same. Nothing goes from or to a raw schema with `allOf`.
    """
    if is_incomparable(source) or is_incomparable(destination):
        return False
    if isinstance(destination, AnyType) or _is_scalar(destination, "string"):
        return True
    if isinstance(source, UnionType) or isinstance(destination, UnionType):
        if source == destination:
            return True  # as the rest would find, but comparing all with all takes long
        targets = _alternatives(destination)
        return all(
            any(assignable(member, target) for target in targets)
            for member in _alternatives(source)
        )
    match source, destination:
        case Scalar(name="null"), Scalar(name="null"):
            return source == destination
        case Scalar(), Scalar():
            return source.name == destination.name or {source.name, destination.name} <= _NUMERIC
        case ArrayType(), ArrayType():
            return assignable(_items(source), _items(destination))
        case ObjectType(), ObjectType():
            return _object_assignable(source, destination)
    return False


def is_incomparable(type_: Type) -> bool:
    """Whether the type is a raw schema that the SDK cannot compare with any: one with `allOf` or
    with `oneOf` that is carried as it is."""
    return isinstance(type_, AnyType) and not _INCOMPARABLE.isdisjoint(type_.keywords)


def same_type(a: Type, b: Type) -> bool:
    """Whether two types are one for the SDK, which wants it of an output on all its ends: the same
    shape, enums and further keywords aside, unions as sets."""
    if isinstance(a, UnionType) or isinstance(b, UnionType):
        if a == b:
            return True
        left, right = _alternatives(a), _alternatives(b)
        return all(any(same_type(x, y) for y in right) for x in left) and all(
            any(same_type(x, y) for x in left) for y in right
        )
    match a, b:
        case Scalar(), Scalar():
            return a.name == b.name
        case ArrayType(), ArrayType():
            return same_type(_items(a), _items(b))
        case ObjectType(), ObjectType():
            return _same_object(a, b)
    return isinstance(a, AnyType) and isinstance(b, AnyType)


def loses_digits(source: Type, destination: Type) -> bool:
    """Whether a number may be cut to an integer on the way (SEMANTICS 9: truncated)."""
    match source, destination:
        case ArrayType(), ArrayType():
            return loses_digits(_items(source), _items(destination))
        case ObjectType(), ObjectType():
            return any(loses_digits(*pair) for pair in _common_fields(source, destination))
    if not any(_is_scalar(member, "number") for member in members_of(source)):
        return False
    return _converts_number_with(destination) == "integer"


def writes_null(source: Type, destination: Type) -> bool:
    """Whether null may become the text `null` on the way: engines disagree on it (SEMANTICS 9)."""
    match source, destination:
        case ArrayType(), ArrayType():
            return writes_null(_items(source), _items(destination))
        case ObjectType(), ObjectType():
            return any(writes_null(*pair) for pair in _common_fields(source, destination))
    targets = members_of(destination)
    if any(isinstance(target, AnyType) or _is_scalar(target, "null") for target in targets):
        return False
    return any(_is_scalar(member, "null") for member in members_of(source)) and any(
        _is_scalar(target, "string") for target in targets
    )


def _alternatives(type_: Type) -> tuple[Type, ...]:
    """A type as the SDK lists it beside a union: an object that does not speak of additional
    properties then forbids them, null is bare, and an `any` has no alternative at all."""
    match type_:
        case UnionType():
            return type_.members
        case AnyType():
            return ()
        case ObjectType(additional=None):
            return (replace(type_, additional=False),)
        case Scalar(name="null"):
            return (NULL,)
    return (type_,)


def _object_assignable(source: ObjectType, destination: ObjectType) -> bool:
    given = {field.name: field.type for field in source.fields or ()}
    for field in destination.fields or ():
        if field.name not in given or not assignable(given[field.name], field.type):
            return False
    ours, theirs = _additional(source), _additional(destination)
    if isinstance(ours, BaseType) and isinstance(theirs, BaseType):
        return assignable(ours, theirs)
    return ours is theirs


def _same_object(a: ObjectType, b: ObjectType) -> bool:
    left = {field.name: field.type for field in a.fields or ()}
    right = {field.name: field.type for field in b.fields or ()}
    if left.keys() != right.keys():
        return False
    if not all(same_type(type_, right[name]) for name, type_ in left.items()):
        return False
    ours, theirs = _additional(a), _additional(b)
    if isinstance(ours, BaseType) and isinstance(theirs, BaseType):
        return same_type(ours, theirs)
    return ours is theirs


def _additional(type_: ObjectType) -> Type | bool:
    return ANY if type_.additional is None else type_.additional


def _items(type_: ArrayType) -> Type:
    return ANY if type_.items is None else type_.items


def _common_fields(source: ObjectType, destination: ObjectType) -> list[tuple[Type, Type]]:
    given = {field.name: field.type for field in source.fields or ()}
    return [
        (given[field.name], field.type) for field in destination.fields or () if field.name in given
    ]


def _converts_number_with(destination: Type) -> str | None:
    """The scalar that a number with digits is converted to; None if it fits as it is."""
    targets = members_of(destination)
    if any(isinstance(target, AnyType) or _is_scalar(target, "number") for target in targets):
        return None
    return next(
        (
            target.name
            for target in targets
            if isinstance(target, Scalar) and target.name in ("string", "integer", "boolean")
        ),
        None,
    )


def _is_scalar(type_: Type, name: str) -> bool:
    return isinstance(type_, Scalar) and type_.name == name
