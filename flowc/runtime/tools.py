"""Tools for asynchronous modules."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any


class AsyncTools:
    """Tools whose functions are all `async`: what :func:`as_async` gives."""

    def __init__(self, tools: object) -> None:
        self.__tools = tools

    def __getattr__(self, name: str) -> Any:
        function = getattr(self.__tools, name)
        adapted = _awaitable(function) if callable(function) else function
        setattr(self, name, adapted)  # the next look-up finds it without this method
        return adapted


def as_async(tools: object) -> Any:
    """`tools` for an asynchronous module: each function can be awaited, whether it is `async` or
    not. A synchronous one runs in the event loop's thread, so it should not wait for long."""
    return AsyncTools(tools)


def _awaitable(function: Callable[..., Any]) -> Callable[..., Any]:
    async def call(*arguments: Any, **keywords: Any) -> Any:
        result = function(*arguments, **keywords)
        return await result if inspect.isawaitable(result) else result

    return call
