"""One run of one flow: a cursor over its nodes, and a variable for every input (SEMANTICS 1-8)."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import PurePath
from typing import Any, cast

from flowc import faults
from flowc.interpreter.context import Context
from flowc.interpreter.defaults import default_of
from flowc.interpreter.nodes.step import Step
from flowc.interpreter.observer import Observation, Observer
from flowc.interpreter.outcome import Outcome
from flowc.interpreter.ports import Input, Variable
from flowc.interpreter.wiring import Station, Way
from flowc.ir.flow import Flow
from flowc.ir.nodes import EndNode, Node
from flowc.ir.values import Ref
from flowc.runtime.contexts import Contexts
from flowc.text import Location, Pointer

LoopHead = tuple[Flow, Node]


class Walk:
    """A run of `flow` in a context. `tool_contexts` know the nodes around it that run this flow;
    `head` is the head of the loop it runs in, if there is one, and `observer` watches."""

    def __init__(
        self,
        context: Context,
        flow: Flow,
        tool_contexts: Contexts,
        head: LoopHead | None = None,
        observer: Observer | None = None,
    ) -> None:
        self.context = context
        self.flow = flow
        self.tool_contexts = tool_contexts
        self.wiring = context.wiring(flow)
        self.inputs: Mapping[str, Any] = {}
        self._head = head
        self._observer = observer
        self._observation: Observation | None = None
        self._variables: dict[Variable, object] = {}

    def to_end(self, inputs: object) -> Outcome:
        """Run from the StartNode to an EndNode.

        Raises what SEMANTICS 6 lists, and what a tool raises, with a note that names the node.
        """
        self.inputs = self.wiring.flow_inputs.taken(inputs)
        station = self.wiring.start
        while True:
            self.context.steps.count(*(self._head or (self.flow, station.node)))
            try:
                step = self._run(station)
                if isinstance(station.node, EndNode):
                    return Outcome(dict(step.outputs), step.branch)
                way = self._leave(station, step)
            except BaseException as error:
                error.add_note(self._note(station.node))
                raise
            station = way.station
            if way.closes_loop:
                self._head = (self.flow, station.node)

    def _run(self, station: Station) -> Step:
        if self._observer is None:
            return station.execute(self, station.node)
        node = station.node
        observation = self._observation = self._observer.begin(node, self._arrived(node))
        try:
            step = station.execute(self, node)
        except BaseException as error:
            observation.failed(error)
            raise
        observation.end(step.outputs, step.branch)
        return step

    def run_subflow(
        self,
        node: Node,
        flow: Ref,
        inputs: Mapping[str, Any],
        context: Context | None = None,
        item: int | None = None,
    ) -> Outcome:
        """A fresh run, with its own variables, of a flow that the node refers to (SEMANTICS 21);
        `item` says which, if the node runs several."""
        found = self.subflow(flow)
        observer = None if self._observation is None else self._observation.inside(found, item)
        tool_contexts = self.tool_contexts.inside(node.name)
        walk = Walk(context or self.context, found, tool_contexts, self._head, observer)
        return walk.to_end(inputs)

    def subflow(self, ref: Ref) -> Flow:
        """The flow that a node refers to; that it is there was found out before the run."""
        return cast(Flow, self.context.document.flow(ref.id))

    def inputs_of(self, node: Node) -> dict[str, object]:
        """The values of all inputs of a node by title, in declared order."""
        return {item.title: self.value(item) for item in self.wiring.inputs(node)}

    def _arrived(self, node: Node) -> dict[str, object]:
        """The inputs that have a value, not yet converted. A StartNode has none of its own."""
        found: dict[str, object] = {}
        for item in () if node is self.wiring.start.node else self.wiring.inputs(node):
            with suppress(LookupError):
                found[item.title] = self.read(item)
        return found

    def read(self, item: Input) -> object:
        """The value of an input: what was written to it last, else its default, else the session
        state's entry if the input is marked `@state`, else an error that names the sources that did
        not run (SEMANTICS 5)."""
        if item.variable in self._variables:
            return self._variables[item.variable]
        if item.item.has_default:
            return default_of(item.item)
        if item.from_state and item.title in self.context.state:
            return self.context.state[item.title]
        sources = [edge.source_node for edge in self.wiring.sources(item.variable)]
        if not sources:
            raise faults.NO_SOURCE.error(input=item.title, node=item.node.name)
        names = [self.wiring.nodes[id_].name for id_ in sources if id_ in self.wiring.nodes]
        raise faults.UNSET_INPUT.error(
            input=item.title, node=item.node.name, sources=", ".join(dict.fromkeys(names))
        )

    def value(self, item: Input) -> object:
        """The value of an input, converted to its type (SEMANTICS 9)."""
        return item.conversion(self.read(item))

    def _leave(self, station: Station, step: Step) -> Way:
        """Write each output to every input that it has an edge to (SEMANTICS 4); the way on."""
        outputs = step.outputs
        for title, variable in station.targets:
            if title in outputs:
                self._variables[variable] = outputs[title]
        way = station.ways.get(step.branch)
        if way is None:
            raise faults.NO_BRANCH.error(node=station.node.name, branch=step.branch)
        return way

    def _note(self, node: Node) -> str:
        place = _place_text(self.context.place(node))
        return f"in node '{node.name}' of flow '{self.flow.name}'" + (place and f" ({place})")


def _place_text(place: Location | None) -> str:
    """File and line; nothing if there is no text in which the place has a line."""
    if place is None or (isinstance(place, Pointer) and place.source.locate is None):
        return ""
    return f"{PurePath(place.source.name).name}:{place.line}"
