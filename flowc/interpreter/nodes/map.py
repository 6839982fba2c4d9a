"""MapNode and ParallelMapNode: a subflow for every item of one or more lists (SEMANTICS 22)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from flowc import faults
from flowc.interpreter.convert import convert
from flowc.interpreter.nodes.parallel import run_side_by_side
from flowc.interpreter.nodes.reducing import reduced
from flowc.interpreter.nodes.step import Executor, Step
from flowc.interpreter.ports import input_place, output_place
from flowc.ir.nodes import NEXT, ParallelMapNode
from flowc.ir.notation import type_text
from flowc.ir.types import ArrayType
from flowc.semantics.maps import AnyMap, MapInput, map_inputs, map_outputs

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk
    from flowc.interpreter.wiring import Wiring


class MapExecutor(Executor[AnyMap]):
    """Runs the subflow once for each item, in order or side by side; the results are in the order
    of the items either way, then reduced, then of the node's output types. What is gone over and
    what is collected is decided by the types."""

    def __init__(self, node: AnyMap, wiring: Wiring) -> None:
        super().__init__(node, wiring)
        subflow = wiring.subflow(node.subflow)
        self._mapped = map_inputs(node, subflow, wiring.graph)
        self._outputs = map_outputs(node, subflow)
        titles = {each.item.title for each in self._mapped}
        self._taken = tuple(item for item in self.inputs if item.title in titles)

    def run(self, walk: Walk) -> Step:
        """The outputs: of no items, those of no runs."""
        node, runs = self.node, self._runs(walk.values(self._taken))
        if isinstance(node, ParallelMapNode):
            steps = run_side_by_side(walk, node, [(node.subflow, inputs) for inputs in runs])
        else:
            steps = [
                walk.run_subflow(node, node.subflow, inputs, item=index)
                for index, inputs in enumerate(runs)
            ]
        return self._collected([outputs for outputs, _ in steps]), NEXT

    def _runs(self, values: Mapping[str, object]) -> list[dict[str, Any]]:
        """The subflow's inputs for each of its runs, from the values of the taken inputs."""
        lists = {
            each.item.title: self._items(each, values) for each in self._mapped if each.iterated
        }
        lengths = {title: len(items) for title, items in lists.items()}
        if len(set(lengths.values())) > 1:
            raise faults.UNEQUAL_LISTS.error(
                node=self.node.name, lengths=faults.lengths_text(lengths)
            )
        return [
            {
                each.inner.title: lists[each.item.title][index]
                if each.iterated
                else values[each.item.title]
                for each in self._mapped
            }
            for index in range(next(iter(lengths.values()), 0))
        ]

    def _items(self, each: MapInput, values: Mapping[str, object]) -> Sequence[Any]:
        """The items of an iterated input; TypeError if what reached it is no list after all."""
        value = values[each.item.title]
        if not isinstance(value, list):
            raise faults.CONVERSION.error(
                place=input_place(self.node, each.item.title),
                type=type_text(ArrayType(items=each.inner.type)),
                actual=type(value).__name__,
            )
        return value

    def _collected(self, results: Sequence[Mapping[str, object]]) -> dict[str, object]:
        """The node's outputs: what the runs gave, reduced, then of the node's types."""
        outputs: dict[str, object] = {}
        for output in self._outputs:
            place = output_place(self.node, output.item.title)
            values = [result[output.inner.title] for result in results]
            result = reduced(output.reducer, values, output.item.type, place)
            outputs[output.item.title] = convert(result, output.item.type, place)
        return outputs
