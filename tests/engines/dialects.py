"""What random flows for an engine leave out, because too many flows would have it.

A construct is left out where more than one in twenty random flows would differ for it. The rule of
SEMANTICS that flowc follows there is given with each; `differences` has what stays in.

Both engines:

- inputs titled `self`: the engines call `tool.run(**inputs)`, which has that parameter (12);
- a tool that answers None for an output (14): the engines take null for a value, whatever its type;
- keys of a BranchingNode that are no strings: the engines never match them (19);
- a node's input of another type than its tool's: WayFlow does not convert it again, LangGraph
  refuses it (9);
- `additionalProperties: true`: the SDK takes it for a schema, and fails (9);
- booleans, null, lists and objects in texts with placeholders: they are shown as Python does (25);
- messages of InputMessageNodes: the engines do not say them (25);
- answers of models and servers that are empty, lack an output, or fit only when converted, and
  statuses of errors: the engines make up values, or take what comes (26, section 7);
- agents: what they do between the first prompt and their outputs is each engine's own (21);
- reducers but `append`: WayFlow refuses them, LangGraph gives lists (22);
- BuiltinTools, which they refuse; RemoteTools that have a function, because the engines do not call
  it, and MCPTools, which need a server of MCP (17);
- `@retry`, `@state` and `@context`: they are flowc's own (15).

WayFlow:

- CatchExceptionNodes: it refuses them (24);
- more than one list to go over: it refuses that (22);
- loops around ParallelFlowNodes: in one run of a flow they run once (23);
- confirmations and ClientTools in flows that Parallel nodes run: it refuses them (23);
- messages and errors there: it says them in the order in which they come, and an error ends the
  other flows where they are (23);
- texts with `{% … %}` and the like, or with a line's end at their end: they are read by Jinja, and
  so are placeholders that begin with a digit, such as `1d` (25);
- titles like `x-y` of outputs of models and requests: they become programs of jq (26);
- objects of any keys from models and servers: keys may get lost (26);
- fractions in texts: in a path, their `+` is not encoded (section 7);
- properties that may be missing: WayFlow wants them all (9);
- edges of conversions that WayFlow has not: out of or into unions (but of a member), between
  objects of other keys, between arrays of anything, of null to a string (9);
- booleans for an integer, integers for `number | integer`: WayFlow keeps them as they are (9);
- inputs of a flow titled like inputs of its nodes: WayFlow feeds them where nothing else does (5);
- an input that some path leaves unset: WayFlow refuses the flow (7);
- a BranchingNode without an edge for other values: WayFlow ends the flow there (3);
- EndNodes that lack outputs of the flow: any node's output of that title is taken (20);
- nullable outputs of flows: WayFlow leaves out what is null, and subflows then fail (20).

LangGraph:

- conversions inside arrays, objects and unions: there are none, and tools refuse the values (9);
- answers of a wrong type or outside an enum: they pass, because there is no check (9);
- objects of any keys as arguments: tools get models without them (12);
- `number | integer`: pydantic keeps an integer as it is (9);
- defaults of properties inside objects: they are not filled in (9);
- tools without outputs: whatever they return but a mapping is an error (13);
- ParallelMapNodes and ParallelFlowNodes: it refuses them (22, 23);
- values in paths: they are not encoded (section 7);
- messages of subflows: they are not there (25);
- questions, confirmations and ClientTools in subflows: the subflow ends without outputs (17, 25);
- defaults of a CatchExceptionNode that are not its flow's: the flow's are taken (24).
"""

from __future__ import annotations

from collections.abc import Iterator

from flowc.ir.types import (
    BOOLEAN,
    INTEGER,
    NUMBER,
    STRING,
    AnyType,
    ArrayType,
    BaseType,
    ObjectType,
    Scalar,
    Type,
    UnionType,
    allows_null,
    members_of,
)
from flowc.ir.values import ABSENT
from flowc.testing.dialect import TITLES, Dialect


def parts(type_: Type) -> Iterator[Type]:
    """A type and all types inside it."""
    yield type_
    for inner in _inner(type_):
        yield from parts(inner)


def _inner(type_: Type) -> Iterator[Type]:
    match type_:
        case ArrayType(items=items) if items is not None:
            yield items
        case ObjectType(fields=fields, additional=additional):
            yield from (item.type for item in fields or ())
            if isinstance(additional, BaseType):
                yield additional
        case UnionType(members=members):
            yield from members


def _mixes_numbers(type_: Type) -> bool:
    names = {it.name for it in members_of(type_) if isinstance(it, Scalar)}
    return {NUMBER.name, INTEGER.name} <= names


def wayflow_holds(type_: Type) -> bool:
    """Whether WayFlow knows all parts of a type."""
    return not any(
        _mixes_numbers(part)
        or (
            isinstance(part, ObjectType)
            and (part.additional is True or any(not it.required for it in part.fields or ()))
        )
        for part in parts(type_)
    )


def wayflow_feeds(source: Type, taker: Type) -> bool:
    """Whether WayFlow converts every value of one type to the other as flowc does."""
    if source == taker or isinstance(taker, AnyType):
        return True
    match source, taker:
        case (_, UnionType(members=members)):
            return source in members
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


def _same_keys_feed(source: ObjectType, taker: ObjectType) -> bool:
    there = {item.name: item.type for item in source.fields or ()}
    wanted = {item.name: item.type for item in taker.fields or ()}
    return (
        source.additional == taker.additional
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


def wayflow_shows(type_: Type) -> bool:
    """Whether WayFlow shows values of a type in texts as flowc does."""
    return isinstance(type_, Scalar) and type_.name in {STRING.name, INTEGER.name}


def langgraph_shows(type_: Type) -> bool:
    """Whether LangGraph shows values of a type in texts as flowc does."""
    return wayflow_shows(type_) or (isinstance(type_, Scalar) and type_.name == NUMBER.name)


def wayflow_answers(type_: Type) -> bool:
    """Whether WayFlow takes values of a type whole from models and servers."""
    return not any(isinstance(part, ObjectType) and not part.fields for part in parts(type_))


WAYFLOW = Dialect(
    titles=tuple(title for title in _TITLES if title != "1d"),
    answered_titles=("a", "b", "type", "c", "class"),
    answers=wayflow_answers,
    faults=("enum violation", "missing key", "wrong type", "raise"),
    holds=wayflow_holds,
    feeds=wayflow_feeds,
    converts=wayflow_converts,
    shows=wayflow_shows,
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
    shows=langgraph_shows,
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
