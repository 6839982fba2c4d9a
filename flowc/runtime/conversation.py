"""The conversation with the user: it keeps what is said, whoever is at the other end."""

from __future__ import annotations

from collections.abc import Iterable

from flowc.runtime import faults
from flowc.runtime.services import Message, User


class Conversation:
    """A user of whom everything said is kept in `messages`, in order, and who is asked in turn.

    Without another user at the end, messages are only kept, and nobody answers.
    """

    def __init__(self, user: User | None = None) -> None:
        self.messages: list[Message] = []
        self._user = user

    def say(self, text: str) -> None:
        """Keep a message of the agent, and pass it on."""
        self.messages.append(Message("agent", text))
        if self._user is not None:
            self._user.say(text)

    def ask(self, text: str | None) -> str:
        """Keep and pass on the question, if there is one; keep and return the answer.

        NotImplementedError if nobody answers.
        """
        if text is not None:
            self.messages.append(Message("agent", text))
        if self._user is None:
            raise faults.NO_USER.error()
        answer = self._user.ask(text)
        self.messages.append(Message("user", answer))
        return answer


class Replies:
    """A user whose answers are known: each question gets the next one.

    LookupError when they are used up.
    """

    def __init__(self, replies: Iterable[str]) -> None:
        self._replies = iter(replies)

    def say(self, text: str) -> None:
        """Listen."""

    def ask(self, text: str | None) -> str:
        """The next answer."""
        for reply in self._replies:
            return reply
        raise faults.NO_MORE_ANSWERS.error()


class Overheard:
    """One part of a Parallel node speaks to the user here: what it says is kept until
    :meth:`pass_on`, because messages are appended in list order (SEMANTICS 23). Questions go to the
    user at once."""

    def __init__(self, user: User) -> None:
        self._user = user
        self._said: list[str] = []

    def say(self, text: str) -> None:
        """Keep a message."""
        self._said.append(text)

    def ask(self, text: str | None) -> str:
        """Ask the user."""
        return self._user.ask(text)

    def pass_on(self) -> None:
        """Say what was kept."""
        for text in self._said:
            self._user.say(text)
