"""The last step of a node: from its draft to its class in the IR."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flowc.ir.components import Component
from flowc.ir.derived import signature
from flowc.ir.nodes import DEFAULT, NODE_CLASSES, BranchingNode, EndNode, Node, StartNode
from flowc.ir.types import Property
from flowc.ir.values import FieldValue
from flowc.records import replace
from flowc.semantics.binding.annotations import Annotated
from flowc.semantics.binding.drafts import Draft
from flowc.semantics.binding.fields import OWN
from flowc.semantics.binding.overrides import overridden
from flowc.semantics.binding.places import Places, statement_places
from flowc.text import Span


def build_node(draft: Draft) -> Node:
    """The node that the draft has become."""
    own, rest = split_fields(draft.kind, draft.fields)
    statement = draft.statement
    described = None if statement is None else statement.description
    annotated = draft.annotated
    inputs = overridden(annotated.overrides, "inputs")
    outputs = overridden(annotated.overrides, "outputs")
    node = draft.kind(
        component_type=draft.component_type or draft.kind.__name__,
        id=draft.id,
        name=draft.label if annotated.name is None else annotated.name,
        description=None if described is None else described.value,
        metadata=annotated.metadata,
        inputs=tuple(draft.inputs.values()) if inputs is None else inputs,
        outputs=draft.outputs if outputs is None else outputs,
        branches=draft.branches,
        fields=rest,
        overrides=annotated.overrides,
        origin=draft.span,
        places=statement_places(draft.statement, OWN.get(draft.kind, ())),
        **own,
    )
    if isinstance(node, (StartNode, EndNode)) and not (node.inputs and node.outputs):
        both = signature(node, {})  # one list stands for both
        return replace(node, inputs=both.inputs, outputs=both.outputs)
    return node


def build_component(
    component_type: str,
    id_: str,
    name: str,
    annotated: Annotated,
    description: str | None,
    inputs: tuple[Property, ...] | None,
    outputs: tuple[Property, ...] | None,
    fields: Mapping[str, FieldValue],
    origin: Span,
    places: Places,
    extern: bool,
) -> Component:
    """A component that stands outside flows; one of a node type becomes a node."""
    kind = NODE_CLASSES.get(component_type)
    own, rest = split_fields(kind, fields) if kind is not None else ({}, dict(fields))
    overrides = annotated.overrides
    inputs = inputs if (given := overridden(overrides, "inputs")) is None else given
    outputs = outputs if (given := overridden(overrides, "outputs")) is None else given
    shared: dict[str, Any] = {
        "component_type": component_type,
        "id": id_,
        "name": name if annotated.name is None else annotated.name,
        "description": description,
        "metadata": annotated.metadata,
        "overrides": overrides,
        "extern": extern,
        "origin": origin,
        "places": places,
    }
    if kind is None or not _complete(kind, own):
        return Component(inputs=inputs, outputs=outputs, fields={**own, **rest}, **shared)
    node = kind(inputs=inputs or (), outputs=outputs or (), fields=rest, **shared, **own)
    if isinstance(node, BranchingNode):
        return replace(node, branches=tuple(dict.fromkeys([*node.mapping.values(), DEFAULT])))
    return node


def split_fields(
    kind: type[Node], fields: Mapping[str, FieldValue]
) -> tuple[dict[str, Any], dict[str, FieldValue]]:
    """The fields that are the kind's own, and the others."""
    names = OWN.get(kind, ())
    own: dict[str, Any] = {name: value for name, value in fields.items() if name in names}
    if "subflows" in own:
        own["subflows"] = tuple(own["subflows"])
    return own, {name: value for name, value in fields.items() if name not in names}


def _complete(kind: type[Node], own: Mapping[str, Any]) -> bool:
    return all(name in own for name in OWN[kind] if name in ("tool", "subflow", "agent"))
