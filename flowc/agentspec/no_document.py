"""Values that are no Agent Spec document, and what they are instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flowc.agentspec.keys import REFERENCE, TABLE, TYPE
from flowc.agentspec.rules import NO_DOCUMENT
from flowc.diagnostics import Diagnostic, closest, did_you_mean
from flowc.ir.catalogue import CATALOGUE
from flowc.ir.values import kind
from flowc.text import Pointer

_USUAL = f"An Agent Spec document is an object with a '{TYPE}', or with '{TABLE}' alone."
_DRAFT = (
    f"This is a draft of the format, with 'type' for '{TYPE}'. Rename these fields, and '$ref' to "
    f"'{REFERENCE}'."
)
_WAYFLOW = (
    "This is WayFlow's own format. Export it as Agent Spec: "
    "AgentSpecExporter().to_yaml(component), of the package wayflowcore."
)


def no_document(value: Any, origin: Pointer | None) -> Diagnostic | None:
    """What is wrong with a value that is no Agent Spec document at all; None if it is one."""
    if not isinstance(value, Mapping):
        title = f"this is {kind(value)}, not an Agent Spec document"
        return NO_DOCUMENT.at(origin, title, hint=_USUAL)
    if isinstance(value.get(TYPE), str):
        return None
    entries = list(_entries(value))
    title = f"this is no Agent Spec document: {_lack(value)}"
    if any(isinstance(entry.get(TYPE), str) for entry in entries):
        near = _misspelt_type(value)
        if near is None:
            return _dangling_root(value, origin)
        at = None if origin is None else origin.child(near)
        return NO_DOCUMENT.at(at, title, hint=_rename(near, TYPE))
    return NO_DOCUMENT.at(origin, title, hint=_instead(value, entries))


def _lack(value: Mapping[str, Any]) -> str:
    if TYPE in value:
        return f"its '{TYPE}' is {kind(value[TYPE])}, not text"
    return f"it has no '{TYPE}'"


def _entries(value: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    table = value.get(TABLE)
    for entry in table.values() if isinstance(table, Mapping) else ():
        if isinstance(entry, Mapping):
            yield entry


def _dangling_root(value: Mapping[str, Any], origin: Pointer | None) -> Diagnostic | None:
    reference, table = value.get(REFERENCE), value[TABLE]
    if reference is None or (isinstance(reference, str) and reference in table):
        return None
    if isinstance(reference, str):
        title = f"the root refers to '{reference}', which is not in '{TABLE}'"
    else:
        title = f"the root's '{REFERENCE}' is {kind(reference)}, not text"
    return NO_DOCUMENT.at(
        None if origin is None else origin.child(REFERENCE),
        title,
        hint=did_you_mean(str(reference), table),
    )


def _instead(value: Mapping[str, Any], entries: list[Mapping[str, Any]]) -> str:
    """What to do with a value that is something else."""
    if isinstance(value.get("_component_type"), str):
        return _WAYFLOW
    if any(_is_draft(item) for item in (value, *entries)):
        return _DRAFT
    names = [str(key) for key in value if key not in (TYPE, TABLE, REFERENCE)]
    for meant in (TYPE, TABLE):
        near = closest(meant, names)
        if near is not None:
            return _rename(near, meant)
    return _USUAL


def _misspelt_type(value: Mapping[str, Any]) -> str | None:
    """The field of the root that says a known type and is almost called so."""
    named = [key for key, item in value.items() if isinstance(item, str) and item in CATALOGUE]
    return closest(TYPE, named)


def _rename(field: str, meant: str) -> str:
    return f"Rename the field '{field}' to '{meant}'."


def _is_draft(item: Mapping[str, Any]) -> bool:
    type_ = item.get("type")
    return isinstance(type_, str) and "name" in item and (type_ in CATALOGUE or "id" in item)
