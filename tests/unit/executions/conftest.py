"""Tests in this folder are run by all three executions: they take `run` or `ending`."""

from __future__ import annotations

import pytest
from executing import EXECUTIONS, run_as


@pytest.fixture(params=EXECUTIONS)
def execution(request) -> str:
    """The name of the execution."""
    return request.param


@pytest.fixture
def run(execution):
    """How the run of a `.flow` text ended: source, inputs, tools, services as keywords."""

    def run(*args, **services):
        return run_as(execution, *args, **services)

    return run


@pytest.fixture
def ending(run):
    """The outputs of a run, else its error's kind and text."""

    def ending(*args, **services):
        try:
            return run(*args, **services).outputs
        except BaseException as error:
            return type(error), str(error)

    return ending
