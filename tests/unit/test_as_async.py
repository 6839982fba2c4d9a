"""`as_async` makes any tools awaitable."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from flowc.runtime import as_async


def test_synchronous_and_asynchronous_functions_are_awaited_alike():
    async def slow(*, x):
        return x + 1

    tools = as_async(SimpleNamespace(fast=lambda *, x: x * 2, slow=slow, limit=3))

    async def run():
        return await tools.fast(x=2), await tools.slow(x=2)

    assert asyncio.run(run()) == (4, 3)
    assert tools.limit == 3


def test_a_function_is_adapted_once_and_a_missing_one_is_missing():
    tools = as_async(SimpleNamespace(fast=print))
    assert tools.fast is tools.fast
    with pytest.raises(AttributeError):
        tools.missing  # noqa: B018


def test_errors_pass_through():
    def fail():
        raise KeyError("x")

    with pytest.raises(KeyError):
        asyncio.run(as_async(SimpleNamespace(fail=fail)).fail())
