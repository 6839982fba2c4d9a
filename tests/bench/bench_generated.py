"""Generated modules over what one would write by hand."""

from __future__ import annotations

import asyncio

import pytest
from side_by_side import SideBySide, timed
from workloads import branches, chain, loop, mapped, tools

WORKLOADS = {
    "chain-10": ("chain of 10 nodes", chain(10), 400),
    "chain-100": ("chain of 100 nodes", chain(100), 40),
    "chain-1000": ("chain of 1,000 nodes", chain(1_000), 4),
    "loop": ("loop of 100,000 iterations", loop(100_000), 1),
    "decisions": ("50 decisions of 4 ways", branches(50), 40),
    "map": ("map over 10,000 items", mapped(10_000), 1),
}
ROUNDS = {"loop": 15, "map": 40}
LIMITS = {"full": 1.5, "none": 1.1}

pytestmark = pytest.mark.benchmark(group="1. Generated module over hand-written code, time")


@pytest.mark.parametrize("checks", LIMITS)
@pytest.mark.parametrize("name", WORKLOADS)
def test_sync(side_by_side: SideBySide, name: str, checks: str) -> None:
    what, work, loops = WORKLOADS[name]
    generated = getattr(work.generated(checks=checks), work.function)
    written = getattr(work.written(), work.function)
    given = dict(work.inputs, tools=tools())
    assert generated(**given) == written(**given)
    side_by_side.ratio(
        f"{what}, `--checks={checks}`",
        lambda: generated(**given),
        timed(lambda: written(**given), loops),
        at_most=LIMITS[checks],
        loops=loops,
        rounds=ROUNDS.get(name, 600),
    )


@pytest.mark.parametrize("checks", LIMITS)
@pytest.mark.parametrize("name", WORKLOADS)
def test_async(side_by_side: SideBySide, name: str, checks: str) -> None:
    what, work, loops = WORKLOADS[name]
    generated = getattr(work.generated(async_=True, checks=checks), work.function)
    written = getattr(work.written(async_=True), work.function)
    given = dict(work.inputs, tools=tools(async_=True))
    with asyncio.Runner() as runner:
        assert runner.run(generated(**given)) == runner.run(written(**given))
        side_by_side.ratio(
            f"{what}, async, `--checks={checks}`",
            lambda: runner.run(_often(generated, given, loops)),
            timed(lambda: runner.run(_often(written, given, loops))),
            at_most=LIMITS[checks],
            rounds=ROUNDS.get(name, 600),
        )


async def _often(function: object, given: dict[str, object], loops: int) -> None:
    for _ in range(loops):
        await function(**given)  # type: ignore[operator]
