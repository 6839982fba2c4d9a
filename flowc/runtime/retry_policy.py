"""`retry_policy` of the specification: when a request is sent again, and after how long."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from flowc.runtime import faults
from flowc.runtime.driving import Plan
from flowc.runtime.errors import HttpStatusError
from flowc.runtime.requests import text_of
from flowc.runtime.urls import object_in

Uniform = Callable[[float, float], float]
Result = TypeVar("Result")

_NUMBERS = ("max_attempts", "initial_retry_delay", "max_retry_delay", "backoff_factor")
_NEVER = {400, 401, 403, 422, 501}
"""By the specification: validation, authentication and authorization errors, and 501."""


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """The fields of the specification. `max_attempts` does not include the first attempt."""

    max_attempts: int = 2
    initial_retry_delay: float = 1.0
    max_retry_delay: float = 8.0
    backoff_factor: float = 2.0
    jitter: str | None = "full_and_equal_for_throttle"
    service_error_retry_on_any_5xx: bool = True
    recoverable_statuses: Mapping[str, Any] = field(default_factory=lambda: {"409": [], "429": []})

    @staticmethod
    def of(component: Mapping[str, Any]) -> RetryPolicy:
        """The policy of a component; without one there is one attempt. TypeError for a policy that
        is no object of these fields; `request_timeout` is for whoever makes the request."""
        if component.get("retry_policy") is None:
            return RetryPolicy(max_attempts=0)
        fields = dict(object_in(component, "retry_policy"))
        fields.pop("request_timeout", None)
        for name, value in fields.items():
            if name not in RetryPolicy.__slots__:
                raise faults.NO_RETRY_FIELD.error(field=name)
            if name in _NUMBERS and not (isinstance(value, (int, float)) and value >= 0):
                raise faults.BAD_RETRY_NUMBER.error(field=name)
        return RetryPolicy(**fields)

    def wait(self, retry: int, error: Exception, uniform: Uniform) -> float | None:
        """The seconds to wait before that retry, the first being 0; None if there is none.

        `error` is an OSError (no answer) or an HttpStatusError. A `Retry-After` in seconds counts
        instead of the computed delay, up to `max_retry_delay`.
        """
        if retry >= self.max_attempts or not self._is_recoverable(error):
            return None
        told = _retry_after(error)
        if told is not None:
            return min(told, self.max_retry_delay)
        return self._delay(
            retry, isinstance(error, HttpStatusError) and error.status < 500, uniform
        )

    def _is_recoverable(self, error: Exception) -> bool:
        if not isinstance(error, HttpStatusError):
            return isinstance(error, OSError) and not isinstance(error, ssl.SSLError)
        if error.status in _NEVER:
            return False
        codes = self.recoverable_statuses.get(str(error.status))
        if codes is None:
            return self.service_error_retry_on_any_5xx and 500 <= error.status < 600
        text = text_of(error.response).lower() if error.response else ""
        return not codes or any(str(code).lower() in text for code in codes)

    def _delay(self, retry: int, throttled: bool, uniform: Uniform) -> float:
        longest = self.max_retry_delay
        try:
            base = self.initial_retry_delay * self.backoff_factor**retry
        except OverflowError:
            base = longest
        match self.jitter:
            case None:
                return min(base, longest)
            case "equal":
                return _equal(base, longest, uniform)
            case "full":
                return min(uniform(0.0, base), longest)
            case "full_and_equal_for_throttle":
                return (
                    _equal(base, longest, uniform)
                    if throttled
                    else min(uniform(0.0, base), longest)
                )
            case "decorrelated":
                return min(base + uniform(0.0, 1.0), longest)
        raise faults.BAD_JITTER.error()


def attempts(
    attempt: Callable[[], Plan[Result]],
    policy: RetryPolicy,
    sleep: Callable[[float], Any],
    uniform: Uniform,
) -> Plan[Result]:
    """What the first attempt gives that succeeds, or the error of the last."""
    retry = 0
    while True:
        try:
            return (yield from attempt())
        except (OSError, HttpStatusError) as error:
            seconds = policy.wait(retry, error, uniform)
            if seconds is None:
                raise
        yield sleep(seconds)
        retry += 1


def _equal(base: float, longest: float, uniform: Uniform) -> float:
    return min(base, longest) * (1 + uniform(0.0, 1.0)) / 2


def _retry_after(error: Exception) -> float | None:
    if not isinstance(error, HttpStatusError) or error.response is None:
        return None
    text = error.response.headers.get("retry-after", "").strip()
    return float(text) if text.isascii() and text.isdigit() else None
