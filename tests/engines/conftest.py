"""The engines, as processes that the tests of a session share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from engine import Engine
from environments import ENVIRONMENTS, CannotInstall


@pytest.fixture(scope="session")
def engine() -> Iterator[Callable[[str], Engine]]:
    """Gives the engine of a name; the test is skipped if it cannot be installed (it is, in CI)."""
    started: dict[str, Engine] = {}
    missing: dict[str, str] = {}

    def get(name: str) -> Engine:
        if name not in started and name not in missing:
            try:
                interpreter = ENVIRONMENTS[name].python()
                started[name] = Engine(name, interpreter, f"worker_{name}.py")
            except CannotInstall as error:
                missing[name] = str(error)
        if name in missing:
            pytest.skip(f"cannot install {missing[name]}")
        return started[name]

    yield get
    for item in started.values():
        item.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The engines take minutes and half a gigabyte, and their table of differences is not complete
    yet: `make soak` runs them, and `make test` with FLOWC_ENGINES=1."""
    if os.environ.get("FLOWC_ENGINES") or os.environ.get("FLOWC_SOAK"):
        return
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="set FLOWC_ENGINES=1 to run the engines"))
