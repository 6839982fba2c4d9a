"""The tools of retry.flow: a provider that is busy as often as the account's number says."""

from typing import Any


def charge(*, account: str, cents: int, attempt: int) -> dict[str, Any]:
    """Try to take the money once."""
    busy_times = int(account.partition("-")[2] or 0)
    if attempt <= busy_times:
        return {"state": "busy", "receipt": None}
    if cents > 100_000:
        return {"state": "declined", "receipt": None}
    return {"state": "paid", "receipt": f"{account}/{cents}/{attempt}"}


def back_off(*, attempt: int, seconds: float) -> dict[str, Any]:
    """Decide how long to wait before the next attempt, and whether there is to be one."""
    return {"attempt": attempt + 1, "seconds": seconds * 2, "give_up": attempt >= 5}
