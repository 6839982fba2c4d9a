"""The session state as a tool sees it: what it changes counts only if it succeeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any

_DELETED = object()


class Changes(MutableMapping[str, Any]):
    """A view of a mapping that keeps what is changed to itself until :meth:`commit`."""

    def __init__(self, below: MutableMapping[str, Any]) -> None:
        self._below = below
        self._changed: dict[str, Any] = {}

    def __getitem__(self, key: str) -> Any:
        value = self._changed[key] if key in self._changed else self._below[key]
        if value is _DELETED:
            raise KeyError(key)
        return value

    def __setitem__(self, key: str, value: Any) -> None:
        self._changed[key] = value

    def __delitem__(self, key: str) -> None:
        self[key]  # KeyError if it is not there
        self._changed[key] = _DELETED

    def __iter__(self) -> Iterator[str]:
        keys = dict.fromkeys((*self._below, *self._changed))
        return (key for key in keys if self._changed.get(key) is not _DELETED)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def commit(self) -> Mapping[str, Any]:
        """Make the changes below; what was set."""
        for key, value in self._changed.items():
            if value is _DELETED:
                self._below.pop(key, None)
            else:
                self._below[key] = value
        return {key: value for key, value in self._changed.items() if value is not _DELETED}
