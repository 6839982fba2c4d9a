"""`return`: EndNodes, which carry the flow's whole list of outputs (SEMANTICS 20)."""

from __future__ import annotations

from flowc.ir.nodes import EndNode
from flowc.ir.types import Property, without_origins
from flowc.semantics.binding.annotations import read_annotations
from flowc.semantics.binding.arguments import Wiring, wire_arguments
from flowc.semantics.binding.drafts import Draft
from flowc.semantics.binding.overrides import apply_overrides
from flowc.semantics.binding.properties import bind_parameters
from flowc.semantics.binding.values import Owner
from flowc.syntax.tree import Return


def shape_return(
    draft: Draft, statement: Return | None, flow_outputs: tuple[Property, ...], owner: Owner
) -> None:
    """The end's branch and outputs; without a statement, the end that control falls into."""
    draft.kind, draft.component_type = EndNode, "EndNode"
    draft.branches = ()
    outputs = without_origins(flow_outputs)
    if statement is not None:
        draft.annotated = read_annotations(statement.annotations, owner)
        if statement.branch is not None:
            draft.fields["branch_name"] = statement.branch.text
        written = bind_parameters(statement.outputs, owner, "output")
        outputs = outputs if written is None else written
    draft.slots = {item.title: item for item in outputs}
    draft.outputs = outputs
    apply_overrides(draft)


def wire_return(draft: Draft, statement: Return | None, wiring: Wiring, owner: Owner) -> None:
    """Bind what is returned; the end gives out what it takes in."""
    if statement is not None:
        wire_arguments(draft, statement.arguments, wiring, owner)
    else:
        draft.inputs = {item.title: item for item in draft.slots.values()}
    if "outputs" not in draft.annotated.overrides:
        draft.outputs = tuple(draft.inputs.values())
