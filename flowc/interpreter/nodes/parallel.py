"""Runs of subflows side by side, and the ParallelFlowNode (SEMANTICS 23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from flowc.interpreter.nodes.step import Step
from flowc.interpreter.outcome import Outcome
from flowc.ir.nodes import Node, ParallelFlowNode
from flowc.ir.values import Ref
from flowc.runtime.conversation import Overheard

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk

MAX_THREADS = 32
"""How many runs of one node go on at the same time."""


def run_parallel_flow(walk: Walk, node: ParallelFlowNode) -> Step:
    """Run all subflows, each on those of the node's inputs that it has."""
    inputs = walk.inputs_of(node)
    runs = [(ref, _own(walk, ref, inputs)) for ref in node.subflows]
    outputs: dict[str, object] = {}
    for outcome in run_side_by_side(walk, node, runs):
        outputs |= outcome.outputs
    return Step(outputs)


def _own(walk: Walk, ref: Ref, inputs: Mapping[str, object]) -> dict[str, object]:
    declared = walk.subflow(ref).effective_inputs()
    return {item.title: inputs[item.title] for item in declared if item.title in inputs}


def run_side_by_side(
    walk: Walk, node: Node, runs: Sequence[tuple[Ref, Mapping[str, Any]]]
) -> list[Outcome]:
    """The outcomes of runs of subflows, in the order of the list.

    All of them run to their end. Then what they said is passed on in the order of the list, and the
    first error in that order is raised.
    """
    if not runs:
        return []
    users = [Overheard(walk.context.user) for _ in runs]
    with ThreadPoolExecutor(min(len(runs), MAX_THREADS)) as pool:
        futures = [
            pool.submit(walk.run_subflow, node, ref, inputs, walk.context.speaking_to(user), index)
            for index, ((ref, inputs), user) in enumerate(zip(runs, users, strict=True))
        ]
    for user in users:
        user.pass_on()
    return [future.result() for future in futures]
