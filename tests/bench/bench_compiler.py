"""`check` and `build` by the size of the flow, and reading JSON over pyagentspec's loading."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest
from side_by_side import SideBySide, timed
from stopwatch import Stopwatch
from workloads import chain

import flowc
from flowc.cli.main import main

SIZES = (10, 100, 1_000, 10_000)
ROUNDS = {10: 20, 100: 20, 1_000: 5, 10_000: 2}
VERBS = {"check": ["check"], "build": ["build", "-o", "out"]}

pytestmark = pytest.mark.benchmark(group="4. Compile time")


@pytest.fixture
def flows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], str]:
    """Gives a file with a chain of so many nodes."""
    monkeypatch.chdir(tmp_path)

    def write(nodes: int) -> str:
        path = Path(f"chain_{nodes}.flow")
        path.write_text(chain(nodes).flow)
        return str(path)

    return write


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("nodes", SIZES)
def test_verb(side_by_side: SideBySide, flows: Callable[[int], str], verb: str, nodes: int) -> None:
    command = [*VERBS[verb], flows(nodes)]
    took, _ = side_by_side.times(lambda: main(command), lambda: 0.0, rounds=ROUNDS[nodes])
    side_by_side.figure(f"`flowc {verb}`, {nodes:,} nodes, in process", 1e3 * took, " ms")


@pytest.mark.parametrize("verb", VERBS)
def test_growth(side_by_side: SideBySide, flows: Callable[[int], str], verb: str) -> None:
    large, small = [*VERBS[verb], flows(10_000)], [*VERBS[verb], flows(1_000)]
    took = side_by_side.times(lambda: main(large), timed(lambda: main(small)), rounds=5)
    exponent = math.log10(took[0] / took[1])
    side_by_side.figure(
        f"`flowc {verb}`, exponent from 1,000 to 10,000 nodes", exponent, "", at_most=1.1
    )


def test_reading_json(side_by_side: SideBySide, stopwatch: Callable[[str], Stopwatch]) -> None:
    document = flowc.parse(chain(1_000).flow).to_json()
    other = stopwatch("pyagentspec")
    other.prepare(document=document)
    side_by_side.ratio(
        "reading and checking JSON of 1,000 nodes, pyagentspec's loading",
        lambda: flowc.from_json(document).diagnostics,
        other.seconds,
        at_least=20,
        rounds=20,
    )
