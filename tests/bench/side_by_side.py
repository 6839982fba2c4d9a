"""Two things measured in turn, round by round, so that what slows the machine slows both.

What is kept of each is its fastest round: everything else a machine does only adds to it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

Seconds = Callable[[], float]
"""Does something once and says how many seconds it took."""


def timed(function: Callable[[], object], loops: int = 1) -> Seconds:
    """How long the function takes, called several times in a row."""

    def seconds() -> float:
        turns = range(loops)
        start = time.perf_counter()
        for _ in turns:
            function()
        return time.perf_counter() - start

    return seconds


class SideBySide:
    """Measures one row of the report and leaves it in the benchmark's `extra_info`."""

    def __init__(self, benchmark: Any) -> None:
        self._benchmark = benchmark

    def ratio(
        self,
        what: str,
        subject: Callable[[], object],
        baseline: Seconds,
        *,
        at_most: float | None = None,
        at_least: float | None = None,
        loops: int = 1,
        rounds: int = 20,
    ) -> None:
        """How many times as long `subject` takes as `baseline`; with `at_least`, how many times
        as fast it is."""
        took = self.times(subject, baseline, loops=loops, rounds=rounds)
        ratio = took[0] / took[1] if at_least is None else took[1] / took[0]
        self.figure(what, ratio, "×", at_most=at_most, at_least=at_least)

    def times(
        self, subject: Callable[[], object], baseline: Seconds, *, loops: int = 1, rounds: int = 20
    ) -> tuple[float, float]:
        """The seconds of the fastest round of both."""
        others: list[float] = []
        once = timed(subject, loops)
        self._benchmark.pedantic(
            once, setup=lambda: others.append(baseline()), rounds=rounds, warmup_rounds=1
        )
        return self._benchmark.stats.stats.min, min(others)

    def figure(
        self,
        what: str,
        measured: float,
        unit: str,
        *,
        at_most: float | None = None,
        at_least: float | None = None,
    ) -> None:
        """A figure of the report, with its limit if it has one."""
        self._benchmark.extra_info.update(
            what=what, measured=measured, unit=unit, at_most=at_most, at_least=at_least
        )
