"""Raw documents with one thing changed, as an editor, another tool or a mistake would change it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from flowc.testing.world_layout import REFERENCE, TABLE
from flowc.testing.world_values import IDS, KEYS, TEXTS, Stranger, draw_json

Document = dict[str, Any]
Place = tuple[Any, Any]
"""An object or list, and the key or index in it."""
Path = tuple[Any, ...]
"""The keys and indexes that lead to a value."""


def mutated(choices: Stranger, document: Mapping[str, Any]) -> Document:
    """The document with one to three things changed."""
    changed: Document = deepcopy(dict(document))
    for _ in range(choices.count(1, 3)):
        changed = choices.pick(MUTATIONS)(choices, changed)
    return changed


def places(value: Any) -> Iterator[Place]:
    """Every place of a value in a document."""
    work = [value]
    while work:
        item = work.pop()
        keys = list(item) if isinstance(item, dict) else range(len(item))
        for key in keys:
            yield item, key
            if isinstance(item[key], (dict, list)):
                work.append(item[key])


def paths(value: Any) -> list[Path]:
    """The way to every value in a document."""
    found: list[Path] = []
    work: list[tuple[Any, Path]] = [(value, ())]
    while work:
        item, path = work.pop()
        for key in list(item) if isinstance(item, dict) else range(len(item)):
            found.append((*path, key))
            if isinstance(item[key], (dict, list)):
                work.append((item[key], (*path, key)))
    return found


def objects(value: Any) -> list[Document]:
    """Every object in a document, itself first."""
    return [value, *(owner[key] for owner, key in places(value) if isinstance(owner[key], dict))]


def components(value: Any) -> list[Document]:
    """Every component in a document."""
    return [item for item in objects(value) if isinstance(item.get("component_type"), str)]


def _at(choices: Stranger, options: list[Any]) -> Any:
    """One of any number of options; None if there is none."""
    if not options:
        return None
    return options[(choices.count(0, 255) * 256 + choices.count(0, 255)) % len(options)]


# What can be changed ------------------------------------------------------------------------------


def _drop(choices: Stranger, document: Document) -> Document:
    owner, key = _at(choices, list(places(document)))
    del owner[key]
    return document


def _blank(choices: Stranger, document: Document) -> Document:
    owner, key = _at(choices, list(places(document)))
    owner[key] = choices.pick((None, None, {}, [], "", False))
    return document


def _replace(choices: Stranger, document: Document) -> Document:
    owner, key = _at(choices, list(places(document)))
    owner[key] = draw_json(choices)
    return document


def _retext(choices: Stranger, document: Document) -> Document:
    texts = [(owner, key) for owner, key in places(document) if isinstance(owner[key], str)]
    owner, key = _at(choices, texts) or (document, "description")
    if key not in ("component_type", REFERENCE):
        owner[key] = choices.pick(TEXTS)
    return document


def _add(choices: Stranger, document: Document) -> Document:
    _at(choices, objects(document)).setdefault(choices.pick(("x-new", *KEYS)), draw_json(choices))
    return document


def _shuffle(choices: Stranger, document: Document) -> Document:
    """Every object with its keys in another order; lists keep theirs."""
    turn = choices.count(1, 5)

    def shuffled(value: Any) -> Any:
        if isinstance(value, list):
            return [shuffled(item) for item in value]
        if not isinstance(value, dict):
            return value
        items = [(key, shuffled(item)) for key, item in value.items()]
        at = turn % max(1, len(items))
        return dict(items[at:] + items[:at])

    found: Document = shuffled(document)
    return found


def _repeat(choices: Stranger, document: Document) -> Document:
    lists = [owner for owner, key in places(document) if isinstance(owner, list) and key == 0]
    found = _at(choices, lists)
    if found is not None:
        found.append(deepcopy(_at(choices, found)))
    return document


def _reorder(choices: Stranger, document: Document) -> Document:
    lists = [owner for owner, key in places(document) if isinstance(owner, list) and key == 1]
    found = _at(choices, lists)
    if found is not None:
        found.append(found.pop(0))
    return document


def _rename(choices: Stranger, document: Document) -> Document:
    """An id changed wherever it stands."""
    old = _at(choices, [item["id"] for item in components(document) if "id" in item])
    new = choices.pick(IDS)
    for item in objects(document):
        for key in ("id", REFERENCE):
            if old is not None and item.get(key) == old:
                item[key] = new
        table = item.get(TABLE)
        if isinstance(table, dict) and isinstance(old, str) and old in table:
            item[TABLE] = {new if key == old else key: value for key, value in table.items()}
    return document


def _inline(choices: Stranger, document: Document) -> Document:
    """A reference gives way to the component; the table may keep its own."""
    table = document.get(TABLE)
    references = [
        (owner, key)
        for owner, key in places(document)
        if isinstance(owner[key], dict) and isinstance(owner[key].get(REFERENCE), str)
    ]
    owner, key = _at(choices, references) or (None, None)
    if owner is None or not isinstance(table, dict) or owner[key][REFERENCE] not in table:
        return document
    wanted = owner[key][REFERENCE]
    owner[key] = deepcopy(table[wanted])
    if choices.chance(50) and owner is not table:
        del table[wanted]
    return document


def _reference(choices: Stranger, document: Document) -> Document:
    """An inline component goes to the table at the root."""
    inline = [
        (owner, key)
        for owner, key in places(document)
        if isinstance(owner[key], dict)
        and isinstance(owner[key].get("component_type"), str)
        and isinstance(owner[key].get("id"), str)
    ]
    owner, key = _at(choices, inline) or (None, None)
    if owner is not None:
        table = document.setdefault(TABLE, {})
        if isinstance(table, dict) and owner is not table:
            table[owner[key]["id"]] = owner[key]
            owner[key] = {REFERENCE: owner[key]["id"]}
    return document


def _library(choices: Stranger, document: Document) -> Document:
    """The root goes to the table; a reference or nothing stands in its place."""
    table = document.pop(TABLE, {})
    key = document["id"] if isinstance(document.get("id"), str) else "root"
    head = {REFERENCE: key} if choices.chance(50) else {}
    return {**head, TABLE: {key: document, **(table if isinstance(table, dict) else {})}}


def _nest(choices: Stranger, document: Document) -> Document:
    """The table moves into a component below the root."""
    inner = components(document)[1:]
    owner = _at(choices, inner)
    if owner is None or TABLE in owner or not isinstance(document.get(TABLE), dict):
        return document
    table = document[TABLE]
    kept = {key: value for key, value in table.items() if value is owner}
    if kept or choices.chance(50):
        document[TABLE] = kept
        owner[TABLE] = {key: value for key, value in table.items() if value is not owner}
    return document


def _respell(choices: Stranger, document: Document) -> Document:
    """A type in another spelling that means the same."""
    owner = _at(choices, [item for item in objects(document) if isinstance(item.get("type"), str)])
    if owner is not None:
        name = owner.pop("type")
        owner |= choices.pick(
            ({"type": [name]}, {"anyOf": [{"type": name}]}, {"oneOf": [{"type": name}]})
        )
    return document


MUTATIONS: tuple[Callable[[Stranger, Document], Document], ...] = (
    _drop,
    _drop,
    _blank,
    _replace,
    _retext,
    _add,
    _shuffle,
    _repeat,
    _reorder,
    _rename,
    _inline,
    _reference,
    _library,
    _nest,
    _respell,
)
