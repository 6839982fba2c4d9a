"""EndNode: its outputs are the flow's (SEMANTICS 20)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc import faults
from flowc.interpreter.convert import convert
from flowc.interpreter.defaults import default_of
from flowc.interpreter.nodes.step import Step
from flowc.interpreter.ports import output_place
from flowc.ir.nodes import NEXT, EndNode

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk


def run_end(walk: Walk, node: EndNode) -> Step:
    """Give the flow's outputs: the node's, and where it lacks one, the flow output's default."""
    given = walk.inputs_of(node)
    outputs: dict[str, object] = {}
    for declared in walk.wiring.flow_outputs:
        title = declared.title
        if title in given:
            outputs[title] = given[title]
            continue
        item = node.output(title) or declared
        if not item.has_default:
            raise faults.NO_SOURCE.error(input=title, node=node.name)
        outputs[title] = convert(default_of(item), item.type, output_place(node, title))
    return Step(outputs, node.branch_name or NEXT)
