"""Runs of subflows side by side, and the ParallelFlowNode (SEMANTICS 23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from flowc.interpreter.nodes.step import Executor, Step
from flowc.ir.nodes import NEXT, Node, ParallelFlowNode
from flowc.ir.values import Ref
from flowc.runtime.conversation import Overheard

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk
    from flowc.interpreter.wiring import Wiring

MAX_THREADS = 32
"""How many runs of one node go on at the same time."""


class ParallelFlowExecutor(Executor[ParallelFlowNode]):
    """Runs all subflows, each on those of the node's inputs that it has."""

    def __init__(self, node: ParallelFlowNode, wiring: Wiring) -> None:
        super().__init__(node, wiring)
        self._takes = [
            (ref, [item.title for item in wiring.subflow(ref).effective_inputs()])
            for ref in node.subflows
        ]

    def run(self, walk: Walk) -> Step:
        """The outputs of all subflows."""
        inputs = walk.values(self.inputs)
        runs = [
            (ref, {title: inputs[title] for title in titles if title in inputs})
            for ref, titles in self._takes
        ]
        outputs: dict[str, object] = {}
        for found, _ in run_side_by_side(walk, self.node, runs):
            outputs.update(found)
        return outputs, NEXT


def run_side_by_side(
    walk: Walk, node: Node, runs: Sequence[tuple[Ref, Mapping[str, Any]]]
) -> list[Step]:
    """What runs of subflows give, in the order of the list.

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
