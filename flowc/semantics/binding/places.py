"""Where the fields of a component stand in its source, for findings about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flowc.ir.components import Written
from flowc.syntax.tree import (
    Annotation,
    ArrayLiteral,
    Ask,
    Call,
    Entry,
    FieldExpr,
    Literal,
    Match,
    ObjectLiteral,
    Say,
    Statement,
)
from flowc.text import JsonPath, Span

Places = dict[JsonPath, Written]


def places_of(entries: Iterable[Entry], annotations: Iterable[Annotation] = ()) -> Places:
    """The places of the fields of a block, then of those that `@with` sets, with all that stands
    inside them; inline components are places of their own."""
    found: Places = {}
    work: list[tuple[JsonPath, Span, FieldExpr]] = [
        ((entry.key.text,), entry.key.span, entry.value)
        for entry in (*entries, *with_entries(annotations))
    ]
    for path, key, value in work:  # which grows while it is walked
        found[path] = Written(key, value.span)
        if isinstance(value, ObjectLiteral):
            work += [((*path, it.key.text), it.key.span, it.value) for it in value.entries]
        elif isinstance(value, ArrayLiteral):
            work += [((*path, index), item.span, item) for index, item in enumerate(value.items)]
    return found


def statement_places(statement: Statement | None, own: Iterable[str]) -> Places:
    """The places of a node's fields: those of its block, and what its statement says outside of it.
    `own` are the fields of the node's kind."""
    match statement:
        case Call():
            called = dict(_called(statement, frozenset(own)))
            return called | places_of(statement.entries, statement.annotations)
        case Say() | Ask():
            found = places_of(statement.entries, statement.annotations)
            if statement.text is not None:
                found["message",] = Written(statement.text.span, statement.text.span)
            return found
        case Match():
            return dict(_patterns(statement)) | places_of(statement.entries, statement.annotations)
        case None:
            return {}
        case _:
            return places_of((), statement.annotations)


def with_entries(annotations: Iterable[Annotation]) -> tuple[Entry, ...]:
    """The fields that `@with` sets, as they were written."""
    return tuple(
        entry
        for annotation in annotations
        for argument in annotation.arguments
        if annotation.name.text == "with" and isinstance(argument.value, ObjectLiteral)
        for entry in argument.value.entries
    )


def _patterns(match: Match) -> Iterator[tuple[JsonPath, Written]]:
    """The texts among the patterns, as the keys of the mapping that they are."""
    for arm in match.arms:
        for pattern in arm.patterns:
            if isinstance(pattern, Literal) and isinstance(pattern.value, str):
                yield ("mapping", pattern.value), Written(pattern.span, pattern.span)


def _called(call: Call, own: frozenset[str]) -> Iterator[tuple[JsonPath, Written]]:
    """What stands before the arguments, as the field that it is."""
    first = call.callees[0].span
    yield ("component_type",), Written(first, first)
    for index, name in enumerate(call.callees):
        for field in ("tool", "agent", "subflow"):
            if field in own:
                yield (field,), Written(name.span, name.span)
        if "subflows" in own:
            yield ("subflows", index), Written(name.span, name.span)
