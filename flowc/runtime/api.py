"""HTTP calls of ApiNodes and RemoteTools: one piece of code for both (SEMANTICS section 7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from flowc.runtime.clock import AsyncRealClock, RealClock, slept
from flowc.runtime.driving import Plan, finished, finished_async
from flowc.runtime.requests import answer_of, request_of
from flowc.runtime.retry_policy import RetryPolicy, attempts
from flowc.runtime.services import AsyncClock, AsyncHttp, Clock, Http, Request


def call_api(
    component: Mapping[str, Any],
    inputs: Mapping[str, Any],
    *,
    http: Http,
    clock: Clock | None = None,
) -> Any:
    """Send the request that an ApiNode or RemoteTool describes; the body as JSON, else as text.

    `component` is the node or tool as JSON, `inputs` its inputs by title. HttpStatusError for an
    answer that is not 2xx, OSError for none, both after the retries of the component's
    `retry_policy`; ValueError or TypeError for a request that may not or cannot be sent.
    """
    used = clock or RealClock()
    attempt = _attempt(request_of(component, inputs), http)
    return finished(attempts(attempt, RetryPolicy.of(component), used.sleep, used.uniform))


async def call_api_async(
    component: Mapping[str, Any],
    inputs: Mapping[str, Any],
    *,
    http: AsyncHttp,
    clock: Clock | AsyncClock | None = None,
) -> Any:
    """:func:`call_api` for asynchronous modules."""
    used = clock or AsyncRealClock()
    attempt = _attempt(request_of(component, inputs), http)
    policy = RetryPolicy.of(component)
    return await finished_async(attempts(attempt, policy, partial(slept, used), used.uniform))


def _attempt(request: Request, http: Http | AsyncHttp) -> Callable[[], Plan[Any]]:
    def attempt() -> Plan[Any]:
        response = yield http.send(request)
        return answer_of(request, response)

    return attempt
