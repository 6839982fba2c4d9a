"""BranchingNode: the text of its one input chooses the branch (SEMANTICS 19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.interpreter.nodes.step import Executor, Step
from flowc.interpreter.ports import Conversion, input_place
from flowc.ir.nodes import DEFAULT, BranchingNode
from flowc.ir.types import STRING

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk
    from flowc.interpreter.wiring import Wiring


class BranchingExecutor(Executor[BranchingNode]):
    """Takes the branch that the mapping has for the value's text; `default` for null and the rest.

    Null takes `default` as it was written, before a conversion to string could make it a text.
    """

    def __init__(self, node: BranchingNode, wiring: Wiring) -> None:
        super().__init__(node, wiring)
        self._decided_by = decided_by = self.inputs[0]
        place = input_place(node, decided_by.title)
        self._as_text = Conversion(place, decided_by.item.type, STRING)

    def run(self, walk: Walk) -> Step:
        """The branch; a branching has no outputs."""
        value = walk.read(self._decided_by)
        if value is None:
            return {}, DEFAULT
        return {}, self.node.mapping.get(str(self._as_text(value)), DEFAULT)
