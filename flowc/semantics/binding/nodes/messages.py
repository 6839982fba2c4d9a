"""`say` and `ask`: messages to the user and from the user."""

from __future__ import annotations

from collections.abc import Mapping

from flowc.ir.nodes import InputMessageNode, OutputMessageNode
from flowc.semantics.binding.arguments import Wiring, wire_arguments
from flowc.semantics.binding.contracts import apply_contract
from flowc.semantics.binding.drafts import THROUGH, Draft
from flowc.semantics.binding.fields import fitting, refuse_shared
from flowc.semantics.binding.overrides import apply_overrides
from flowc.semantics.binding.properties import bind_parameters
from flowc.semantics.binding.values import Owner, bind_fields
from flowc.syntax.tree import Ask, Say


def shape_message(
    draft: Draft, statement: Say | Ask, owner: Owner, env: Mapping[str, object]
) -> None:
    """The node's message, its placeholders as inputs, and its outputs."""
    scope = owner.scope
    draft.kind = OutputMessageNode if isinstance(statement, Say) else InputMessageNode
    draft.component_type = draft.kind.__name__
    entries = refuse_shared(statement.entries, scope.report)
    draft.fields = fitting(draft.kind, bind_fields(entries, owner), entries, scope.report)
    if statement.text is not None:
        draft.fields["message"] = statement.text.value
    apply_contract(draft, scope.world.signatures, env)
    outputs = bind_parameters(statement.outputs, owner, "output")
    if outputs is not None:
        draft.outputs = outputs
    apply_overrides(draft)
    draft.routes[THROUGH] = draft.branches


def wire_message(draft: Draft, statement: Say | Ask, wiring: Wiring, owner: Owner) -> None:
    """Bind what fills the placeholders."""
    wire_arguments(draft, statement.arguments, wiring, owner)
