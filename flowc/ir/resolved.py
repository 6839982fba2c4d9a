"""A component as one JSON object with all that it refers to inside: what services are given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flowc.ir.components import Component
from flowc.ir.derived import component_inputs
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import Node
from flowc.ir.schema import property_to_schema
from flowc.ir.values import ABSENT, Ref

MAX_DEPTH = 50
MAX_VALUES = 100_000
"""What a resolved component may be at most, to be run or written into a module."""


def resolved(document: Document, id_: str) -> dict[str, Any]:
    """The component of that id as plain JSON, references to other components replaced by these.

    A reference to what is not in the document (a secret, say), or to what is being resolved, stays
    ``{"$component_ref": id}``.
    """
    return _component(document, document.components[id_], frozenset())


def resolved_node(document: Document, node: Node) -> dict[str, Any]:
    """A node as plain JSON, with all that it refers to inside."""
    return _component(document, node, frozenset())


def is_too_large(document: Document, component: Component) -> bool:
    """Whether the component with all that it refers to inside is nested deeper than
    :data:`MAX_DEPTH`, or has more than :data:`MAX_VALUES` values: references multiply."""
    left = MAX_VALUES
    work: list[tuple[Any, int, frozenset[str]]] = [(component, 1, frozenset())]
    while work:
        value, depth, around = work.pop()
        if isinstance(value, Ref) and value.id not in around:
            value = document.components.get(value.id)
        if isinstance(value, Component):
            around |= {value.id}
            value = {**_fields(value), **value.overrides, "metadata": value.metadata}
        if depth > MAX_DEPTH or left < 0:
            return True
        if isinstance(value, Mapping):
            value = tuple(value.values())
        if isinstance(value, (list, tuple)):
            left -= len(value)
            work += [(item, depth + 1, around) for item in value]
    return False


def resolved_tool(document: Document, tool: Component) -> dict[str, Any]:
    """A tool as plain JSON, with all that it refers to inside, and its inputs listed whether its
    own document lists them or not."""
    inputs = component_inputs(tool, document.components)
    return {
        **_component(document, tool, frozenset()),
        "inputs": [property_to_schema(item) for item in inputs],
    }


def _component(document: Document, component: Component, around: frozenset[str]) -> dict[str, Any]:
    inside = around | {component.id}
    found: dict[str, Any] = {
        "component_type": component.component_type,
        "id": component.id,
        "name": component.name,
    }
    if component.description is not None:
        found["description"] = component.description
    if component.metadata:
        found["metadata"] = _value(document, component.metadata, inside)
    for name in ("inputs", "outputs"):
        items = getattr(component, name)
        if items is not None:
            found[name] = [property_to_schema(item) for item in items]
    for name, value in {**_fields(component), **component.overrides}.items():
        if value is ABSENT:
            found.pop(name, None)
        else:
            found[name] = _value(document, value, inside)
    return found


def _fields(component: Component) -> Mapping[str, Any]:
    return {} if isinstance(component, Flow) else component.own_fields()


def _value(document: Document, value: Any, around: frozenset[str]) -> Any:
    if isinstance(value, Ref):
        component = document.components.get(value.id)
        if component is None or value.id in around:
            return {"$component_ref": value.id}
        return _component(document, component, around)
    if isinstance(value, Mapping):
        return {key: _value(document, item, around) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_value(document, item, around) for item in value]
    return value
