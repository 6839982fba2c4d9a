"""What an exact source must say more: the differences between a document and what its source
compiles to, kept as overrides, which `@with` writes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from flowc.agentspec.hoist import OPAQUE
from flowc.agentspec.keys import REFERENCE
from flowc.agentspec.layout import CONTROL, DATA, Fields, LaidOut, changed, edge_key, in_order
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import ControlEdge, DataEdge, Flow
from flowc.ir.nodes import Node
from flowc.ir.values import ABSENT, OverrideValue, Ref, same_json
from flowc.records import replace

_E = TypeVar("_E", ControlEdge, DataEdge)


def without_edge_identity(document: Document) -> Document:
    """The document with derived ids and names for all edges."""
    return _with_flows(
        document,
        lambda flow: replace(
            flow,
            control_edges=tuple(map(_bare, flow.control_edges)),
            data_edges=None if flow.data_edges is None else tuple(map(_bare, flow.data_edges)),
        ),
    )


def _bare(edge: _E) -> _E:
    return replace(edge, id=None, name=None)


def with_differences(document: Document, original: LaidOut, result: LaidOut) -> Document:
    """The document with an override for each field that the result does not say as the original.

    `document` is what was read from the original, `result` what it compiled to as a source. Edges
    get ids and names of their own; if that cannot make a flow's edges equal, the flow gets the
    whole list.
    """
    kept = {
        id_: dict(_overrides(fields, result.components[id_]))
        for id_, fields in original.components.items()
        if id_ in result.components
    }
    beside = {name: mine for name, mine, _ in changed(original.beside, result.beside)}
    components = {id_: _kept(component, kept) for id_, component in document.components.items()}
    return _with_flows(
        replace(document, components=components, overrides={**document.overrides, **beside}),
        lambda flow: _flow(flow, kept, original.components, result.components),
    )


def _with_flows(document: Document, change: Callable[[Flow], Flow]) -> Document:
    components = {
        id_: change(item) if isinstance(item, Flow) and not item.extern else item
        for id_, item in document.components.items()
    }
    return replace(document, components=components)


_C = TypeVar("_C", bound=Component)


def _kept(component: _C, kept: Mapping[str, Mapping[str, OverrideValue]]) -> _C:
    own = kept.get(component.id)
    return replace(component, overrides={**component.overrides, **own}) if own else component


def _overrides(mine: Fields, other: Fields) -> Iterator[tuple[str, OverrideValue]]:
    """The fields that differ, as the original has them; not a flow's edges, which are compared one
    by one."""
    for name, _, otherwise in changed(in_order(mine), in_order(other)):
        value = mine.get(name, ABSENT)
        if not (_has_edges(mine, name) and isinstance(otherwise, list)):
            yield name, value if name in OPAQUE else _with_references(value)


def _has_edges(fields: Fields, name: str) -> bool:
    flow = fields.get("component_type") == "Flow"
    return flow and name in (CONTROL, DATA) and isinstance(fields.get(name), list)


def _with_references(value: Any) -> Any:
    """A value of a document with references as the IR has them."""
    if isinstance(value, Mapping):
        if value.keys() == {REFERENCE} and isinstance(value[REFERENCE], str):
            return Ref(value[REFERENCE])
        return {key: _with_references(item) for key, item in value.items()}
    return [_with_references(item) for item in value] if isinstance(value, list) else value


# Flows --------------------------------------------------------------------------------------------


def _flow(
    flow: Flow,
    kept: Mapping[str, Mapping[str, OverrideValue]],
    originals: Mapping[str, Fields],
    results: Mapping[str, Fields],
) -> Flow:
    """The flow with what its nodes and edges must say more."""
    nodes: tuple[Node, ...] = tuple(_kept(node, kept) for node in flow.nodes)
    mine, other = originals.get(flow.id, {}), results.get(flow.id, {})
    control = _edges(flow.control_edges, CONTROL, mine, other)
    data = _edges(flow.data_edges or (), DATA, mine, other)
    lists: dict[str, OverrideValue] = {
        name: _with_references(mine[name])
        for name, edges in ((CONTROL, control), (DATA, data))
        if edges is None
    }
    return replace(
        flow,
        nodes=nodes,
        control_edges=control or flow.control_edges,
        data_edges=data or flow.data_edges,
        overrides={**flow.overrides, **lists},
    )


def _edges(
    edges: Sequence[_E], field: str, original: Fields, result: Fields
) -> tuple[_E, ...] | None:
    """The edges with what each must say more; None if the flow itself must list them."""
    mine, other = original.get(field), result.get(field)
    if not isinstance(mine, list) or not isinstance(other, list):
        return tuple(edges)
    if same_json(in_order(original).get(field), in_order(result).get(field)):
        return tuple(edges)
    if len(mine) != len(edges) or len(other) != len(edges):
        return None
    waiting: dict[str, deque[Fields]] = {}
    for item in other:
        waiting.setdefault(edge_key(item), deque()).append(item)
    found = []
    for edge, fields in zip(edges, mine, strict=True):
        same_ends = waiting.get(edge_key(fields))
        if not same_ends:
            return None
        found.append(_edge(edge, fields, same_ends.popleft()))
    return None if found == list(edges) else tuple(found)


def _edge(edge: _E, mine: Fields, other: Fields) -> _E:
    own: dict[str, Any] = {}
    overrides = dict(edge.overrides)
    for name, value, _ in changed(mine, other):
        if name in ("id", "name") and isinstance(value, str):
            own[name] = value
        else:
            overrides[name] = value if name in OPAQUE else _with_references(value)
    return replace(edge, **own, overrides=overrides)
