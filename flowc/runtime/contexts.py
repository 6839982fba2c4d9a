"""The contexts of one run's tool calls (SEMANTICS 12)."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from itertools import count
from typing import Any

from flowc.runtime.policies import ToolContext


class Contexts:
    """Makes a :class:`ToolContext` for each call of a tool that takes one.

    A run begins with one that has the session's state, and hands it on to subflows, each knowing
    the nodes on the way to it.
    """

    def __init__(
        self,
        state: MutableMapping[str, Any],
        path: tuple[str, ...] = (),
        numbers: Iterator[int] | None = None,
    ) -> None:
        self._state = state
        self._path = path
        self._numbers = count(1) if numbers is None else numbers

    def of(self, node: str) -> ToolContext:
        """The context of the next call, which the node makes: no other of this run has its id."""
        path = "/".join((*self._path, node))
        return ToolContext(f"call-{next(self._numbers)}", path, self._state)

    def inside(self, node: str) -> Contexts:
        """Those of the flow that the node runs."""
        return Contexts(self._state, (*self._path, node), self._numbers)
