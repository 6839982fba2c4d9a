"""Did you mean: the candidate in scope that a misspelt name most likely stands for."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def closest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate closest to `name`, or None if none is close."""
    pool = sorted(set(candidates))
    by_fold = {candidate.casefold(): candidate for candidate in reversed(pool)}
    if name.casefold() in by_fold:
        return by_fold[name.casefold()]
    found = get_close_matches(name, pool, n=1, cutoff=0.6)
    return found[0] if found else None


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """A hint sentence that names the closest candidate, else lists them all; "" without any."""
    pool = sorted(set(candidates))
    best = closest(name, pool)
    if best is not None:
        return f"Did you mean '{best}'?"
    if not pool:
        return ""
    shown = ", ".join(f"'{candidate}'" for candidate in pool[:8])
    return f"There is {shown}{', …' if len(pool) > 8 else '.'}"
