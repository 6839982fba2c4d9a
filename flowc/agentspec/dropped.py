"""What a source drops of a document: nothing that has a meaning (LANGUAGE, "Ids and names"), but
people should know how much, because only exact mode keeps it."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from flowc.agentspec.keys import REFERENCE
from flowc.agentspec.layout import CONTROL, DATA, Fields, LaidOut, changed, edge_key
from flowc.ir.matching import renamed
from flowc.ir.values import ABSENT, same_json


class Kind(Enum):
    """A kind of thing that is dropped; the value is what one and several of them are called."""

    UUID = ("UUID", "UUIDs")
    ID = ("id of a node or edge", "ids of nodes and edges")
    EDGE_NAME = ("name of an edge", "names of edges")
    END_NAME = ("name of a start or end node", "names of start and end nodes")
    EMPTY = ("null or empty field", "nulls and empty fields")
    ABSENCE = ("absence of an optional field", "absences of optional fields")
    TITLE = ("nested title", "nested titles")
    SPELLING = ("spelling of a type", "spellings of types")
    OTHER = ("other spelling", "other spellings")


def dropped(original: LaidOut, result: LaidOut, names: Mapping[str, str]) -> dict[Kind, int]:
    """How much of each kind is in the original and not in the result, which means the same; kinds
    of which nothing is dropped are left out. `names` are the original's ids as the result has them.
    """
    nodes = frozenset(_nodes(original))
    counts = Counter(
        Kind.ABSENCE if mine is ABSENT else Kind.OTHER
        for _, mine, _ in changed(original.beside, result.beside)
    )
    for id_, fields in original.components.items():
        other = result.components.get(renamed(id_, names))
        if other is not None:
            mine = {name: _renamed(value, names) for name, value in fields.items()}
            counts.update(_component(mine, other, is_node=id_ in nodes))
    return {kind: counts[kind] for kind in Kind if counts[kind]}


def _nodes(document: LaidOut) -> Iterator[str]:
    """The ids of all nodes."""
    for fields in document.components.values():
        if fields.get("component_type") == "Flow":
            for item in _list(fields, "nodes"):
                if isinstance(item, Mapping):
                    yield str(item.get(REFERENCE))


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A value with references as the result has them."""
    if isinstance(value, Mapping):
        if value.keys() == {REFERENCE} and isinstance(value[REFERENCE], str):
            return {REFERENCE: renamed(value[REFERENCE], names)}
        return {key: _renamed(item, names) for key, item in value.items()}
    return [_renamed(item, names) for item in value] if isinstance(value, list) else value


def _component(mine: Fields, other: Fields, *, is_node: bool) -> Iterator[Kind]:
    """What is dropped of a component; of a flow, also what is dropped of its edges."""
    lists: tuple[str, ...] = ()
    if mine.get("component_type") == "Flow":
        lists = (CONTROL, DATA) if isinstance(other.get(DATA), list) else (CONTROL,)
        for field in lists:
            yield from _edges(_list(mine, field), _list(other, field))
    for name, value, _ in changed(mine, other):
        if name not in (*lists, "nodes"):
            yield from _field(name, value, other, mine, is_node=is_node)


def _list(fields: Fields, name: str) -> list[Fields]:
    """The edges in a list of them, without what is none."""
    found = fields.get(name)
    return [it for it in found if isinstance(it, Mapping)] if isinstance(found, list) else []


def _edges(mine: Sequence[Fields], other: Sequence[Fields]) -> Iterator[Kind]:
    """What is dropped of a flow's edges; those with equal ends are matched in order."""
    waiting: dict[str, deque[Fields]] = {}
    for edge in other:
        waiting.setdefault(edge_key(edge), deque()).append(edge)
    for edge in mine:
        same_ends = waiting.get(edge_key(edge))
        if same_ends:
            found = same_ends.popleft()
            for name, value, _ in changed(edge, found):
                yield from _field(name, value, found, edge, is_node=True)


def _field(name: str, value: Any, other: Fields, owner: Fields, *, is_node: bool) -> Iterator[Kind]:
    """What is dropped of one field of a component or edge."""
    type_ = str(owner.get("component_type", "Edge"))
    if value is ABSENT:
        yield Kind.ABSENCE
    elif value is None or (value in ({}, []) and not other.get(name)):
        yield Kind.EMPTY
    elif name == "id":
        yield Kind.ID if is_node else Kind.UUID
    elif name == "name":
        yield Kind.EDGE_NAME if type_.endswith("Edge") else Kind.END_NAME
    elif name == "metadata" and isinstance(value, Mapping):
        yield from (Kind.EMPTY for item in value.values() if item == {})
    elif name in ("inputs", "outputs") and _same_titles(value, other.get(name)):
        for one, another in zip(value, other[name], strict=True):
            yield from _schema(one, another)
    else:
        yield Kind.OTHER


def _same_titles(mine: Any, other: Any) -> bool:
    both = isinstance(mine, list) and isinstance(other, list) and len(mine) == len(other)
    return both and all(
        one.get("title", "property") == another.get("title", "property")
        for one, another in zip(mine, other, strict=True)
    )


def _schema(mine: Any, other: Any) -> Iterator[Kind]:
    """What is dropped of a schema."""
    if same_json(mine, other):
        return
    titles = list(_titles(mine, other))
    yield from titles
    if not titles or not same_json(_untitled(mine), _untitled(other)):
        yield Kind.SPELLING


def _titles(mine: Any, other: Any) -> Iterator[Kind]:
    """The titles that only the first of two schemas has."""
    if isinstance(mine, Mapping) and isinstance(other, Mapping):
        if "title" in mine and "title" not in other:
            yield Kind.TITLE
        for key in mine.keys() & other.keys():
            yield from _titles(mine[key], other[key])
    elif isinstance(mine, list) and isinstance(other, list):
        for one, another in zip(mine, other, strict=False):
            yield from _titles(one, another)


def _untitled(schema: Any) -> Any:
    if isinstance(schema, Mapping):
        return {key: _untitled(item) for key, item in schema.items() if key != "title"}
    return [_untitled(item) for item in schema] if isinstance(schema, list) else schema
