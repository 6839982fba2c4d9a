"""The outputs of nodes whose work a service does."""

from __future__ import annotations

from collections.abc import Mapping

from flowc import faults
from flowc.interpreter.convert import convert
from flowc.interpreter.defaults import default_of
from flowc.interpreter.ports import output_place
from flowc.ir.nodes import Node


def taken(node: Node, answer: object) -> dict[str, object]:
    """The node's outputs out of a mapping: each declared title, its default if the answer lacks it,
    else LookupError; converted to its type. TypeError if the answer is no mapping."""
    if not node.outputs:
        return {}
    if not isinstance(answer, Mapping):
        raise faults.ANSWER_NOT_A_MAPPING.error(node=node.name, actual=type(answer).__name__)
    outputs: dict[str, object] = {}
    for item in node.outputs:
        if item.title in answer:
            value = answer[item.title]
        elif item.has_default:
            value = default_of(item)
        else:
            raise faults.NO_ANSWER_FOR.error(node=node.name, output=item.title)
        outputs[item.title] = convert(value, item.type, output_place(node, item.title))
    return outputs


def as_outputs(node: Node, answer: object) -> dict[str, object]:
    """The answer itself as each of the node's outputs, which is one, converted to its type."""
    return {
        item.title: convert(answer, item.type, output_place(node, item.title))
        for item in node.outputs
    }
