"""Values as they may be shown: as JSON, without secrets, and not too long."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from flowc.ir.values import MAX_DIGITS

MASKED = "***"
MAX_REPR = 200
MAX_VALUES = 10_000
"""How many parts of one value are shown: a value may hold itself many times over."""
MAX_DEPTH = 50
TOO_LARGE = 10**MAX_DIGITS
"""The smallest integer that Python does not write as text."""


class Mask:
    """Puts `***` in the place of secrets: values wherever they stand, and whole values of inputs
    and outputs of some names."""

    def __init__(self, secrets: Iterable[Any] = (), names: Iterable[str] = ()) -> None:
        texts = {form for secret in secrets for it in _texts(secret) for form in _forms(it)}
        self._texts = sorted(texts, key=len, reverse=True)
        self._names = frozenset(names)

    def text(self, text: str) -> str:
        """A text without secrets."""
        for secret in self._texts:
            text = text.replace(secret, MASKED)
        return text

    def error_text(self, error: BaseException) -> str:
        """What an error says, without secrets."""
        try:
            return self.text(str(error))
        except Exception:  # an error is anyone's, too
            return ""

    def values(self, values: Mapping[str, object]) -> dict[str, Any]:
        """Inputs or outputs as JSON."""
        return {
            title: MASKED if title in self._names else self.value(value)
            for title, value in values.items()
        }

    def value(self, value: object) -> Any:
        """A value as JSON. What is none, or goes on too long, is ``{"$repr": "…"}``."""
        try:
            return self._plain(value, MAX_DEPTH, [MAX_VALUES])
        except Exception:  # the value is anyone's: looking at it may do anything
            return {"$repr": f"<{type(value).__name__}>"}

    def _plain(self, value: object, depth: int, left: list[int]) -> Any:
        left[0] -= 1
        if depth == 0 or left[0] < 0:
            return {"$repr": "…"}
        if value is None:
            return value
        if isinstance(value, int):
            return value if abs(value) < TOO_LARGE else {"$repr": "<int>"}
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, float) and abs(value) < float("inf"):
            return value
        if isinstance(value, (list, tuple)):
            return [self._plain(item, depth - 1, left) for item in value[: max(left[0], 1)]]
        if isinstance(value, dict) and all(isinstance(key, str) for key in value):
            items = islice(value.items(), max(left[0], 1))
            return {self.text(key): self._plain(item, depth - 1, left) for key, item in items}
        text = self.text(repr(value))
        return {"$repr": text if len(text) <= MAX_REPR else text[:MAX_REPR] + "…"}


def _texts(secret: Any) -> Iterable[str]:
    """The texts inside a secret."""
    if isinstance(secret, Mapping):
        secret = list(secret.values())
    if isinstance(secret, (list, tuple)):
        return [text for item in secret for text in _texts(item)]
    return [str(secret)] if secret not in ("", None) else []


def _forms(secret: str) -> Iterable[str]:
    """A text as it is, and as it stands in JSON and in a repr."""
    return secret, json.dumps(secret)[1:-1], repr(secret)[1:-1]
