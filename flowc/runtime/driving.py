"""One logic for synchronous and asynchronous services.

The logic is a generator that yields the result of each effect, as in ``response = yield
send(request)``. If `send` is synchronous, the result is there and is handed back; if it is
asynchronous, it is awaited first. Errors of an effect are raised at its `yield` in both.
"""

from __future__ import annotations

import inspect
from collections.abc import Generator
from typing import Any, TypeVar

Result = TypeVar("Result")
Plan = Generator[Any, Any, Result]


def finished(plan: Plan[Result]) -> Result:
    """What a plan with synchronous effects returns."""
    try:
        effect = next(plan)
        while True:
            effect = plan.send(effect)
    except StopIteration as stop:
        result: Result = stop.value
        return result


async def finished_async(plan: Plan[Result]) -> Result:
    """What a plan returns whose effects may have to be awaited."""
    try:
        effect = next(plan)
        while True:
            try:
                value = await effect if inspect.isawaitable(effect) else effect
            except Exception as error:
                effect = plan.throw(error)
            else:
                effect = plan.send(value)
    except StopIteration as stop:
        result: Result = stop.value
        return result
