"""Edges as nearly all are written: known fields of the right kinds, and references at both ends.

They become edges of the IR at once. Where a list has another one, all of it is hoisted and looked
at field by field, which takes three times as long.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from flowc.agentspec.keys import REFERENCE, TYPE
from flowc.ir.catalogue import CATALOGUE
from flowc.ir.flow import ControlEdge, DataEdge
from flowc.ir.values import NOTHING, Ref
from flowc.text import Pointer

_ENDS = {
    "ControlFlowEdge": ("from_node", "to_node"),
    "DataFlowEdge": ("source_node", "destination_node"),
}
_TEXT, _OBJECT, _NULL = frozenset({str}), frozenset({dict}), frozenset({type(None)})
_KINDS: Mapping[str, frozenset[type]] = {
    TYPE: _TEXT,
    "id": _TEXT,
    "name": _TEXT | _NULL,
    "description": _TEXT | _NULL,
    "metadata": _OBJECT | _NULL,
    "from_node": _OBJECT,
    "from_branch": _TEXT | _NULL,
    "to_node": _OBJECT,
    "source_node": _OBJECT,
    "source_output": _TEXT,
    "destination_node": _OBJECT,
    "destination_input": _TEXT,
}
"""What the values of a plain edge's fields may be."""


def plain_edges(
    listed: list[Any], component_type: str, ids: Mapping[str, str], place: Pointer | None
) -> list[ControlEdge | DataEdge] | None:
    """The edges of a list, which stands at a place and should hold edges of one type, if all are
    plain, else None. `ids` are those of the components that are referred to by another one."""
    if not all(_is_plain(edge, component_type) for edge in listed):
        return None
    make = _control_edge if component_type == "ControlFlowEdge" else _data_edge
    if place is None:
        return [make(edge, ids, None) for edge in listed]
    source, path = place.source, place.path
    return [make(edge, ids, Pointer(source, (*path, at))) for at, edge in enumerate(listed)]


def fields_of(edge: ControlEdge | DataEdge) -> tuple[str, dict[str, Any]]:
    """The type of a plain edge, and its fields but for the id, with references at its ends."""
    type_ = "ControlFlowEdge" if isinstance(edge, ControlEdge) else "DataFlowEdge"
    names = [name for name in _KINDS if name not in (TYPE, "id") and hasattr(edge, name)]
    found = {name: getattr(edge, name) for name in names}
    return type_, found | {name: Ref(found[name]) for name in _ENDS[type_]}


# Both say in full what they share: nothing is made more often when a document is read.


def _control_edge(
    edge: Mapping[str, Any], ids: Mapping[str, str], origin: Pointer | None
) -> ControlEdge:
    source, target = edge["from_node"][REFERENCE], edge["to_node"][REFERENCE]
    return ControlEdge(
        id=edge.get("id"),
        name=edge.get("name"),
        description=edge.get("description"),
        metadata=edge.get("metadata") or NOTHING,
        origin=origin,
        from_node=ids.get(source, source),
        from_branch=edge.get("from_branch"),
        to_node=ids.get(target, target),
    )


def _data_edge(edge: Mapping[str, Any], ids: Mapping[str, str], origin: Pointer | None) -> DataEdge:
    source, target = edge["source_node"][REFERENCE], edge["destination_node"][REFERENCE]
    return DataEdge(
        id=edge.get("id"),
        name=edge.get("name"),
        description=edge.get("description"),
        metadata=edge.get("metadata") or NOTHING,
        origin=origin,
        source_node=ids.get(source, source),
        source_output=edge["source_output"],
        destination_node=ids.get(target, target),
        destination_input=edge["destination_input"],
    )


def _is_plain(edge: Any, component_type: str) -> bool:
    """Whether a value is an edge of the type of which there is nothing more to say."""
    if type(edge) is not dict or not _is_known(
        component_type, tuple(edge), tuple(map(type, edge.values()))
    ):
        return False
    source, target = _ENDS[component_type]
    return (
        edge[TYPE] == component_type
        and edge.get("id") != ""
        and _is_reference(edge[source])
        and _is_reference(edge[target])
    )


def _is_reference(value: Mapping[str, Any]) -> bool:
    return len(value) == 1 and isinstance(value.get(REFERENCE), str)


@lru_cache(maxsize=64)  # most edges of a type have the same fields with values of the same kinds
def _is_known(component_type: str, names: tuple[str, ...], kinds: tuple[type, ...]) -> bool:
    """Whether there are all fields that edges of the type have, and no others, with values that
    they may have."""
    fields = set(names)
    return (
        TYPE in fields
        and CATALOGUE[component_type].has_all(fields - {TYPE})
        and all(kind in _KINDS.get(name, ()) for name, kind in zip(names, kinds, strict=True))
    )
