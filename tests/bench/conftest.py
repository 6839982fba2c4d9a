"""Fixtures of the measurements, which `make bench` runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from environments import ENVIRONMENTS, CannotInstall
from side_by_side import SideBySide
from stopwatch import Stopwatch


@pytest.fixture
def side_by_side(benchmark: Any) -> SideBySide:
    """What measures a row of the report."""
    return SideBySide(benchmark)


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
