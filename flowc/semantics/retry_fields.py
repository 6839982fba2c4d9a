"""The fields of `@retry` and of `retry_policy`: what each must be, and which one is meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from flowc.diagnostics import did_you_mean
from flowc.ir.values import Json
from flowc.semantics.policies import is_amount


def _count(value: Json) -> bool:
    return isinstance(value, int) and is_amount(value)


def _names(value: Json) -> bool:
    return isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value)


RETRY_FIELDS: Mapping[str, tuple[Callable[[Json], bool], str]] = {
    "max_attempts": (_count, "a whole number, from 0 to 1,000,000,000"),
    "initial_delay": (is_amount, "a number of seconds, from 0 to 1,000,000,000"),
    "max_delay": (is_amount, "a number of seconds, from 0 to 1,000,000,000"),
    "backoff_factor": (is_amount, "a number, from 0 to 1,000,000,000"),
    "jitter": (is_amount, "a number, from 0 to 1,000,000,000"),
    "exceptions": (_names, 'a list of class names, such as ["TimeoutError"]'),
}
"""The fields of `@retry` (SEMANTICS 15): what each must be, and how to say so."""


def is_retry(value: Mapping[str, Json]) -> bool:
    """Whether `@retry` can say what `metadata.flowc.retry` says."""
    return all(key in RETRY_FIELDS and RETRY_FIELDS[key][0](item) for key, item in value.items())


_MEANT: Mapping[str, tuple[str, ...]] = {
    field: meant
    for fields, meant in (
        (
            "retries max_retries num_retries retry_count tries max_tries attempts",
            ("max_attempts",),
        ),
        ("delay wait interval initial_interval", ("initial_delay", "initial_retry_delay")),
        ("max_interval max_wait", ("max_delay", "max_retry_delay")),
        ("factor multiplier exponential_base", ("backoff_factor",)),
        ("retry_on errors exception_types", ("exceptions", "recoverable_statuses")),
        ("statuses status_codes status_forcelist", ("recoverable_statuses",)),
    )
    for field in fields.split()
}
"""What other libraries call the fields of retries."""


def retry_hint(name: str, known: Iterable[str], *, first_counts: bool) -> str:
    """Which of the known fields an unknown one most likely stands for. `first_counts`: whether
    `max_attempts` includes the first attempt."""
    fields = list(known)
    meant = next((field for field in _MEANT.get(name.casefold(), ()) if field in fields), None)
    if meant is None:
        return did_you_mean(name, fields)
    if meant != "max_attempts":
        return f"Did you mean '{meant}'?"
    counted = "counts" if first_counts else "does not count"
    return f"Did you mean '{meant}', which {counted} the first attempt?"
