"""What `@retry`, `@timeout`, `@state` and `@context` ask for at one node (SEMANTICS 15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeGuard

from flowc.ir.components import Component, flowc_metadata
from flowc.ir.document import Document
from flowc.ir.nodes import ToolNode
from flowc.ir.values import ABSENT
from flowc.records import dataclass

_AMOUNTS = ("initial_delay", "max_delay", "backoff_factor", "jitter")
MAX_AMOUNT = 1e9
"""Larger numbers of seconds or attempts are none that anybody means."""


@dataclass(frozen=True, slots=True)
class Policies:
    """How a ToolNode's tool is called. `retry` are the given fields of ADK's retry configuration,
    None without `@retry`; `timeout` is in seconds; `state` is True if the session state may fill
    every input, else the titles of those that it may; `context`: the function takes one.
    `confirmed`: somebody must agree before each call (SEMANTICS 16).
    """

    retry: Mapping[str, Any] | None = None
    timeout: float | None = None
    state: bool | tuple[str, ...] = ()
    context: bool = False
    confirmed: bool = False

    def may_fill(self, title: str) -> bool:
        """Whether the session state may fill an input that has no other value (SEMANTICS 5)."""
        return self.state is True or (isinstance(self.state, tuple) and title in self.state)


NO_POLICIES = Policies()
"""Of a node that asks for nothing."""


def policies(node: ToolNode, document: Document) -> Policies:
    """What the node asks for, and its tool where the node says nothing. What is no proper value
    (documents can hold anything) asks for nothing."""
    tool = document.components.get(node.tool.id)
    asked = {**(flowc_metadata(tool) if tool else {}), **flowc_metadata(node)}
    timeout, state = asked.get("timeout"), asked.get("state")
    return Policies(
        _retry(asked.get("retry")),
        float(timeout) if is_amount(timeout) else None,
        state is True or _texts(state),
        asked.get("context") is True,
        tool is not None and must_be_confirmed(tool),
    )


def must_be_confirmed(tool: Component) -> bool:
    """Whether the user is asked before the tool runs. What is neither false nor left out asks,
    whatever it is: a tool never runs unconfirmed by mistake (SEMANTICS 16)."""
    value = {**tool.fields, **tool.overrides}.get("requires_confirmation")
    return value is not None and value is not False and value is not ABSENT


def _retry(value: object) -> Mapping[str, Any] | None:
    """The proper fields of a retry configuration, each of its type."""
    if not isinstance(value, Mapping):
        return {} if value is True else None
    found: dict[str, Any] = {name: float(value[name]) for name in _AMOUNTS if _has(value, name)}
    if _has(value, "max_attempts"):
        found["max_attempts"] = int(value["max_attempts"])
    if isinstance(value.get("exceptions"), (list, tuple)):
        found["exceptions"] = _texts(value["exceptions"])
    return found


def _has(value: Mapping[str, object], name: str) -> bool:
    return is_amount(value.get(name))


def is_amount(value: object) -> TypeGuard[float]:
    """Whether a value is a number that a policy can have."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return 0 <= value <= MAX_AMOUNT


def _texts(value: object) -> tuple[str, ...]:
    items = value if isinstance(value, (list, tuple)) else ()
    return tuple(item for item in items if isinstance(item, str))
