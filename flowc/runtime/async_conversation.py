"""The conversation with the user, for asynchronous modules."""

from __future__ import annotations

import inspect
from typing import Any

from flowc.runtime import faults
from flowc.runtime.services import AsyncUser, Message, User


class AsyncConversation:
    """:class:`flowc.runtime.Conversation` for asynchronous modules. The user at the end may be
    asynchronous or not."""

    def __init__(self, user: User | AsyncUser | None = None) -> None:
        self.messages: list[Message] = []
        self._user = user

    async def say(self, text: str) -> None:
        """Keep a message of the agent, and pass it on."""
        self.messages.append(Message("agent", text))
        if self._user is not None:
            await _awaited(self._user.say(text))

    async def ask(self, text: str | None) -> str:
        """Keep and pass on the question, if there is one; keep and return the answer.

        NotImplementedError if nobody answers.
        """
        if text is not None:
            self.messages.append(Message("agent", text))
        if self._user is None:
            raise faults.NO_USER.error()
        answer: str = await _awaited(self._user.ask(text))
        self.messages.append(Message("user", answer))
        return answer


class AsyncOverheard:
    """:class:`flowc.runtime.Overheard` for asynchronous modules."""

    def __init__(self, user: AsyncUser) -> None:
        self._user = user
        self._said: list[str] = []

    async def say(self, text: str) -> None:
        """Keep a message."""
        self._said.append(text)

    async def ask(self, text: str | None) -> str:
        """Ask the user."""
        return await self._user.ask(text)

    async def pass_on(self) -> None:
        """Say what was kept."""
        for text in self._said:
            await self._user.say(text)


async def _awaited(value: Any) -> Any:
    return await value if inspect.isawaitable(value) else value
