"""Random ParallelFlowNodes: subflows at the same time (SEMANTICS 23)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.ir.flow import Flow
from flowc.ir.nodes import ParallelFlowNode
from flowc.ir.types import Property
from flowc.ir.values import Ref
from flowc.records import dataclass
from flowc.testing.drafts import Draft, Source

if TYPE_CHECKING:
    from flowc.testing.control import Control
    from flowc.testing.data import Data


def add_parallel_flow(control: Control, depth: int) -> bool:
    """A ParallelFlowNode over flows whose titles go together; False without any flow for it, and in
    loops that a dialect keeps free of them."""
    library = control.library
    if control.loops and not library.choices.dialect.parallel_loops:
        return False
    flows: list[Flow] = []
    for _ in range(3):
        flow = library.flow(lambda flow: _goes_with(flow, flows), side_by_side=True)
        if flow is None:
            break
        flows.append(flow)
    if not flows:
        return False
    if any(flow.id in library.failing for flow in flows):
        library.shapes.add("fault side by side")
    outputs = tuple(item for flow in flows for item in flow.effective_outputs())
    control.add(work=ParallelWork(tuple(flows)), outputs=tuple(map(_bare, outputs)))
    return True


def _bare(item: Property) -> Property:
    return Property(item.title, item.type)


def _goes_with(flow: Flow, others: list[Flow]) -> bool:
    """Whether the flow is another one, has no output of theirs, and takes inputs of one title as
    they do."""
    inputs = {item.title: item.type for other in others for item in other.effective_inputs()}
    outputs = {item.title for other in others for item in other.effective_outputs()}
    return (
        all(flow.id != other.id for other in others)
        and all(item.title not in outputs for item in flow.effective_outputs())
        and all(inputs.get(it.title, it.type) == it.type for it in flow.effective_inputs())
    )


@dataclass(frozen=True, slots=True)
class ParallelWork:
    """Several flows side by side."""

    flows: tuple[Flow, ...]

    def node(self, draft: Draft, data: Data, sources: list[Source]) -> ParallelFlowNode:
        """The finished node: one input of each title."""
        items = {item.title: item for flow in self.flows for item in flow.effective_inputs()}
        return ParallelFlowNode(
            component_type="ParallelFlowNode",
            id=draft.id,
            name=draft.name,
            inputs=tuple(data.fed(draft, item, sources) for item in items.values()),
            outputs=draft.outputs,
            subflows=tuple(Ref(flow.id) for flow in self.flows),
        )
