"""Everything through which a run has an effect, handed in by the caller."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

from flowc.runtime import Agents, ClientTool, Clock, Confirm, Http, Llm, Mcp, User


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
