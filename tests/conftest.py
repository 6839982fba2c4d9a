"""Fixtures that all tests share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from postgres_server import CannotRunError, PostgresServer, running_postgres

ROOT = Path(__file__).parent.parent

# Every run tests the same random cases, on any machine and however busy it is.
settings.register_profile(
    "fixed",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("fixed")
# Nor does it matter which tests run beside a test: hypothesis would draw constants that it finds in
# the modules loaded so far.
providers.is_local_module_file = lambda path: False


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of public documents; the test is skipped where it is missing."""
    path = Path(os.environ.get("FLOWC_CORPUS", ROOT.parent / "shared" / "corpus"))
    if not path.is_dir():
        pytest.skip(f"no corpus at {os.path.relpath(path, ROOT)}; set FLOWC_CORPUS")
    return path


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server of these tests; they are skipped where there can be none."""
    try:
        with running_postgres() as server:
            yield server
    except CannotRunError as error:
        pytest.skip(f"no PostgreSQL server: {error}")
