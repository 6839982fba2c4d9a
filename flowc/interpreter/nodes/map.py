"""MapNode and ParallelMapNode: a subflow for every item of one or more lists (SEMANTICS 22)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from flowc import faults
from flowc.interpreter.convert import convert
from flowc.interpreter.nodes.parallel import run_side_by_side
from flowc.interpreter.nodes.reducing import reduced
from flowc.interpreter.nodes.step import Step
from flowc.interpreter.outcome import Outcome
from flowc.interpreter.ports import input_place, output_place
from flowc.ir.nodes import ParallelMapNode
from flowc.ir.notation import type_text
from flowc.ir.types import ArrayType
from flowc.semantics.maps import AnyMap, MapInput, map_inputs, map_outputs

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk
    from flowc.interpreter.wiring import Wiring


def run_map(walk: Walk, node: AnyMap) -> Step:
    """Run the subflow once for each item, in order or side by side; the results are in the order of
    the items either way, then reduced, then of the node's output types."""
    iteration = walk.wiring.prepared(node, Iteration)
    runs = iteration.runs({title: walk.value(item) for title, item in iteration.taken.items()})
    if isinstance(node, ParallelMapNode):
        outcomes = run_side_by_side(walk, node, [(node.subflow, inputs) for inputs in runs])
    else:
        outcomes = [
            walk.run_subflow(node, node.subflow, inputs, item=index)
            for index, inputs in enumerate(runs)
        ]
    return Step(iteration.outputs(outcomes))


class Iteration:
    """What a map goes over and what it collects: decided once, by the types. `taken` are the
    inputs that its subflow has, by title."""

    def __init__(self, node: AnyMap, wiring: Wiring) -> None:
        subflow = wiring.document.flow(node.subflow.id)
        assert subflow is not None, "looked for before the run"
        self._node = node
        self._inputs = map_inputs(node, subflow, wiring.graph)
        self._outputs = map_outputs(node, subflow)
        titles = {each.item.title for each in self._inputs}
        self.taken = {item.title: item for item in wiring.inputs(node) if item.title in titles}

    def runs(self, values: Mapping[str, object]) -> list[dict[str, Any]]:
        """The subflow's inputs for each of its runs, from the values of the taken inputs."""
        lists = {
            each.item.title: self._items(each, values) for each in self._inputs if each.iterated
        }
        lengths = {title: len(items) for title, items in lists.items()}
        if len(set(lengths.values())) > 1:
            raise faults.UNEQUAL_LISTS.error(
                node=self._node.name, lengths=faults.lengths_text(lengths)
            )
        return [
            {
                each.inner.title: lists[each.item.title][index]
                if each.iterated
                else values[each.item.title]
                for each in self._inputs
            }
            for index in range(next(iter(lengths.values()), 0))
        ]

    def _items(self, each: MapInput, values: Mapping[str, object]) -> Sequence[Any]:
        """The items of an iterated input; TypeError if what reached it is no list after all."""
        value = values[each.item.title]
        if not isinstance(value, list):
            raise faults.CONVERSION.error(
                place=input_place(self._node, each.item.title),
                type=type_text(ArrayType(items=each.inner.type)),
                actual=type(value).__name__,
            )
        return value

    def outputs(self, outcomes: Sequence[Outcome]) -> dict[str, object]:
        """The node's outputs: what the runs gave, reduced, then of the node's types."""
        outputs: dict[str, object] = {}
        for output in self._outputs:
            place = output_place(self._node, output.item.title)
            values = [outcome.outputs[output.inner.title] for outcome in outcomes]
            result = reduced(output.reducer, values, output.item.type, place)
            outputs[output.item.title] = convert(result, output.item.type, place)
        return outputs
