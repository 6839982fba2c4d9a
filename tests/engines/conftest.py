"""The engines, as processes that the tests of a session share."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from engine import Engine
from environments import ENVIRONMENTS, CannotInstall
from service_server import ServiceServer


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


@pytest.fixture(scope="session")
def server() -> Iterator[ServiceServer]:
    """The models and HTTP servers of cases."""
    with ServiceServer() as server:
        yield server
