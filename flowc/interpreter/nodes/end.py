"""EndNode: its outputs are the flow's (SEMANTICS 20)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc import faults
from flowc.interpreter.convert import convert
from flowc.interpreter.defaults import default_of
from flowc.interpreter.nodes.step import Executor, Step
from flowc.interpreter.ports import output_place
from flowc.ir.nodes import NEXT, EndNode
from flowc.ir.types import Property

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk
    from flowc.interpreter.wiring import Wiring


class EndExecutor(Executor[EndNode]):
    """Gives the flow's outputs: the node's, and where it lacks one, the flow output's default."""

    def __init__(self, node: EndNode, wiring: Wiring) -> None:
        super().__init__(node, wiring)
        self._declared = {item.title: item for item in wiring.flow.effective_outputs()}
        self._branch = node.branch_name or NEXT

    def run(self, walk: Walk) -> Step:
        """The outputs, in a dict of their own."""
        given = walk.values(self.inputs)
        outputs = {
            title: given[title] if title in given else self._default(item)
            for title, item in self._declared.items()
        }
        return outputs, self._branch

    def _default(self, declared: Property) -> object:
        """The default of an output of the flow that is no input of the node."""
        item = self.node.output(declared.title) or declared
        if not item.has_default:
            raise faults.NO_SOURCE.error(input=item.title, node=self.node.name)
        return convert(default_of(item), item.type, output_place(self.node, item.title))
