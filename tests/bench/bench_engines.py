"""The interpreter over other engines: runs of the same flow, which each has loaded before."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from side_by_side import SideBySide
from stopwatch import Stopwatch
from workloads import TOOLS, branches, chain, loop, mapped, tools

import flowc
from flowc.interpreter import Runnable

WORKLOADS = {
    "chain-10": ("chain of 10 nodes", chain(10), 10),
    "chain-100": ("chain of 100 nodes", chain(100), 100),
    "chain-1000": ("chain of 1,000 nodes", chain(1_000), 1_000),
    "loop": ("loop of 100 iterations", loop(100), 100),
    "decisions": ("20 decisions of 4 ways", branches(20), 20),
    "map": ("map over 100 items", mapped(100), 100),
}
ENGINES = {"wayflow": "WayFlow", "langgraph": "the LangGraph adapter", "adk": "ADK's Workflow"}

pytestmark = pytest.mark.benchmark(group="2. Interpreter over other engines, speed")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", WORKLOADS)
def test_speed(
    side_by_side: SideBySide, stopwatch: Callable[[str], Stopwatch], name: str, engine: str
) -> None:
    what, work, size = WORKLOADS[name]
    ready = Runnable(flowc.from_json(flowc.parse(work.flow).to_json()).document)
    functions, inputs = tools(), dict(work.inputs)
    other = stopwatch(engine)
    if engine == "adk":
        other.prepare(function=work.function, size=size)
    else:
        other.prepare(document=flowc.parse(work.flow).to_json(), tools=TOOLS)
    _, result = other.run(inputs)
    assert ready.run(inputs, tools=functions).outputs == result
    side_by_side.ratio(
        f"{what}, {ENGINES[engine]}",
        lambda: ready.run(inputs, tools=functions),
        lambda: other.seconds(inputs),
        at_least=50,
        rounds=max(3, 400 // work.nodes),  # the shorter, the more is by chance
    )
