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
from typing import Any, TypeVar

from flowc.ir.catalogue import CATALOGUE
from flowc.ir.components import Component, telling
from flowc.ir.derived import component_inputs, component_outputs, with_inherited_defaults
from flowc.ir.document import Document
from flowc.ir.flow import ControlEdge, DataEdge, Edge, Flow
from flowc.ir.matching import components_here, matched, renamed, said_name
from flowc.ir.nodes import NEXT, EndNode, Node, StartNode
from flowc.ir.nowhere import led_nowhere
from flowc.ir.schema import property_from_schema, property_to_schema
from flowc.ir.types import ANY, ArrayType, BaseType, ObjectType, Property, Type, UnionType
from flowc.ir.values import ABSENT, Ref, same_json
from flowc.records import replace

Facts = dict[str, Any]
_C = TypeVar("_C", bound=Component)

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
    names = matched(a, b)
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


# Facts --------------------------------------------------------------------------------------------


def _facts(document: Document, names: Mapping[str, str]) -> Facts:
    facts: Facts = {"version": document.version}
    facts["root"] = None if document.root is None else renamed(document.root, names)
    facts["references to nowhere"] = sorted(renamed(id_, names) for id_ in led_nowhere(document))
    for name, value in document.overrides.items():
        facts[f"beside the components: {name}"] = _value(value, names)
    for component in components_here(document):
        component = _in_full(component, document)
        label = _label(component, names)
        facts |= _component_facts(label, component, document, names)
        if not _UUID.match(component.id):
            facts[f"{label}: id"] = _id_fact(component.id, names)
        if isinstance(component, Flow):
            facts |= _flow_facts(label, component, document, names)
    return facts


def _id_fact(id_: str, names: Mapping[str, str]) -> str:
    """What a declaration's id says: itself, unless it hangs on another's."""
    new = renamed(id_, names)
    return new if _UUID.match(new) or "/" in id_ else id_


def _name_fact(component: Component, names: Mapping[str, str]) -> str:
    """A component's name; one that is derived from its place goes with the place."""
    derived = component.name == component.id and "/" in component.id
    return renamed(component.name, names) if derived else said_name(component)


def _label(component: Component, names: Mapping[str, str]) -> str:
    return f"{component.component_type} '{renamed(component.id, names)}'"


def _component_facts(
    label: str, component: Component, document: Document, names: Mapping[str, str]
) -> Facts:
    facts: Facts = {label: True}
    if not isinstance(component, (StartNode, EndNode)):
        facts[f"{label}: name"] = _name_fact(component, names)
    if component.description is not None:
        facts[f"{label}: description"] = component.description
    if metadata := telling(component.metadata):
        facts[f"{label}: metadata"] = _value(metadata, names)
    facts |= _properties(f"{label}: input", component_inputs(component, document.components))
    facts |= _properties(f"{label}: output", component_outputs(component, document.components))
    if isinstance(component, Node):
        facts[f"{label}: branches"] = sorted(component.branches)
    for name, value in _fields(component).items():
        facts[f"{label}: {name}"] = _value(value, names)
    return facts


def _in_full(component: Component, document: Document) -> Component:
    """The component, and if it is a flow its nodes, with lists applied and with the defaults that
    are left to subflows."""
    if isinstance(component, Flow):
        nodes = (_lists_applied(node) for node in component.nodes)
        component = replace(
            component,
            nodes=tuple(with_inherited_defaults(node, document.components) for node in nodes),
        )
    return with_inherited_defaults(_lists_applied(component), document.components)


def _lists_applied(component: _C) -> _C:
    """The component with the inputs, outputs and branches that its overrides give it: the binder
    and the reader put them into these places alike."""
    lists: dict[str, Any] = {}
    for name in ("inputs", "outputs", "branches"):
        value = component.overrides.get(name)
        kind = str if name == "branches" else Mapping
        if not isinstance(value, (list, tuple)) or not all(isinstance(it, kind) for it in value):
            continue
        if hasattr(component, name):
            lists[name] = tuple(map(property_from_schema, value) if kind is Mapping else value)
    if not lists:
        return component
    rest = {name: value for name, value in component.overrides.items() if name not in lists}
    return replace(component, overrides=rest, **lists)


def _properties(label: str, items: Sequence[Property]) -> Facts:
    facts: Facts = {f"{label}s": [item.title for item in items]}
    for index, item in enumerate(items):
        key = f"{label} '{item.title}'"
        facts[f"{key} ({index})" if key in facts else key] = _sorted_required(
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
    own = {name: value for name, value in component.own_fields().items() if name not in skip}
    return {
        name: value
        for name, value in (own | dict(component.overrides)).items()
        if not says_nothing(component, name, value)
    }


def says_nothing(component: Component, name: str, value: Any) -> bool:
    """Whether a field says no more than its absence does: it has its default, or is an object of
    data without entries."""
    if value == {}:
        entry = CATALOGUE.get(component.component_type)
        return entry is not None and name in entry.data - _NEVER_EMPTY
    if name not in _DEFAULTS:
        return False
    return same_json(list(value) if isinstance(value, tuple) else value, _DEFAULTS[name])


def _value(value: Any, names: Mapping[str, str]) -> Any:
    """A field value with references as the other document has them."""
    if isinstance(value, Ref):
        return {"$component_ref": renamed(value.id, names)}
    if isinstance(value, Mapping):
        return {key: _value(item, names) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_value(item, names) for item in value]
    return "absent" if value is ABSENT else value


# Flows --------------------------------------------------------------------------------------------


def _flow_facts(label: str, flow: Flow, document: Document, names: Mapping[str, str]) -> Facts:
    facts: Facts = {f"{label}: start_node": renamed(flow.start_node, names)}
    for node in flow.nodes:
        inner = f"{label}: {_label(node, names)}"
        facts |= _component_facts(inner, node, document, names)
        if f"{inner}: name" in facts:
            facts[f"{inner}: name"] = said_name(node)  # wherever the node stands
    control: dict[str, list[Facts]] = {}
    for edge in flow.control_edges:
        control.setdefault(_control_key(edge, names), []).append(_extras(edge, names))
    for key, extras in control.items():
        facts[f"{label}: {key}"] = sorted(extras, key=repr)
    if flow.data_edges is None:
        facts[f"{label}: wired by name"] = True
    for data in flow.data_edges or ():
        facts.setdefault(f"{label}: {_data_key(data, names)}", []).append(
            [f"{renamed(data.source_node, names)}.{data.source_output}", _extras(data, names)]
        )
    return facts


def _control_key(edge: ControlEdge, names: Mapping[str, str]) -> str:
    source, target = renamed(edge.from_node, names), renamed(edge.to_node, names)
    return f"control edge {source}[{edge.branch}] -> {target}"


def _data_key(edge: DataEdge, names: Mapping[str, str]) -> str:
    return f"data edges into {renamed(edge.destination_node, names)}.{edge.destination_input}"


def _extras(edge: Edge, names: Mapping[str, str]) -> Facts:
    """What an edge says besides its ends."""
    said: dict[str, Any] = {
        "description": edge.description,
        "metadata": telling(edge.metadata),
        "fields": edge.fields,
        "overrides": edge.overrides,
    }
    return {name: _value(value, names) for name, value in said.items() if value}
