"""MapNode and ParallelMapNode: a subflow for every item of one or more lists (SEMANTICS 22)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from flowc import faults
from flowc.interpreter.convert import convert
from flowc.interpreter.nodes.parallel import run_side_by_side
from flowc.interpreter.nodes.reducing import reduced
from flowc.interpreter.nodes.step import Step
from flowc.interpreter.places import input_place, output_place
from flowc.ir.nodes import ParallelMapNode
from flowc.ir.notation import type_text
from flowc.ir.types import ArrayType
from flowc.semantics.maps import AnyMap, MapInput, map_outputs

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk


def run_map(walk: Walk, node: AnyMap) -> Step:
    """Run the subflow once for each item, in order or side by side; the results are in the order of
    the items either way, then reduced, then of the node's output types."""
    subflow = walk.subflow(node.subflow)
    runs = _runs(walk, node)
    if isinstance(node, ParallelMapNode):
        outcomes = run_side_by_side(walk, node, [(node.subflow, inputs) for inputs in runs])
    else:
        outcomes = [
            walk.run_subflow(node, node.subflow, inputs, item=index)
            for index, inputs in enumerate(runs)
        ]
    outputs: dict[str, object] = {}
    for output in map_outputs(node, subflow):
        place = output_place(node, output.item.title)
        values = [outcome.outputs[output.inner.title] for outcome in outcomes]
        result = reduced(output.reducer, values, output.item.type, place)
        outputs[output.item.title] = convert(result, output.item.type, place)
    return Step(outputs)


def _runs(walk: Walk, node: AnyMap) -> list[dict[str, Any]]:
    """The subflow's inputs for each of its runs."""
    inputs = walk.wiring.map_inputs(node, walk.subflow(node.subflow))
    values = {each.item.title: walk.value(node, each.item) for each in inputs}
    lists = {each.item.title: _items(node, each, values) for each in inputs if each.iterated}
    lengths = {title: len(items) for title, items in lists.items()}
    if len(set(lengths.values())) > 1:
        raise faults.UNEQUAL_LISTS.error(node=node.name, lengths=faults.lengths_text(lengths))
    return [
        {
            each.inner.title: lists[each.item.title][index]
            if each.iterated
            else values[each.item.title]
            for each in inputs
        }
        for index in range(next(iter(lengths.values()), 0))
    ]


def _items(node: AnyMap, each: MapInput, values: dict[str, object]) -> Sequence[Any]:
    """The items of an iterated input; TypeError if what reached it is no list after all."""
    value = values[each.item.title]
    if not isinstance(value, list):
        raise faults.CONVERSION.error(
            place=input_place(node, each.item.title),
            type=type_text(ArrayType(items=each.inner.type)),
            actual=type(value).__name__,
        )
    return value
