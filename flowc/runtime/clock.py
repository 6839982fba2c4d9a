"""Real time and chance."""

from __future__ import annotations

import asyncio
import inspect
import random
import time
from collections.abc import Awaitable
from typing import Any

from flowc.runtime.services import AsyncClock, Clock


class RealClock:
    """Sleeps, and draws random numbers."""

    def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)

    def uniform(self, low: float, high: float) -> float:
        """A random number between the two."""
        return random.uniform(low, high)


class AsyncRealClock:
    """:class:`RealClock` for asynchronous modules."""

    async def sleep(self, seconds: float) -> None:
        """Wait, and let others run."""
        await asyncio.sleep(seconds)

    def uniform(self, low: float, high: float) -> float:
        """A random number between the two."""
        return random.uniform(low, high)


def slept(clock: Clock | AsyncClock, seconds: float) -> Awaitable[None]:
    """A sleep to be awaited. A synchronous clock sleeps in a thread, to hold nobody else up."""
    sleep: Any = clock.sleep
    waiting: Awaitable[None] = (
        sleep(seconds) if inspect.iscoroutinefunction(sleep) else asyncio.to_thread(sleep, seconds)
    )
    return waiting
