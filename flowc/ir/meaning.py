"""How two documents differ by meaning.

What has no meaning is not compared: ids of nodes, names of StartNodes and EndNodes, ids and names
of edges, ids that are UUIDs, the order of components, nodes and control edges, optional fields that
say what their absence says, places, and the names that a `.flow` source gave to types. The order of
data edges counts where several go into one input (SEMANTICS 4).

Both documents are turned into facts, one value by readable key; the facts are compared.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flowc.ir.catalogue import CATALOGUE
from flowc.ir.components import Component
from flowc.ir.derived import component_inputs, component_outputs
from flowc.ir.document import Document
from flowc.ir.flow import ControlEdge, DataEdge, Edge, Flow
from flowc.ir.nodes import NEXT, EndNode, Node, StartNode
from flowc.ir.schema import property_from_schema, property_to_schema
from flowc.ir.types import ANY, ArrayType, BaseType, ObjectType, Property, Type, UnionType
from flowc.ir.values import ABSENT, Ref, same_json

Facts = dict[str, Any]

_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(\Z|/)")
_GRAPH = frozenset({"nodes", "start_node", "control_edges", "data_edges"})
_DEFAULTS: Mapping[str, Any] = {
    "requires_confirmation": False,
    "human_in_the_loop": True,
    "branch_name": NEXT,
    "tools": [],
    "toolboxes": [],
    "transforms": [],
}
"""Values of optional fields that say what their absence says."""
_NEVER_EMPTY = frozenset({"mapping", "reducers", "datastore_schema"})


def differences(a: Document, b: Document) -> tuple[str, ...]:
    """One line for every difference in meaning between `a` and `b`; empty: they mean the same.

    Both must be complete, as the reader and the binder make them. Overrides are compared as they
    are, but for those of inputs, outputs and branches, which count as what they set.
    """
    names = _matched(a, b)
    left, right = _facts(a, names), _facts(b, {})
    keys = dict.fromkeys((*left, *right))
    return tuple(line for key in keys if (line := _line(key, left, right)) is not None)


def _line(key: str, left: Facts, right: Facts) -> str | None:
    if key.endswith(": id") and (key in left) != (key in right):
        owner = key.removesuffix(": id")
        if owner in left and owner in right:
            return None  # one of the two ids is a UUID
    if key not in right:
        return f"{key} is only in the first"
    if key not in left:
        return f"{key} is only in the second"
    if same_json(left[key], right[key]):
        return None
    return f"{key}: {left[key]!r} and {right[key]!r}"


# Which component is which -------------------------------------------------------------------------


def _matched(a: Document, b: Document) -> dict[str, str]:
    """The ids of the first document as the second has them: the roots, then equal ids, then equal
    types and names in order. Nodes are matched inside matched flows."""
    left, right = _here(a), _here(b)
    names = _pairs(left, right, {a.root: b.root} if a.root and b.root else {})
    for flow in [item for item in left if isinstance(item, Flow)]:
        other = b.flow(names.get(flow.id, flow.id))
        if other is not None:
            names |= _matched_nodes(flow, other)
    return names


def _matched_nodes(flow: Flow, other: Flow) -> dict[str, str]:
    """The nodes of a flow: the starts, then equal ids, then equal names; but EndNodes, which have
    neither an id nor a name that means something, first by what leads to them."""
    starts = {flow.start_node: other.start_node}
    pairs = _pairs(_no_ends(flow), _no_ends(other), starts)
    return _pairs(flow.nodes, other.nodes, _along_edges(flow, other, pairs))


def _no_ends(flow: Flow) -> list[Node]:
    return [node for node in flow.nodes if not isinstance(node, EndNode)]


def _here(document: Document) -> list[Component]:
    return [item for item in document.components.values() if not item.extern]


def _pairs(
    left: Sequence[Component], right: Sequence[Component], known: Mapping[str, str]
) -> dict[str, str]:
    pairs = dict(known)
    taken = set(pairs.values())
    free = {item.id for item in right} - taken
    for item in left:
        if item.id in free and item.id not in pairs:
            pairs[item.id] = item.id
            free.remove(item.id)
    by_name: dict[tuple[str, str], list[str]] = {}
    for item in reversed(right):
        if item.id in free:
            by_name.setdefault((item.component_type, item.name), []).append(item.id)
    for item in left:
        same_name = by_name.get((item.component_type, item.name))
        if item.id not in pairs and same_name:
            pairs[item.id] = same_name.pop()
    return pairs


def _along_edges(flow: Flow, other: Flow, known: Mapping[str, str]) -> dict[str, str]:
    """The pairs of nodes, and those that edges from the same branches of paired nodes lead to."""
    pairs = dict(known)
    used = set(pairs.values())
    free = {node.id: type(node) for node in other.nodes if node.id not in used}
    kinds = {node.id: type(node) for node in flow.nodes}
    there: dict[tuple[str, str], list[str]] = {}
    for edge in other.control_edges:
        there.setdefault((edge.from_node, edge.branch), []).append(edge.to_node)
    waiting: dict[str, list[ControlEdge]] = {}
    for edge in flow.control_edges:
        waiting.setdefault(edge.from_node, []).append(edge)
    work = list(pairs)
    while work:
        node = work.pop()
        for edge in waiting.get(node, ()):
            for target in there.get((pairs[node], edge.branch), ()):
                if edge.to_node not in pairs and free.get(target) is kinds.get(edge.to_node):
                    pairs[edge.to_node] = target
                    del free[target]
                    work.append(edge.to_node)
    return pairs


def _renamed(id_: str, names: Mapping[str, str]) -> str:
    """An id as the other document has it. What is derived from a component's id (`<id>/field`, the
    secret `<id>.field`) goes with it."""
    if id_ in names:
        return names[id_]
    for at in range(len(id_) - 1, 0, -1):
        if id_[at] in "/." and id_[:at] in names:
            return names[id_[:at]] + id_[at:]
    return id_


# Facts --------------------------------------------------------------------------------------------


def _facts(document: Document, names: Mapping[str, str]) -> Facts:
    facts: Facts = {"version": document.version}
    facts["root"] = None if document.root is None else _renamed(document.root, names)
    for component in _here(document):
        label = _label(component, names)
        facts |= _component_facts(label, component, document, names)
        if not _UUID.match(component.id):
            facts[f"{label}: id"] = _id_fact(component.id, names)
        if isinstance(component, Flow):
            facts |= _flow_facts(label, component, document, names)
    return facts


def _id_fact(id_: str, names: Mapping[str, str]) -> str:
    """What a declaration's id says: itself, unless it hangs on another's."""
    new = _renamed(id_, names)
    return new if _UUID.match(new) or "/" in id_ else id_


def _label(component: Component, names: Mapping[str, str]) -> str:
    return f"{component.component_type} '{_renamed(component.id, names)}'"


def _component_facts(
    label: str, component: Component, document: Document, names: Mapping[str, str]
) -> Facts:
    component = _lists_applied(component)
    facts: Facts = {label: True}
    if not isinstance(component, (StartNode, EndNode)):
        facts[f"{label}: name"] = component.name
    if component.description is not None:
        facts[f"{label}: description"] = component.description
    if component.metadata:
        facts[f"{label}: metadata"] = _value(component.metadata, names)
    facts |= _properties(f"{label}: input", component_inputs(component, document.components))
    facts |= _properties(f"{label}: output", component_outputs(component, document.components))
    if isinstance(component, Node):
        facts[f"{label}: branches"] = sorted(component.branches)
    for name, value in _fields(component).items():
        facts[f"{label}: {name}"] = _value(value, names)
    return facts


def _lists_applied(component: Component) -> Component:
    """The component with the inputs, outputs and branches that its overrides give it: the binder
    and the reader put them into these places alike."""
    lists: dict[str, Any] = {}
    for name in ("inputs", "outputs", "branches"):
        value = component.overrides.get(name)
        if isinstance(value, (list, tuple)) and hasattr(component, name):
            lists[name] = tuple(map(property_from_schema, value) if name != "branches" else value)
    if not lists:
        return component
    rest = {name: value for name, value in component.overrides.items() if name not in lists}
    return replace(component, overrides=rest, **lists)


def _properties(label: str, items: Sequence[Property]) -> Facts:
    facts: Facts = {f"{label}s": [item.title for item in items]}
    for item in items:
        facts[f"{label} '{item.title}'"] = _sorted_required(
            property_to_schema(replace(item, type=_explicit(item.type)))
        )
    return facts


def _explicit(type_: Type) -> Type:
    """The type with every object listing what it requires, as absence and list say the same; so do
    absent and no properties beside `additionalProperties`, and `true` and `{}` as its value."""
    match type_:
        case ArrayType() if type_.items is not None:
            return replace(type_, items=_explicit(type_.items))
        case ObjectType():
            fields = type_.fields and tuple(
                replace(field, type=_explicit(field.type)) for field in type_.fields
            )
            additional = type_.additional
            if isinstance(additional, BaseType):
                additional = True if additional == ANY else _explicit(additional)
            if not fields and additional is not None:
                fields = None
            return replace(type_, fields=fields, additional=additional, lists_required=True)
        case UnionType():
            return replace(type_, members=tuple(map(_explicit, type_.members)))
        case _:
            return type_


def _sorted_required(schema: Any) -> Any:
    """The schema with its lists of required properties in one order."""
    if isinstance(schema, dict):
        found = {key: _sorted_required(value) for key, value in schema.items()}
        if isinstance(found.get("required"), list) and found.get("type") == "object":
            found["required"] = sorted(found["required"], key=str)
        return found
    return [_sorted_required(item) for item in schema] if isinstance(schema, list) else schema


def _fields(component: Component) -> dict[str, Any]:
    """The fields that say something, overrides included."""
    skip = _GRAPH if isinstance(component, Flow) else frozenset()
    entry = CATALOGUE.get(component.component_type)
    empty = (entry.data if entry else frozenset()) - _NEVER_EMPTY
    own = {name: value for name, value in component.own_fields().items() if name not in skip}
    return {
        name: value
        for name, value in (own | dict(component.overrides)).items()
        if not _says_nothing(name, value) and not (name in empty and value == {})
    }


def _says_nothing(name: str, value: Any) -> bool:
    if name not in _DEFAULTS:
        return False
    return same_json(list(value) if isinstance(value, tuple) else value, _DEFAULTS[name])


def _value(value: Any, names: Mapping[str, str]) -> Any:
    """A field value with references as the other document has them."""
    if isinstance(value, Ref):
        return {"$component_ref": _renamed(value.id, names)}
    if isinstance(value, Mapping):
        return {key: _value(item, names) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_value(item, names) for item in value]
    return "absent" if value is ABSENT else value


# Flows --------------------------------------------------------------------------------------------


def _flow_facts(label: str, flow: Flow, document: Document, names: Mapping[str, str]) -> Facts:
    facts: Facts = {f"{label}: start_node": _renamed(flow.start_node, names)}
    for node in flow.nodes:
        inner = f"{label}: {_label(node, names)}"
        facts |= _component_facts(inner, node, document, names)
    control: dict[str, list[Facts]] = {}
    for edge in flow.control_edges:
        control.setdefault(_control_key(edge, names), []).append(_extras(edge, names))
    for key, extras in control.items():
        facts[f"{label}: {key}"] = sorted(extras, key=repr)
    if flow.data_edges is None:
        facts[f"{label}: wired by name"] = True
    for data in flow.data_edges or ():
        facts.setdefault(f"{label}: {_data_key(data, names)}", []).append(
            [f"{_renamed(data.source_node, names)}.{data.source_output}", _extras(data, names)]
        )
    return facts


def _control_key(edge: ControlEdge, names: Mapping[str, str]) -> str:
    source, target = _renamed(edge.from_node, names), _renamed(edge.to_node, names)
    return f"control edge {source}[{edge.branch}] -> {target}"


def _data_key(edge: DataEdge, names: Mapping[str, str]) -> str:
    return f"data edges into {_renamed(edge.destination_node, names)}.{edge.destination_input}"


def _extras(edge: Edge, names: Mapping[str, str]) -> Facts:
    """What an edge says besides its ends."""
    said: dict[str, Any] = {
        "description": edge.description,
        "metadata": edge.metadata,
        "fields": edge.fields,
        "overrides": edge.overrides,
    }
    return {name: _value(value, names) for name, value in said.items() if value}
