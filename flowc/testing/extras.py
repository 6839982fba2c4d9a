"""The node kinds beside tools, switches and subflows, as statements of :mod:`control`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from flowc.testing.catching import add_catch
from flowc.testing.dialect import Dialect
from flowc.testing.iterating import add_map, add_parallel_map
from flowc.testing.served import add_agent, add_model, add_request
from flowc.testing.side_by_side import add_parallel_flow
from flowc.testing.talking import add_message, add_question

if TYPE_CHECKING:
    from flowc.testing.control import Control

Extra: TypeAlias = Callable[["Control", int], bool]
"""Adds a node to the control of a flow, with what belongs to it, at a depth of statements; False,
and nothing added, if the flow cannot have it."""


def extras(dialect: Dialect, *, inner: bool) -> tuple[Extra, ...]:
    """Those that a dialect has in the root flow or in inner ones, likely ones more than once."""
    speaks = dialect.inner_messages or not inner
    table: tuple[tuple[Extra, int, bool], ...] = (
        (add_message, 2, dialect.messages and speaks),
        (add_map, 2, dialect.maps),
        (add_catch, 2, dialect.catches),
        (add_parallel_map, 2, dialect.parallel_maps),
        (add_parallel_flow, 2, dialect.parallel_flows),
        (add_question, 1, dialect.questions and speaks),
        (add_model, 1, dialect.models),
        (add_request, 1, dialect.requests),
        (add_agent, 1, dialect.agents),
    )
    return tuple(extra for extra, weight, allowed in table if allowed for _ in range(weight))
