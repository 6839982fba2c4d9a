"""Both executions of a flow behave the same (SEMANTICS 6).

500 random flows, always the same ones, run interpreted, and as generated modules, synchronous and
asynchronous. `FLOWC_SOAK=5000 pytest tests/property/test_differential.py` runs that many others.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from flowc.testing import KINDS, Case, cases, constructs, differences
from flowc.testing.executions import Executions

CHUNKS, CHUNK = 10, 50
"""The flows are run in chunks, so that pytest-xdist can share them out."""

SOAK = int(os.environ.get("FLOWC_SOAK", "0"))

CONTROL = {
    "match",
    "if",
    "join",
    "loop",
    "goto",
    "irreducible",
    "several ends",
    "subflow",
    "subflow branch",
    "no default edge",
}
DATA = {"several sources", "by name", "default", "literal", "null to a type without null", *KINDS}
FAULTS = {"None", "raise", "wrong type", "missing key", "enum violation"}
LEAST_SHARE = 0.05


def fixed(number: int, count: int = CHUNK) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Runs a test over the cases of a chunk: the same ones on every run and machine."""

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        profile = settings(
            max_examples=count,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, Phase.shrink],
        )
        return profile(seed(number)(given(cases())(test)))

    return decorated


def chunk(number: int, count: int = CHUNK) -> list[Case]:
    """The cases of a chunk."""
    found: list[Case] = []
    fixed(number, count)(lambda case: found.append(case))()
    return found


@cache
def all_cases() -> tuple[Case, ...]:
    return tuple(case for number in range(CHUNKS) for case in chunk(number))


def assert_same_behaviour(case: Case) -> None:
    executions = Executions(case)
    interpreted = executions.interpreted()
    for async_ in (False, True):
        generated = executions.generated(async_=async_)
        found = differences(interpreted, generated)
        assert not found, report(executions, found, async_)


def report(executions: Executions, found: list[str], async_: bool) -> str:
    """All that is needed to see what went wrong."""
    parts = [
        "interpreter / generated module:",
        *found,
        f"inputs: {executions.case.inputs!r}",
        f"tools: {executions.case.tools!r}",
        executions.text,
        executions.code(async_=async_),
    ]
    return "\n".join(parts)


@pytest.mark.parametrize("number", range(CHUNKS))
def test_the_interpreter_and_the_generated_modules_behave_the_same(number: int) -> None:
    fixed(number)(lambda case: assert_same_behaviour(case))()


@pytest.mark.skipif(not SOAK, reason="set FLOWC_SOAK to a number of flows")
def test_soak() -> None:
    first = random.SystemRandom().randrange(2**32)
    print(f"seeds from {first}")
    for number in range(first, first + max(1, SOAK // CHUNK)):
        fixed(number)(lambda case: assert_same_behaviour(case))()


# What the flows have in them ----------------------------------------------------------------------


def test_every_construct_is_in_at_least_five_in_a_hundred_flows() -> None:
    counts = Counter(name for case in all_cases() for name in constructs(case))
    wanted = CONTROL | DATA | FAULTS
    rare = {name: counts[name] for name in wanted if counts[name] < LEAST_SHARE * len(all_cases())}
    assert rare == {}


def test_the_flows_are_run_to_their_ends_and_fail_in_every_way() -> None:
    results = [Executions(case).interpreted() for case in all_cases()]
    done = [result for result in results if result.failure is None]
    assert len(done) >= 0.5 * len(results)
    assert sum(len(result.calls) >= 3 for result in results) >= 0.4 * len(results)
    assert sum(result.branch != "next" for result in done) >= LEAST_SHARE * len(results)
    kinds = Counter(result.failure.kind for result in results if result.failure is not None)
    for kind in ("LookupError", "TypeError", "ValueError"):
        assert kinds[kind] >= LEAST_SHARE * len(results), kinds
    for kind in ("NotImplementedError", "ToolFailure", "KeyError"):
        assert kinds[kind] > 0, kinds
    assert not kinds["OutOfCalls"]
