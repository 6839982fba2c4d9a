"""A model that answers a conversation: what the agent runner needs of an LLM client."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that the model asks for; `arguments` is JSON text, if the model keeps to the rules."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model answers: a text, calls of tools, or both."""

    text: str | None
    calls: tuple[ToolCall, ...] = ()


class Chat(Protocol):
    """A model that can be offered tools."""

    def reply(
        self,
        messages: Sequence[Mapping[str, Any]],
        *,
        config: Mapping[str, Any],
        tools: Sequence[Mapping[str, Any]],
    ) -> Reply:
        """The answer to messages of the chat completions API, from the model that `config` (an LLM
        configuration component, references resolved) describes. `tools` are those offered, as that
        API takes them."""


class AsyncChat(Protocol):
    """:class:`Chat` for asynchronous modules."""

    async def reply(
        self,
        messages: Sequence[Mapping[str, Any]],
        *,
        config: Mapping[str, Any],
        tools: Sequence[Mapping[str, Any]],
    ) -> Reply: ...
