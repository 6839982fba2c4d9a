"""BranchingNode: the text of its one input chooses the branch (SEMANTICS 19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.interpreter.convert import convert
from flowc.interpreter.nodes.step import Step
from flowc.interpreter.places import input_place
from flowc.ir.nodes import DEFAULT, BranchingNode
from flowc.ir.types import STRING

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk


def run_branching(walk: Walk, node: BranchingNode) -> Step:
    """Take the branch that the mapping has for the value's text; `default` for null and the rest.

    Null takes `default` as it was written, before a conversion to string could make it a text.
    """
    item = node.inputs[0]
    value = walk.read(node, item)
    if value is None:
        return Step(branch=DEFAULT)
    place = input_place(node, item.title)
    text = convert(convert(value, item.type, place), STRING, place)
    return Step(branch=node.mapping.get(str(text), DEFAULT))
