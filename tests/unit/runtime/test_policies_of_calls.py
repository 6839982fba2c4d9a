"""@retry, @timeout (SEMANTICS 15)."""

from __future__ import annotations

import asyncio
import contextvars
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowc.runtime import Retry, retried, retried_async, timed, timed_async


class Flaky:
    """Fails with these errors in turn, then gives 7."""

    def __init__(self, *errors: BaseException) -> None:
        self.errors = list(errors)
        self.calls = 0

    def __call__(self) -> int:
        self.calls += 1
        if self.errors:
            raise self.errors.pop(0)
        return 7


def run_retried(both, call, retry, clock):
    if not both.is_async:
        return retried(call, retry, clock)

    async def awaited():
        return call()

    return asyncio.run(retried_async(awaited, retry, clock))


def test_the_defaults_are_adks():
    assert Retry() == Retry(5, 1.0, 60.0, 2.0, 1.0, None)


def test_the_first_success_counts(both):
    call, clock = Flaky(ValueError("a"), KeyError("b")), both.Clock()
    assert run_retried(both, call, Retry(jitter=0), clock) == 7
    assert (call.calls, clock.slept) == (3, [1.0, 2.0])


def test_the_last_error_is_raised(both):
    call, clock = Flaky(*(ValueError(str(n)) for n in range(9))), both.Clock()
    with pytest.raises(ValueError, match=r"^4$"):
        run_retried(both, call, Retry(jitter=0), clock)
    assert (call.calls, clock.slept) == (5, [1.0, 2.0, 4.0, 8.0])


@pytest.mark.parametrize("attempts", [0, 1])
def test_zero_and_one_attempts_are_one(both, attempts):
    call, clock = Flaky(ValueError("a")), both.Clock()
    with pytest.raises(ValueError, match=r"^a$"):
        run_retried(both, call, Retry(max_attempts=attempts), clock)
    assert (call.calls, clock.slept, clock.drawn) == (1, [], [])


class Mine(ConnectionError):
    pass


@pytest.mark.parametrize(
    ("names", "error", "is_retried"),
    [
        (None, ValueError(), True),
        (("OSError",), Mine(), True),
        (("Mine",), Mine(), True),
        (("Mine",), ConnectionError(), False),
        (("ValueError",), KeyError(), False),
        (("Exception",), KeyError(), True),
        ((), KeyError(), False),
        (None, KeyboardInterrupt(), False),
        (("BaseException",), KeyboardInterrupt(), False),
    ],
)
def test_exceptions_are_named_over_the_mro(both, names, error, is_retried):
    call = Flaky(error)
    retry = Retry(exceptions=names, jitter=0)
    if is_retried:
        assert run_retried(both, call, retry, both.Clock()) == 7
    else:
        with pytest.raises(type(error)):
            run_retried(both, call, retry, both.Clock())
        assert call.calls == 1


@pytest.mark.parametrize(
    ("retry", "attempt", "draw", "delay"),
    [
        (Retry(), 1, 1.0, 2.0),
        (Retry(), 1, -1.0, 0.0),
        (Retry(), 3, 0.0, 4.0),
        (Retry(), 9, 1.0, 60.0),  # 256 is cut to 60 / 2, and the draw doubles it
        (Retry(jitter=0.5), 9, 1.0, 60.0),
        (Retry(jitter=0.5), 9, -1.0, 20.0),
        (Retry(jitter=3.0), 1, -1.0, 0.0),
        (Retry(backoff_factor=1.0, jitter=0), 50, 0.0, 1.0),
        (Retry(jitter=0), 5000, 0.0, 60.0),
        (Retry(initial_delay=0), 5000, 0.0, 0.0),
    ],
)
def test_the_delay(retry, attempt, draw, delay):
    assert retry.delay(attempt, lambda low, high: draw * high) == pytest.approx(delay)


@given(
    st.builds(
        Retry,
        initial_delay=st.floats(0, 1e6),
        max_delay=st.floats(0, 1e6),
        backoff_factor=st.floats(0, 1e3),
        jitter=st.floats(0, 10),
    ),
    st.integers(1, 2000),
    st.floats(-1, 1),
)
def test_a_delay_is_never_negative_nor_longer_than_the_longest(retry, attempt, draw):
    delay = retry.delay(attempt, lambda low, high: draw * high)
    assert 0 <= delay <= retry.max_delay * (1 + 1e-9)


def test_a_synchronous_clock_serves_asynchronous_calls(clock):
    async def main():
        call = Flaky(ValueError())

        async def awaited():
            return call()

        return await retried_async(awaited, Retry(jitter=0), clock)

    assert asyncio.run(main()) == 7
    assert clock.slept == [1.0]


# Timeout ------------------------------------------------------------------------------------------


def test_a_call_in_time_gives_its_result_or_error():
    assert timed(lambda: 7, 30) == 7
    with pytest.raises(KeyError, match="mine"):
        timed(lambda: {}["mine"], 30)
    with pytest.raises(SystemExit):
        timed(lambda: exec("raise SystemExit(3)"), 30)


def test_a_late_call_is_abandoned_and_goes_on():
    release, ended = threading.Event(), threading.Event()

    def call():
        release.wait(10)
        ended.set()

    with pytest.raises(TimeoutError, match=r"^no result within 0\.01 seconds$"):
        timed(call, 0.01)
    assert not ended.is_set()
    release.set()
    assert ended.wait(10)


def test_the_thread_does_not_keep_the_program_from_ending():
    found = []
    timed(lambda: found.append(threading.current_thread().daemon), 10)
    assert found == [True]


def test_a_tools_own_timeout_is_its_own():
    def call():
        raise TimeoutError("of the tool")

    with pytest.raises(TimeoutError, match=r"^of the tool$"):
        timed(call, 10)

    async def call_async():
        raise TimeoutError("of the tool")

    with pytest.raises(TimeoutError, match=r"^of the tool$"):
        asyncio.run(timed_async(call_async, 10))


def test_context_variables_are_those_of_the_caller():
    variable = contextvars.ContextVar("variable", default=1)
    variable.set(2)
    assert timed(variable.get, 10) == 2


def test_a_late_coroutine_is_cancelled():
    ended = []

    async def call():
        try:
            await asyncio.sleep(10)
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    begin = time.monotonic()
    with pytest.raises(TimeoutError, match=r"^no result within 0\.01 seconds$"):
        asyncio.run(timed_async(call, 0.01))
    assert ended == ["cancelled"]
    assert time.monotonic() - begin < 5


def test_no_time_at_all_is_a_timeout_without_a_call():
    calls = []
    with pytest.raises(TimeoutError, match=r"^no result within 0 seconds$"):
        timed(lambda: calls.append(1), 0)

    async def call():
        calls.append(1)

    with pytest.raises(TimeoutError):
        asyncio.run(timed_async(call, 0))
    assert calls == []


def test_a_timeout_can_be_retried(clock):
    waits = iter([10.0, 0.0])
    release = threading.Event()

    def call():
        release.wait(next(waits))
        return 7

    retry = Retry(exceptions=("TimeoutError",), jitter=0)
    assert retried(lambda: timed(call, 0.05), retry, clock) == 7
    assert clock.slept == [1.0]
    release.set()
