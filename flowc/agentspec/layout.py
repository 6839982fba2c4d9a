"""Documents in one layout, in which documents that say exactly the same are equal objects.

Every component stands by its id, whether it was inline or referenced; lists of nodes and edges are
in one order, but two data edges from one node into one input keep theirs (SEMANTICS 4); secrets are
the placeholders that the specification asks for. All else is content, spelling included.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from flowc.agentspec.hoist import (
    Hoisted,
    RawComponent,
    beside_components,
    hoist,
    with_version,
)
from flowc.agentspec.keys import REFERENCE
from flowc.ir.nodes import NEXT
from flowc.ir.secrets import is_secret
from flowc.ir.values import ABSENT, Ref, same_json, secret
from flowc.records import dataclass

CONTROL, DATA = "control_flow_connections", "data_flow_connections"
_EDGE_TYPES = ("ControlFlowEdge", "DataFlowEdge")
_ONE_INPUT = ("source_node", "destination_node", "destination_input")
"""Data edges that are equal in these keep their order."""
_ENDS = ("from_node", "to_node", *_ONE_INPUT, "source_output")

Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A document by its components: what each says, by id. Lists are as the document has them.

    `beside` are the fields of the document's own object that belong to no component, such as the
    version; `root` is None for a library.
    """

    beside: Mapping[str, Any]
    root: str | None
    components: Mapping[str, Fields]


def lay_out(document: Mapping[str, Any]) -> LaidOut:
    """What an Agent Spec document says, by component. It must be one, and not nest too deeply."""
    document = with_version(document)
    hoisted = hoist(document, None, lambda finding: None, all_raw=True)
    edges = set(_edges(hoisted))
    return LaidOut(
        beside_components(document),
        hoisted.root,
        {
            id_: _component(raw, hoisted.components)
            for id_, raw in hoisted.components.items()
            if id_ not in edges
        },
    )


def layout(document: Mapping[str, Any]) -> dict[str, Any]:
    """An Agent Spec document in the one layout: `components`, the id of the `root`, and what stands
    `beside` them, such as the version."""
    found = lay_out(document)
    components = {id_: in_order(fields) for id_, fields in sorted(found.components.items())}
    return {"beside": dict(found.beside), "root": found.root, "components": components}


def exact_differences(a: Mapping[str, Any], b: Mapping[str, Any]) -> tuple[str, ...]:
    """One line for each field of a component that two documents do not say exactly alike."""
    left, right = layout(a), layout(b)
    lines = [
        _line(name, left[name], right[name])
        for name in ("beside", "root")
        if not same_json(left[name], right[name])
    ]
    ours, theirs = left["components"], right["components"]
    for id_ in dict.fromkeys((*ours, *theirs)):
        if id_ not in theirs:
            lines.append(f"{_title(ours[id_], id_)} is only in the first")
        elif id_ not in ours:
            lines.append(f"{_title(theirs[id_], id_)} is only in the second")
        else:
            lines += [
                _line(f"{_title(ours[id_], id_)}: {name}", mine, other)
                for name, mine, other in changed(ours[id_], theirs[id_])
            ]
    return tuple(lines)


def same_layout(a: LaidOut, b: LaidOut) -> bool:
    """Whether two documents say exactly the same."""
    return (
        a.root == b.root
        and same_json(a.beside, b.beside)
        and a.components.keys() == b.components.keys()
        and all(
            same_json(in_order(fields), in_order(b.components[id_]))
            for id_, fields in a.components.items()
        )
    )


def changed(a: Fields, b: Fields) -> Iterator[tuple[str, Any, Any]]:
    """The fields in which two components or edges differ, each with both values; ABSENT for a
    field that is not there."""
    for name in dict.fromkeys((*a, *b)):
        mine, other = a.get(name, ABSENT), b.get(name, ABSENT)
        if mine is ABSENT or other is ABSENT or not same_json(mine, other):
            yield name, mine, other


def _line(what: str, mine: object, other: object) -> str:
    return f"{what}: {_shown(mine)} and {_shown(other)}"


def _shown(value: object) -> str:
    return "absent" if value is ABSENT else json.dumps(value, sort_keys=True)


def _title(fields: Fields, id_: str) -> str:
    return f"{fields.get('component_type', 'component')} '{id_}'"


# Components ---------------------------------------------------------------------------------------


def _edges(hoisted: Hoisted) -> Iterator[str]:
    """The ids of the components that flows use as edges."""
    for raw in hoisted.components.values():
        for name in (CONTROL, DATA) if raw.type == "Flow" else ():
            listed = raw.fields.get(name)
            for item in listed if isinstance(listed, list) else ():
                edge = hoisted.components.get(item.id) if isinstance(item, Ref) else None
                if edge is not None and edge.type in _EDGE_TYPES:
                    yield edge.id


def _component(raw: RawComponent, components: Mapping[str, RawComponent]) -> Fields:
    """What a component says, with references as JSON has them and edges where they are listed."""
    types = frozenset((raw.type,))
    found = dict(raw.identity)
    if "id" in found and raw.given_id:
        found["id"] = raw.id
    for name, value in raw.fields.items():
        hidden = is_secret(name, value, types)
        if raw.type == "Flow" and name in (CONTROL, DATA) and isinstance(value, list):
            value = [_edge(item, components) for item in value]
        found[name] = _plain(secret(raw.id, name) if hidden else value)
    return found


def _edge(item: Any, components: Mapping[str, RawComponent]) -> Any:
    """An edge as a flow lists it; one that is referenced has the id by which it is."""
    raw = components.get(item.id) if isinstance(item, Ref) else item
    if not isinstance(raw, RawComponent) or raw.type not in _EDGE_TYPES:
        return item
    found = _component(raw, components)
    return {**found, "id": raw.id} if isinstance(item, Ref) else found


def _plain(value: Any) -> Any:
    if isinstance(value, Ref):
        return {REFERENCE: value.id}
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value


# Order --------------------------------------------------------------------------------------------


def in_order(fields: Fields) -> Fields:
    """A component with its fields, and a flow's nodes and edges, in one order."""
    found: dict[str, Any] = {name: fields[name] for name in sorted(fields)}
    if fields.get("component_type") == "Flow":
        for name, key in (("nodes", _text), (CONTROL, _text), (DATA, _data_key)):
            if isinstance(found.get(name), list):
                found[name] = sorted(found[name], key=key)
    return found


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _data_key(edge: Any) -> str:
    ends = isinstance(edge, Mapping) and all(name in edge for name in _ONE_INPUT)
    return _text([edge[name] for name in _ONE_INPUT] if ends else edge)


def edge_key(edge: Any) -> str:
    """What tells edges apart that are not equal copies: their ends, and the branch."""
    if not isinstance(edge, Mapping):
        return _text(edge)
    ends = [edge.get(name) for name in _ENDS]
    return _text([NEXT if edge.get("from_branch") is None else edge["from_branch"], *ends])
