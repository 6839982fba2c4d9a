"""`@with`: fields of a component's JSON object, set as they are (LANGUAGE, "Lexical form").

They are kept raw in `overrides`. Inputs, outputs and branches among them are also what the rest of
the flow sees of the node.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from flowc.ir.schema import property_from_schema
from flowc.ir.types import Property
from flowc.ir.values import Json, OverrideValue
from flowc.semantics.binding.drafts import Draft


def apply_overrides(draft: Draft) -> None:
    """Let what `@with` says of inputs, outputs and branches take the place of the contract's."""
    overrides = draft.annotated.overrides
    inputs, outputs = overridden(overrides, "inputs"), overridden(overrides, "outputs")
    if inputs is not None:
        draft.slots = {item.title: item for item in inputs}
    if outputs is not None:
        draft.outputs = outputs
    branches = overrides.get("branches", draft.fields.pop("branches", None))
    if isinstance(branches, Sequence) and not isinstance(branches, str):
        draft.branches = tuple(item for item in branches if isinstance(item, str))


def overridden(overrides: Mapping[str, OverrideValue], field: str) -> tuple[Property, ...] | None:
    """The inputs or outputs that `@with` sets; None if it does not."""
    value = overrides.get(field)
    if not isinstance(value, (list, tuple)):
        return None
    schemas = [cast("Mapping[str, Json]", item) for item in value if isinstance(item, Mapping)]
    return tuple(property_from_schema(schema) for schema in schemas)
