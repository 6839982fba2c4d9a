"""What an LlmNode asks its model for (SEMANTICS 26)."""

from __future__ import annotations

from typing import Any

from flowc.ir.nodes import LlmNode
from flowc.ir.schema import property_to_schema
from flowc.ir.types import Scalar


def answer_schema(node: LlmNode) -> dict[str, Any] | None:
    """The JSON schema of the object that holds the node's outputs; None if the answer's plain text
    is its only output, or it has none."""
    outputs = node.outputs
    if not outputs:
        return None
    if len(outputs) == 1 and outputs[0].type == Scalar("string"):
        return None
    return {
        "title": "answer",
        "type": "object",
        "properties": {item.title: property_to_schema(item) for item in outputs},
        "required": [item.title for item in outputs if not item.has_default],
        "additionalProperties": False,
    }
