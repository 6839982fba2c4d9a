"""Flows of fixed steps, built in Python and run by the interpreter."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property, partial
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

from flowc.interpreter import Runnable, Services
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import ControlEdge, DataEdge, Flow
from flowc.ir.ids import derived_id
from flowc.ir.nodes import EndNode, Node, StartNode, ToolNode
from flowc.ir.types import ANY, Property
from flowc.ir.values import Json, Ref
from flowc.names import clashes, function_name
from flowc.runtime.policies import ToolContext
from flowc.runtime.services import Clock
from flowc.steps.step import Event, Step

INPUT, OUTPUT = "input", "output"


@dataclass(frozen=True, slots=True)
class Finished:
    """How a sequence ended: the last step's output, and what each run of a step gave, in order."""

    output: Any
    events: tuple[Event, ...]


class Sequence:
    """Steps that run one after the other, each on what the one before it gave."""

    def __init__(self, name: str, steps: tuple[Step, ...]) -> None:
        self.name = name
        self.steps = steps

    @cached_property
    def document(self) -> Document:
        """The Agent Spec flow that the sequence is: a ToolNode for every step."""
        tools = {step.name: _tool(step) for step in self.steps}
        flow = _flow(self.name, self.steps)
        components: dict[str, Component] = {flow.id: flow}
        components |= {tool.id: tool for tool in tools.values()}
        return Document(version=None, root=flow.id, components=components)

    @cached_property
    def _runnable(self) -> Runnable:
        return Runnable(self.document)

    def run(
        self,
        value: object = None,
        *,
        state: MutableMapping[str, Any] | None = None,
        artifacts: dict[str, Any] | None = None,
        clock: Clock | None = None,
    ) -> Finished:
        """Run all steps, the first on `value`. `state` is the session's, which tools read and
        change. Raises what a tool raises, after its retries."""
        events: list[Event] = []
        kept = {} if artifacts is None else artifacts

        def run(step: Step, *, input: object, context: ToolContext) -> object:
            events.append(step.run(input, context, kept))
            return events[-1].output

        tools = SimpleNamespace(
            **{function_name(step.name): partial(run, step) for step in self.steps}
        )
        services = Services(state={} if state is None else state, clock=clock)
        outcome = self._runnable.run({INPUT: value}, tools=tools, services=services)
        return Finished(outcome.outputs[OUTPUT], tuple(events))


def sequence(name: str, *steps: Step) -> Sequence:
    """A flow of these steps in this order; one step may stand at several places.

    ValueError if there is none, or if two different steps have one name; TypeError for what is no
    node.
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a sequence is text, not {type(name).__name__}")
    for step in steps:
        if not isinstance(step, Step):
            what = getattr(step, "__name__", type(step).__name__)
            raise TypeError(f"'{what}' in sequence '{name}' is no node; make one with as_node(…)")
    if not steps:
        raise ValueError(f"sequence '{name}' has no steps")
    known: dict[str, Step] = {}
    for step in steps:
        if known.setdefault(step.name, step) is not step:
            raise ValueError(
                f"two different nodes of '{name}' are named '{step.name}'; "
                "convert a tool once and use the node again"
            )
    for function, (one, other, *_) in clashes(known).items():
        raise ValueError(
            f"the nodes '{one}' and '{other}' of '{name}' would both be the function `{function}`"
        )
    return Sequence(name, steps)


# The document -------------------------------------------------------------------------------------

_IN, _OUT = (Property(INPUT, ANY),), (Property(OUTPUT, ANY),)


def _tool(step: Step) -> Component:
    asked: dict[str, Json] = {"context": True}
    if step.retry is not None:
        given = asdict(step.retry)
        asked["retry"] = {key: value for key, value in given.items() if value is not None}
    return Component(
        component_type="ServerTool",
        id=step.name,
        name=step.name,
        inputs=_IN,
        outputs=_OUT,
        metadata={"flowc": asked},
    )


def _flow(name: str, steps: tuple[Step, ...]) -> Flow:
    id_ = derived_id(name, "sequence")
    flow_inputs = (replace(_IN[0], default=None),)
    start = StartNode(
        component_type="StartNode",
        id=derived_id(id_, "start"),
        name="start",
        inputs=flow_inputs,
        outputs=flow_inputs,
    )
    calls = [
        ToolNode(
            component_type="ToolNode",
            id=derived_id(id_, number),
            name=step.name,
            inputs=_IN,
            outputs=_OUT,
            tool=Ref(step.name),
        )
        for number, step in enumerate(steps, 1)
    ]
    end = EndNode(
        component_type="EndNode", id=derived_id(id_, "end"), name="end", inputs=_OUT, outputs=_OUT
    )
    nodes: tuple[Node, ...] = (start, *calls, end)
    return Flow(
        id=id_,
        name=name,
        inputs=flow_inputs,
        outputs=_OUT,
        nodes=nodes,
        start_node=start.id,
        control_edges=tuple(
            ControlEdge(from_node=one.id, to_node=other.id) for one, other in pairwise(nodes)
        ),
        data_edges=tuple(
            DataEdge(
                source_node=one.id,
                source_output=INPUT if one is start else OUTPUT,
                destination_node=other.id,
                destination_input=OUTPUT if other is end else INPUT,
            )
            for one, other in pairwise(nodes)
        ),
    )
