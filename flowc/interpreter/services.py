"""Everything through which a run has an effect, handed in by the caller."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from typing import Any

from flowc.records import dataclass
from flowc.runtime import Agents, ClientTool, Clock, Confirm, Http, Llm, Mcp, User
from flowc.runtime.clock import RealClock
from flowc.semantics.services import SERVICES


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The services of a run besides its tools (SEMANTICS 15-17, 25-27); None: not given.

    `executors` run BuiltinTools by their `tool_type`: each is called with the tool as JSON and its
    arguments.
    """

    user: User | None = None
    llm: Llm | None = None
    http: Http | None = None
    mcp: Mcp | None = None
    agents: Agents | None = None
    confirm: Confirm | None = None
    client_tool: ClientTool | None = None
    executors: Mapping[str, Callable[..., Any]] | None = None
    state: MutableMapping[str, Any] | None = None
    clock: Clock | None = None

    def filled(self, user: User) -> dict[str, Any]:
        """The services of a run that speaks to that user, by name: where none is given, an empty
        state and real time."""
        given = {name: getattr(self, name) for name in SERVICES}
        return {**given, "user": user, "state": self.run_state(), "clock": self.run_clock()}

    def run_state(self) -> MutableMapping[str, Any]:
        """The session's state, or that of a run: an empty one."""
        return {} if self.state is None else self.state

    def run_clock(self) -> Clock:
        """The clock, or real time."""
        return self.clock or RealClock()
