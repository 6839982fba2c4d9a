"""Fixtures of the measurements, which `make bench` runs."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from environments import ENVIRONMENTS, CannotInstall
from side_by_side import SideBySide
from stopwatch import Stopwatch


@pytest.fixture
def side_by_side(benchmark: Any) -> Iterator[SideBySide]:
    """What measures a row of the report. The garbage collector leaves alone what the tests hold: it
    would go through that again and again, which engines in processes of their own need not."""
    gc.collect()
    gc.freeze()
    yield SideBySide(benchmark)
    gc.unfreeze()


@pytest.fixture(scope="session")
def stopwatch() -> Iterator[Callable[[str], Stopwatch]]:
    """Gives a process in the environment of a name, which runs and measures things there."""
    started: dict[str, Stopwatch] = {}

    def get(name: str) -> Stopwatch:
        if name not in started:
            try:
                started[name] = Stopwatch(ENVIRONMENTS[name].python(), f"timer_{name}.py")
            except CannotInstall as error:
                pytest.skip(f"cannot install {error}")
        return started[name]

    yield get
    for item in started.values():
        item.close()
