"""What an engine can do, as bounds of random flows: `omissions` says what they keep out, and why.

Fewer flows than for flowc alone are wired by name, because some outputs then lead to the StartNode
too, which is an entry of `differences`; so is a tool that answers None.
"""

from __future__ import annotations

from collections.abc import Iterator

from flowc.ir.types import (
    BOOLEAN,
    INTEGER,
    NULL,
    NUMBER,
    STRING,
    AnyType,
    ArrayType,
    ObjectType,
    Scalar,
    Type,
    UnionType,
    allows_null,
    inner_types,
    members_of,
)
from flowc.ir.values import ABSENT
from flowc.testing.dialect import TITLES, Dialect


def parts(type_: Type) -> Iterator[Type]:
    """A type and all types inside it."""
    yield type_
    for inner in inner_types(type_):
        yield from parts(inner)


def _mixes_numbers(type_: Type) -> bool:
    names = {it.name for it in members_of(type_) if isinstance(it, Scalar)}
    return {NUMBER.name, INTEGER.name} <= names


def wayflow_holds(type_: Type) -> bool:
    """Whether WayFlow knows all parts of a type."""
    return not any(
        _mixes_numbers(part)
        or (isinstance(part, ObjectType) and any(not it.required for it in part.fields or ()))
        for part in parts(type_)
    )


def wayflow_feeds(source: Type, taker: Type) -> bool:
    """Whether WayFlow converts every value of one type to the other as flowc does."""
    if source == taker or isinstance(taker, AnyType):
        return True
    match source, taker:
        case (_, UnionType(members=members)):
            return source in members or _scalar_or_null_feeds(source, members)
        case (_, Scalar(name="string", enum=None)):
            return not allows_null(source)
        case (Scalar(), Scalar(enum=None)):
            numeric = {source.name, taker.name} <= {INTEGER.name, NUMBER.name, BOOLEAN.name}
            return numeric and (source.name, taker.name) != (BOOLEAN.name, INTEGER.name)
        case (ArrayType(items=items), ArrayType(items=to_items)):
            known = items is not None and to_items is not None
            return known and wayflow_feeds(items or STRING, to_items or STRING)
        case (ObjectType(), ObjectType()):
            return _same_keys_feed(source, taker)
    return False


def _scalar_or_null_feeds(source: Type, members: tuple[Type, ...]) -> bool:
    match [member for member in members if member != NULL]:
        case [Scalar() as taker] if isinstance(source, Scalar):
            return wayflow_feeds(source, taker)
    return False


def _same_keys_feed(source: ObjectType, taker: ObjectType) -> bool:
    there = {item.name: item.type for item in source.fields or ()}
    wanted = {item.name: item.type for item in taker.fields or ()}
    return (
        source.additional is taker.additional is None
        and there.keys() == wanted.keys()
        and all(wayflow_feeds(there[name], wanted[name]) for name in wanted)
    )


def wayflow_converts(type_: Type) -> bool:
    """Whether WayFlow converts tools' answers and flow inputs to a type as flowc does."""
    return isinstance(type_, Scalar) and type_.name != INTEGER.name


def langgraph_holds(type_: Type) -> bool:
    """Whether LangGraph hands on values of a type whole."""
    return not any(
        _mixes_numbers(part)
        or (
            isinstance(part, ObjectType)
            and (
                part.additional is not None
                or any(item.default is not ABSENT for item in part.fields or ())
            )
        )
        for part in parts(type_)
    )


def langgraph_feeds(source: Type, taker: Type) -> bool:
    """Whether LangGraph converts every value of one type to the other as flowc does."""
    if source == taker or isinstance(taker, AnyType):
        return True
    match taker:
        case UnionType(members=members):
            return source in members
        case Scalar(name="string", enum=None):
            return True
        case Scalar(enum=None):
            return isinstance(source, Scalar)
    return False


def langgraph_converts(type_: Type) -> bool:
    """Whether LangGraph converts tools' answers and flow inputs to a type as flowc does."""
    return isinstance(type_, Scalar) and type_.enum is None


_TITLES = tuple(title for title in TITLES if title != "self")


def shows(type_: Type) -> bool:
    """Whether both engines show values of a type in texts as flowc does."""
    return isinstance(type_, Scalar) and type_.name in {STRING.name, INTEGER.name, NUMBER.name}


WAYFLOW = Dialect(
    titles=tuple(title for title in _TITLES if title != "1d"),
    answered_titles=("a", "b", "type", "c", "class"),
    faults=("enum violation", "missing key", "wrong type", "raise"),
    holds=wayflow_holds,
    feeds=wayflow_feeds,
    converts=wayflow_converts,
    shows=shows,
    texts=("Hello", "", "}} ", '"q"'),
    shared_titles=False,
    typed_keys=False,
    missing_edges=False,
    unset_inputs=False,
    missing_outputs=False,
    retyped_inputs=False,
    null_outputs=False,
    named_flows=20,
    parallel_questions=False,
    parallel_loops=False,
    parallel_messages=False,
    parallel_faults=False,
    iterated_lists=1,
    reducers=False,
    catches=False,
    question_texts=False,
    odd_answers=False,
    agents=False,
    tool_kinds=("ClientTool",),
    retries=False,
    state=False,
    contexts=False,
)
LANGGRAPH = Dialect(
    titles=_TITLES,
    answered_titles=_TITLES,
    faults=("missing key", "raise"),
    holds=langgraph_holds,
    feeds=langgraph_feeds,
    converts=langgraph_converts,
    shows=shows,
    typed_keys=False,
    retyped_inputs=False,
    silent_tools=False,
    path_values=False,
    named_flows=10,
    parallel_maps=False,
    parallel_flows=False,
    reducers=False,
    catch_defaults=False,
    inner_messages=False,
    inner_questions=False,
    question_texts=False,
    odd_answers=False,
    agents=False,
    tool_kinds=("ClientTool",),
    retries=False,
    state=False,
    contexts=False,
)
