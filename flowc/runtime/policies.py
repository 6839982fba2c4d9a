"""`@retry`, `@timeout` and `@context`: how a tool is called (SEMANTICS 12 and 15)."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import Future, wait
from dataclasses import dataclass
from typing import Any, TypeVar

from flowc.runtime import faults
from flowc.runtime.clock import slept
from flowc.runtime.services import AsyncClock, Clock

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class ToolContext:
    """What a tool gets as `context` if it is declared `@context`: `call_id` is new for each run of
    the node, `node` is the path of names from the root flow to the node, joined by ``/``, and
    `state` is the session's."""

    call_id: str
    node: str
    state: MutableMapping[str, Any]


@dataclass(frozen=True, slots=True)
class Retry:
    """`@retry`: ADK's fields and defaults. `max_attempts` includes the first; 0 and 1 mean that
    nothing is retried. `exceptions` are class names; None stands for every `Exception`."""

    max_attempts: int = 5
    initial_delay: float = 1.0
    max_delay: float = 60.0
    backoff_factor: float = 2.0
    jitter: float = 1.0
    exceptions: tuple[str, ...] | None = None

    def covers(self, error: Exception) -> bool:
        """Whether the error, by its class or a base class, is one to retry after."""
        names = self.exceptions
        return names is None or any(base.__name__ in names for base in type(error).__mro__)

    def delay(self, attempt: int, uniform: Callable[[float, float], float]) -> float:
        """The seconds to wait after the failure of that attempt, the first being 1.

        It is min(initial·factor^(attempt−1), max/(1+jitter)) and a uniform draw of up to jitter
        times that more or less, never below 0. So it is at most `max_delay`.
        """
        longest = self.max_delay / (1 + self.jitter)
        try:
            delay = min(self.initial_delay * self.backoff_factor ** (attempt - 1), longest)
        except OverflowError:
            delay = longest if self.initial_delay else 0.0
        spread = self.jitter * delay
        return max(0.0, delay + uniform(-spread, spread))


def retried(call: Callable[[], Result], retry: Retry, clock: Clock) -> Result:
    """The result of the first attempt that succeeds; if none does, the last one's error."""
    attempt = 1
    while True:
        try:
            return call()
        except Exception as error:
            if attempt >= retry.max_attempts or not retry.covers(error):
                raise
        clock.sleep(retry.delay(attempt, clock.uniform))
        attempt += 1


async def retried_async(
    call: Callable[[], Awaitable[Result]], retry: Retry, clock: Clock | AsyncClock
) -> Result:
    """:func:`retried` for a call that is awaited."""
    attempt = 1
    while True:
        try:
            return await call()
        except Exception as error:
            if attempt >= retry.max_attempts or not retry.covers(error):
                raise
        await slept(clock, retry.delay(attempt, clock.uniform))
        attempt += 1


def timed(call: Callable[[], Result], seconds: float) -> Result:
    """The result of the call, or TimeoutError after that many seconds.

    The call runs in a thread of its own. Nothing can stop a thread, so a late one is abandoned: it
    goes on, and what comes of it is dropped. It does not keep the program from ending.
    """
    if seconds <= 0:
        raise faults.NO_RESULT_IN_TIME.error(seconds=seconds)
    outcome: Future[Result] = Future()

    def work() -> None:
        try:
            outcome.set_result(context.run(call))
        except BaseException as error:
            outcome.set_exception(error)

    context = contextvars.copy_context()
    threading.Thread(target=work, name="flowc timeout", daemon=True).start()
    wait([outcome], min(seconds, threading.TIMEOUT_MAX))
    if not outcome.done():
        raise faults.NO_RESULT_IN_TIME.error(seconds=seconds)
    return outcome.result()


async def timed_async(call: Callable[[], Awaitable[Result]], seconds: float) -> Result:
    """:func:`timed` for a call that is awaited: a late one is cancelled. What never waits for
    anything cannot be."""
    if seconds <= 0:
        raise faults.NO_RESULT_IN_TIME.error(seconds=seconds)
    try:
        async with asyncio.timeout(seconds) as limit:
            return await call()
    except TimeoutError:
        if not limit.expired():
            raise  # the tool's own
    raise faults.NO_RESULT_IN_TIME.error(seconds=seconds)
