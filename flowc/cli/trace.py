"""The trace of a run: what each node got, gave and took, in the order in which it happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from threading import RLock
from typing import Any, Protocol

from flowc.cli.masking import Mask
from flowc.interpreter import Observation, Observer
from flowc.ir.flow import Flow
from flowc.ir.nodes import Node, ParallelFlowNode, ParallelMapNode
from flowc.records import dataclass, field


@dataclass(slots=True, eq=False)
class FlowRun:
    """A run of a flow: the root's, or one that a node makes; then `item` counts from 0 if it makes
    several."""

    flow: Flow
    caller: NodeRun | None = None
    item: int | None = None

    @property
    def depth(self) -> int:
        """How many nodes are around it."""
        return 0 if self.caller is None else self.caller.inside.depth + 1


@dataclass(slots=True, eq=False)
class NodeRun:
    """A run of a node. `number` counts them all, from 1, in the order in which they began."""

    number: int
    node: Node
    inside: FlowRun
    inputs: dict[str, Any]
    began: float
    made: list[FlowRun] = field(default_factory=list)

    @property
    def side_by_side(self) -> bool:
        """Whether its subflows run at the same time."""
        return isinstance(self.node, (ParallelMapNode, ParallelFlowNode))


@dataclass(frozen=True, slots=True)
class Ended:
    """How a node ended; `error` is what it failed with, without secrets."""

    seconds: float
    outputs: dict[str, Any] = field(default_factory=dict)
    branch: str | None = None
    error: tuple[str, str] | None = None


class Sink(Protocol):
    """Where a trace goes. Calls come one at a time, from any thread."""

    def flow(self, run: FlowRun) -> None: ...

    def begin(self, run: NodeRun) -> None: ...

    def end(self, run: NodeRun, ended: Ended) -> None: ...


class Trace:
    """Tells sinks of a run. `clock` gives seconds, from anywhere on; values are masked."""

    def __init__(self, sinks: list[Sink], clock: Callable[[], float], mask: Mask) -> None:
        self._sinks = sinks
        self._clock = clock
        self._mask = mask
        self._lock = RLock()
        self._numbers = count(1)

    def observer(
        self, flow: Flow, caller: NodeRun | None = None, item: int | None = None
    ) -> Observer:
        """What watches the run of a flow."""
        run = FlowRun(flow, caller, item)
        with self._lock:
            if caller is not None:
                caller.made.append(run)
            for sink in self._sinks:
                sink.flow(run)
        return _FlowObserver(self, run)

    def begin(self, inside: FlowRun, node: Node, inputs: Mapping[str, object]) -> NodeRun:
        """A node begins."""
        shown = self._mask.values(inputs)
        with self._lock:
            run = NodeRun(next(self._numbers), node, inside, shown, self._clock())
            for sink in self._sinks:
                sink.begin(run)
        return run

    def end(self, run: NodeRun, outputs: Mapping[str, object], branch: str) -> None:
        """It has ended."""
        seconds = self._clock() - run.began
        self._tell(run, Ended(seconds, self._mask.values(outputs), branch))

    def failed(self, run: NodeRun, error: BaseException) -> None:
        """It has failed."""
        seconds = self._clock() - run.began
        kind, text = type(error).__name__, self._mask.error_text(error)
        self._tell(run, Ended(seconds, error=(kind, text)))

    def _tell(self, run: NodeRun, ended: Ended) -> None:
        with self._lock:
            for sink in self._sinks:
                sink.end(run, ended)


@dataclass(frozen=True, slots=True)
class _FlowObserver:
    trace: Trace
    run: FlowRun

    def begin(self, node: Node, inputs: Mapping[str, object]) -> Observation:
        return _NodeObserver(self.trace, self.trace.begin(self.run, node, inputs))


@dataclass(frozen=True, slots=True)
class _NodeObserver:
    trace: Trace
    run: NodeRun

    def inside(self, flow: Flow, item: int | None) -> Observer:
        return self.trace.observer(flow, self.run, item)

    def end(self, outputs: Mapping[str, object], branch: str) -> None:
        self.trace.end(self.run, outputs, branch)

    def failed(self, error: BaseException) -> None:
        self.trace.failed(self.run, error)
