"""`@with`: fields of a component's JSON object, set as they are (LANGUAGE, "Lexical form").

They are kept raw in `overrides`. Inputs, outputs and branches among them are also what the rest of
the flow sees of the node.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from flowc.ir.nodes import EndNode
from flowc.ir.schema import property_from_schema
from flowc.ir.types import Property
from flowc.ir.values import Json, OverrideValue
from flowc.semantics.binding.drafts import Draft


def apply_overrides(draft: Draft) -> None:
    """Let what `@with` says of inputs, outputs and branches take the place of the contract's. An
    end's inputs and outputs are one list, of which an empty one says nothing."""
    overrides = draft.annotated.overrides
    inputs, outputs = overridden(overrides, "inputs"), overridden(overrides, "outputs")
    if inputs is not None and (inputs or draft.kind is not EndNode):
        written = {slot.title: name for name, slot in draft.slots.items()}  # a map's have prefixes
        draft.slots = {written.get(item.title, item.title): item for item in inputs}
    if outputs is not None:
        draft.outputs = outputs
    branches = overrides.get("branches", draft.fields.pop("branches", None))
    if isinstance(branches, (list, tuple)) and all(isinstance(item, str) for item in branches):
        draft.branches = tuple(map(str, branches))


def overridden(overrides: Mapping[str, OverrideValue], field: str) -> tuple[Property, ...] | None:
    """The inputs or outputs that `@with` sets; None if it does not, or sets what is no list of
    schemas."""
    value = overrides.get(field)
    if not isinstance(value, (list, tuple)) or not all(isinstance(it, Mapping) for it in value):
        return None
    return tuple(property_from_schema(cast("Mapping[str, Json]", schema)) for schema in value)
