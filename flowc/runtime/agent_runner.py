"""A small runner for the agents of AgentNodes (SEMANTICS 21)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flowc.runtime.agent_plan import Surroundings, agent_run, check_agents
from flowc.runtime.chat import AsyncChat, Chat
from flowc.runtime.completing import Executor, completed, completed_async
from flowc.runtime.driving import finished, finished_async
from flowc.runtime.services import (
    AsyncHttp,
    AsyncMcp,
    AsyncUser,
    ClientTool,
    Confirm,
    Http,
    Mcp,
    User,
)

MAX_TURNS = 20
"""Answers of the model that an agent may take."""


class AgentRunner:
    """Runs components of type Agent with a model that can call functions, such as an `OpenAiLlm`.

    The agent's tools are the functions of the run; what has none is made of `http`, `mcp`,
    `client_tool` and `executors`, as by :func:`flowc.runtime.completed`. `confirm` is asked before
    tools that require it: without it they raise ConfirmationRequired.
    """

    def __init__(
        self,
        chat: Chat,
        *,
        http: Http | None = None,
        mcp: Mcp | None = None,
        client_tool: ClientTool | None = None,
        executors: Mapping[str, Executor] | None = None,
        confirm: Confirm | None = None,
        max_turns: int = MAX_TURNS,
    ) -> None:
        self._chat = chat
        self._ways: dict[str, Any] = {
            "http": http,
            "mcp": mcp,
            "client_tool": client_tool,
            "executors": executors,
        }
        self._confirm = confirm
        self._max_turns = max_turns

    def check(self, *agents: Mapping[str, Any], tools: object) -> None:
        """NotImplementedError for agents that `run` would refuse before their model is asked."""
        check_agents(agents, completed(tools, _tools_of(*agents), **self._ways))

    def run(
        self, agent: Mapping[str, Any], inputs: Mapping[str, Any], *, tools: object, user: User
    ) -> Mapping[str, Any]:
        """The outputs that the model gives, by title. NotImplementedError for other agentic
        components, and for tools that nothing implements."""
        found = completed(tools, _tools_of(agent), **self._ways)
        check_agents([agent], found)
        around = Surroundings(self._chat, found, user, self._confirm, self._max_turns)
        return finished(agent_run(agent, inputs, around))


class AsyncAgentRunner:
    """:class:`AgentRunner` for asynchronous modules."""

    def __init__(
        self,
        chat: AsyncChat,
        *,
        http: AsyncHttp | None = None,
        mcp: AsyncMcp | None = None,
        client_tool: ClientTool | None = None,
        executors: Mapping[str, Executor] | None = None,
        confirm: Confirm | None = None,
        max_turns: int = MAX_TURNS,
    ) -> None:
        self._chat = chat
        self._ways: dict[str, Any] = {
            "http": http,
            "mcp": mcp,
            "client_tool": client_tool,
            "executors": executors,
        }
        self._confirm = confirm
        self._max_turns = max_turns

    def check(self, *agents: Mapping[str, Any], tools: object) -> None:
        """NotImplementedError for agents that `run` would refuse before their model is asked."""
        check_agents(agents, completed_async(tools, _tools_of(*agents), **self._ways))

    async def run(
        self, agent: Mapping[str, Any], inputs: Mapping[str, Any], *, tools: object, user: AsyncUser
    ) -> Mapping[str, Any]:
        """The outputs that the model gives, by title; errors as of :meth:`AgentRunner.run`."""
        found = completed_async(tools, _tools_of(agent), **self._ways)
        check_agents([agent], found)
        around = Surroundings(self._chat, found, user, self._confirm, self._max_turns)
        return await finished_async(agent_run(agent, inputs, around))


def _tools_of(*agents: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    return {tool["name"]: tool for agent in agents for tool in agent.get("tools") or ()}
