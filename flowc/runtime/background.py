"""An event loop in a thread of its own, for synchronous callers of asynchronous libraries."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


class BackgroundLoop:
    """Runs coroutines for whatever thread asks, until it is closed. The thread starts with the
    first one, and does not keep the program from ending."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name=name, daemon=True)
        self._starting = threading.Lock()

    def run(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        """The result of the coroutine. If the wait is interrupted (Ctrl-C), it is cancelled."""
        with self._starting:
            if not self._thread.is_alive():
                self._thread.start()
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def close(self) -> None:
        """End the loop and its thread; nothing may run any more."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
        self._loop.close()
