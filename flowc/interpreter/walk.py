"""One run of one flow: a cursor over its nodes, and a value for every input (SEMANTICS 1-8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import PurePath
from typing import Any

from flowc import faults
from flowc.interpreter.context import Context
from flowc.interpreter.defaults import default_of
from flowc.interpreter.nodes.step import Step
from flowc.interpreter.observer import Observation, Observer
from flowc.interpreter.ports import Input
from flowc.interpreter.wiring import Station, Wiring
from flowc.ir.flow import Flow
from flowc.ir.nodes import Node
from flowc.ir.values import Ref
from flowc.runtime.contexts import Contexts
from flowc.text import Location, Pointer

LoopHead = tuple[Flow, Node]


class Walk:
    """A run of a flow, which its wiring describes, in a context. `tool_contexts` know the nodes
    around it that run this flow; `head` is the head of the loop it runs in, if there is one, and
    `observer` watches. `inputs` are the flow's, from the first node on."""

    inputs: Mapping[str, Any]

    def __init__(
        self,
        context: Context,
        wiring: Wiring,
        tool_contexts: Contexts,
        head: LoopHead | None = None,
        observer: Observer | None = None,
    ) -> None:
        self.context = context
        self.wiring = wiring
        self.tool_contexts = tool_contexts
        self._head = head
        self._observer = observer
        self._observation: Observation | None = None
        self._written: dict[Input, object] = {}

    def to_end(self, inputs: object) -> Step:
        """Run from the StartNode to an EndNode, whose step it gives.

        Raises what SEMANTICS 6 lists, and what a tool raises, with a note that names the node.
        """
        self.inputs = self.wiring.flow_inputs.taken(inputs)
        station, steps, written = self.wiring.start, self.context.steps, self._written
        while True:
            if steps is not None:
                steps.count(*(self._head or (self.wiring.flow, station.node)))
            try:
                step = station.run(self) if self._observer is None else self._observed(station)
                if station.is_end:
                    return step
                outputs, branch = step
                for title, taker in station.targets:  # of all that it has an edge to (SEMANTICS 4)
                    if title in outputs:
                        written[taker] = outputs[title]
                way = station.ways.get(branch)
                if way is None:
                    raise faults.NO_BRANCH.error(node=station.node.name, branch=branch)
            except BaseException as error:
                place = self.context.place(station.node)
                error.add_note(node_note(self.wiring.flow, station.node, place))
                raise
            station = way.station
            if way.closes_loop:
                self._head = (self.wiring.flow, station.node)

    def _observed(self, station: Station) -> Step:
        """Run a node that the observer is told of."""
        assert self._observer is not None
        observation = self._observation = self._observer.begin(station.node, self._arrived(station))
        try:
            step = station.run(self)
        except BaseException as error:
            observation.failed(error)
            raise
        observation.end(*step)
        return step

    def run_subflow(
        self,
        node: Node,
        flow: Ref,
        inputs: Mapping[str, Any],
        context: Context | None = None,
        item: int | None = None,
    ) -> Step:
        """A fresh run, with its own variables, of a flow that the node refers to (SEMANTICS 21);
        `item` says which, if the node runs several. The step is that of the end reached."""
        context = context or self.context
        wiring = context.wiring(flow.id)
        observation = self._observation
        observer = None if observation is None else observation.inside(wiring.flow, item)
        tool_contexts = self.tool_contexts.inside(node.name)
        return Walk(context, wiring, tool_contexts, self._head, observer).to_end(inputs)

    def _arrived(self, station: Station) -> dict[str, object]:
        """The inputs that have a value, not yet converted. A StartNode has none of its own."""
        found: dict[str, object] = {}
        for item in () if station is self.wiring.start else self.wiring.inputs(station.node):
            with suppress(LookupError):
                found[item.title] = self.read(item)
        return found

    def values(self, inputs: Iterable[Input]) -> dict[str, object]:
        """The values of inputs of a node by title, each converted to its type (SEMANTICS 9)."""
        return {item.title: item.conversion(self.read(item)) for item in inputs}

    def read(self, item: Input) -> object:
        """The value of an input: what was written to it last, else its default, else the session
        state's entry if the input is marked `@state`, else an error that names the sources that did
        not run (SEMANTICS 5)."""
        if item in self._written:
            return self._written[item]
        if item.item.has_default:
            return default_of(item.item)
        if item.from_state and item.title in self.context.state:
            return self.context.state[item.title]
        sources = [edge.source_node for edge in self.wiring.sources(item)]
        if not sources:
            raise faults.NO_SOURCE.error(input=item.title, node=item.node.name)
        names = [self.wiring.nodes[id_].name for id_ in sources if id_ in self.wiring.nodes]
        raise faults.UNSET_INPUT.error(
            input=item.title, node=item.node.name, sources=", ".join(dict.fromkeys(names))
        )


def node_note(flow: Flow, node: Node, place: Location | None) -> str:
    """What is noted at an error that leaves a node, which stands at `place`."""
    text = _place_text(place)
    return f"in node '{node.name}' of flow '{flow.name}'" + (text and f" ({text})")


def _place_text(place: Location | None) -> str:
    """File and line; nothing if there is no text in which the place has a line."""
    if place is None or (isinstance(place, Pointer) and place.source.locate is None):
        return ""
    return f"{PurePath(place.source.name).name}:{place.line}"
