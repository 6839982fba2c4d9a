"""BranchingNode: the text of its one input chooses the branch (SEMANTICS 19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.interpreter.nodes.step import Step
from flowc.interpreter.ports import Conversion, Input, input_place
from flowc.ir.nodes import DEFAULT, BranchingNode
from flowc.ir.types import STRING

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk
    from flowc.interpreter.wiring import Wiring


def run_branching(walk: Walk, node: BranchingNode) -> Step:
    """Take the branch that the mapping has for the value's text; `default` for null and the rest.

    Null takes `default` as it was written, before a conversion to string could make it a text.
    """
    decided_by, as_text = walk.wiring.prepared(node, _decision)
    value = walk.read(decided_by)
    if value is None:
        return Step(branch=DEFAULT)
    return Step(branch=node.mapping.get(str(as_text(value)), DEFAULT))


def _decision(node: BranchingNode, wiring: Wiring) -> tuple[Input, Conversion]:
    decided_by = wiring.inputs(node)[0]
    place = input_place(node, decided_by.title)
    return decided_by, Conversion(place, decided_by.item.type, STRING)
