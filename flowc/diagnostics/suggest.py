"""Did you mean: the candidate in scope that a misspelt name most likely stands for."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

_SHORT = 5
"""Shorter names are not taken for misspelt ones: too many are close to each other."""


def closest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate closest to `name`, or None if none is close."""
    pool = sorted(set(candidates))
    by_fold = {candidate.casefold(): candidate for candidate in reversed(pool)}
    if name.casefold() in by_fold:
        return by_fold[name.casefold()]
    return nearest(name, pool, cutoff=0.6)


def nearest(name: str, candidates: Iterable[str], *, cutoff: float) -> str | None:
    """The candidate most like `name` letter by letter, or None if none is alike enough."""
    from difflib import get_close_matches  # only where something is misspelt

    found = get_close_matches(name, list(candidates), n=1, cutoff=cutoff)
    return found[0] if found else None


def misspelt(name: str, candidates: Iterable[str]) -> str | None:
    """The one candidate that `name` stands for beyond doubt, so that it may be put in its place
    without asking; None if there is doubt.

    They differ in case and underscores alone, or by one slip: a letter too much, missing, wrong, or
    two swapped. A digit or the last letter (`orders` for `order`) may be meant, and so may all of
    a short name.
    """
    found = {it for it in candidates if _plain(it) == _plain(name) or _slipped(name, it)}
    return found.pop() if len(found) == 1 else None


def _plain(name: str) -> str:
    return name.replace("_", "").casefold()


def _slipped(one: str, other: str) -> bool:
    """Whether one slip lies between two names."""
    if min(len(one), len(other)) < _SHORT or abs(len(one) - len(other)) > 1:
        return False
    start = _shared(one, other)
    end = _shared(one[start:][::-1], other[start:][::-1])
    slip = one[start : len(one) - end], other[start : len(other) - end]
    if any(char.isdigit() for part in slip for char in part):
        return False
    if len(slip[0]) == 2:
        return slip[0] == slip[1][::-1]
    return max(map(len, slip)) == 1 and end > 0


def _shared(one: str, other: str) -> int:
    """How many characters two texts begin with together."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


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
