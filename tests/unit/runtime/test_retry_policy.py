"""`retry_policy` of the specification."""

from __future__ import annotations

import ssl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowc.runtime import HttpStatusError, Response
from flowc.runtime.retry_policy import RetryPolicy


def policy(**fields) -> RetryPolicy:
    return RetryPolicy.of({"retry_policy": fields})


def failed(status, body=b"", **headers) -> HttpStatusError:
    return HttpStatusError("", status, Response(status, headers, body))


def lowest(low: float, high: float) -> float:
    return low


def highest(low: float, high: float) -> float:
    return high


def test_the_defaults_are_those_of_the_specification():
    assert policy() == RetryPolicy(
        2, 1.0, 8.0, 2.0, "full_and_equal_for_throttle", True, {"409": [], "429": []}
    )
    assert policy(request_timeout=5) == policy()


@pytest.mark.parametrize("component", [{}, {"retry_policy": None}])
def test_without_a_policy_there_is_one_attempt(component):
    assert RetryPolicy.of(component).wait(0, failed(503), lowest) is None
    assert RetryPolicy.of(component).wait(0, ConnectionError(), lowest) is None


def test_max_attempts_does_not_count_the_first():
    assert [policy(jitter=None).wait(n, failed(503), lowest) for n in range(3)] == [1.0, 2.0, None]
    assert policy(max_attempts=0).wait(0, failed(503), lowest) is None


@pytest.mark.parametrize(
    ("error", "is_recoverable"),
    [
        (failed(500), True),
        (failed(503), True),
        (failed(599), True),
        (failed(501), False),
        (failed(409), True),
        (failed(429), True),
        (failed(404), False),
        (failed(302), False),
        (failed(400), False),
        (failed(401), False),
        (failed(403), False),
        (failed(422), False),
        (ConnectionError(), True),
        (TimeoutError(), True),
        (ssl.SSLError("certificate"), False),
        (ssl.SSLCertVerificationError("certificate"), False),
    ],
)
def test_what_is_recoverable(error, is_recoverable):
    assert (policy().wait(0, error, lowest) is not None) == is_recoverable


@pytest.mark.parametrize(
    ("fields", "error", "is_recoverable"),
    [
        ({"service_error_retry_on_any_5xx": False}, failed(503), False),
        ({"service_error_retry_on_any_5xx": False, "recoverable_statuses": {"503": []}},
         failed(503), True),
        ({"recoverable_statuses": {"404": []}}, failed(404), True),
        ({"recoverable_statuses": {"404": []}}, failed(429), False),
        ({"recoverable_statuses": {"401": []}}, failed(401), False),
        ({"recoverable_statuses": {"501": []}}, failed(501), False),
        ({"recoverable_statuses": {"409": ["IncorrectState"]}},
         failed(409, b'{"code": "incorrectstate"}'), True),
        ({"recoverable_statuses": {"409": ["IncorrectState"]}}, failed(409, b"other"), False),
        ({"recoverable_statuses": {"503": ["Busy"]}}, failed(503, b"other"), False),
        ({"recoverable_statuses": {"409": ["X"]}}, HttpStatusError("", 409), False),
    ],
)  # fmt: skip
def test_recoverable_statuses(fields, error, is_recoverable):
    assert (policy(**fields).wait(0, error, lowest) is not None) == is_recoverable


@pytest.mark.parametrize(
    ("jitter", "error", "shortest", "longest"),
    [
        (None, failed(503), 4.0, 4.0),
        ("full", failed(503), 0.0, 4.0),
        ("full", failed(429), 0.0, 4.0),
        ("equal", failed(503), 2.0, 4.0),
        ("equal", failed(429), 2.0, 4.0),
        ("full_and_equal_for_throttle", failed(503), 0.0, 4.0),
        ("full_and_equal_for_throttle", failed(429), 2.0, 4.0),
        ("full_and_equal_for_throttle", ConnectionError(), 0.0, 4.0),
        ("decorrelated", failed(503), 4.0, 5.0),
    ],
)
def test_jitter(jitter, error, shortest, longest):
    made = policy(jitter=jitter, max_attempts=9)
    assert made.wait(2, error, lowest) == shortest
    assert made.wait(2, error, highest) == longest


@given(
    st.sampled_from([None, "equal", "full", "full_and_equal_for_throttle", "decorrelated"]),
    st.integers(0, 5000),
    st.floats(0, 1),
    st.sampled_from([429, 503]),
)
def test_no_wait_is_longer_than_the_longest(jitter, retry, draw, status):
    made = policy(jitter=jitter, max_attempts=10_000, max_retry_delay=3)
    seconds = made.wait(retry, failed(status), lambda low, high: low + draw * (high - low))
    assert seconds is not None
    assert 0 <= seconds <= 3


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("5", 5.0), (" 0 ", 0.0), ("60", 8.0), ("soon", 1.0), ("-5", 1.0), ("1.5", 1.0), ("", 1.0)],
)
def test_retry_after_in_seconds(header, seconds):
    error = failed(429, **{"retry-after": header})
    assert policy(jitter=None).wait(0, error, lowest) == seconds


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"max_attempt": 1}, "retry_policy has no field 'max_attempt'"),
        ({"max_attempts": "1"}, "max_attempts of retry_policy is no number from 0 up"),
        ({"backoff_factor": -1}, "backoff_factor of retry_policy is no number from 0 up"),
        (
            {"max_retry_delay": float("nan")},
            "max_retry_delay of retry_policy is no number from 0 up",
        ),
    ],
)
def test_what_is_no_policy(fields, text):
    with pytest.raises(TypeError) as caught:
        policy(**fields)
    assert str(caught.value) == text


def test_an_unknown_jitter():
    with pytest.raises(ValueError, match=r"^retry_policy has an unknown jitter$"):
        policy(jitter="some").wait(0, failed(503), lowest)
