"""Declarations of components that are no flows."""

from __future__ import annotations

from flowc.decompile import make
from flowc.decompile.context import Context
from flowc.decompile.make import NOWHERE
from flowc.decompile.types import parameters
from flowc.decompile.values import (
    field_entries,
    general_annotations,
    identity_annotations,
    unusual_branches,
    written_fields,
)
from flowc.ir.components import Component
from flowc.semantics.binding.signatures import is_tool
from flowc.syntax import tree as t


def component_declaration(component: Component, context: Context) -> t.ComponentDeclaration:
    """The declaration of a component of any type; `extern` if it lives elsewhere."""
    identifier = context.names[component.id]
    entries = field_entries(written_fields(component, context), component.id, context)
    return t.ComponentDeclaration(
        type_name=make.name(component.component_type),
        name=make.name(identifier),
        inputs=parameters(component.inputs, context.types, exact=context.exact),
        outputs=parameters(component.outputs, context.types, exact=context.exact),
        entries=entries or None,
        extern=component.extern,
        description=make.described(component.description),
        annotations=identity_annotations(component, identifier, context)
        + general_annotations(
            component,
            context,
            unusual_branches(component),
            policies=is_tool(component.component_type),
        ),
        comments=component.comments,
        span=NOWHERE,
    )
