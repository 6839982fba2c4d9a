"""Declarations of components that are no flows."""

from __future__ import annotations

from collections.abc import Mapping

from flowc.decompile import make
from flowc.decompile.context import Context
from flowc.decompile.make import NOWHERE
from flowc.decompile.types import parameters
from flowc.decompile.values import field_entries, general_annotations, identity_annotations
from flowc.ir.components import Component
from flowc.ir.nodes import NEXT, EndNode, Node
from flowc.ir.values import FieldValue
from flowc.syntax import tree as t


def component_declaration(component: Component, context: Context) -> t.ComponentDeclaration:
    """The declaration of a component of any type; `extern` if it lives elsewhere."""
    identifier = context.names[component.id]
    fields = component.own_fields() if isinstance(component, Node) else component.fields
    entries = field_entries(fields, component.id, context)
    return t.ComponentDeclaration(
        type_name=make.name(component.component_type),
        name=make.name(identifier),
        inputs=parameters(component.inputs, context.types),
        outputs=parameters(component.outputs, context.types),
        entries=entries or None,
        extern=component.extern,
        description=make.described(component.description),
        annotations=identity_annotations(component, identifier)
        + general_annotations(component, context, _branches(component)),
        span=NOWHERE,
    )


def _branches(component: Component) -> Mapping[str, FieldValue]:
    """The branches of a node that stands in no flow, where its kind has others."""
    if not isinstance(component, Node) or component.branches == _usual_branches(component):
        return {}
    return {"branches": list(component.branches)}


def _usual_branches(node: Node) -> tuple[str, ...]:
    return () if isinstance(node, EndNode) else (NEXT,)
