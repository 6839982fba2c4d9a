"""The conversation with the user: it keeps what is said, whoever is at the other end."""

from __future__ import annotations

from collections.abc import Callable

from flowc.runtime.services import Message, User


class Conversation:
    """A user of whom everything said is kept in `messages`, in order.

    `reply` answers questions: it gets the question (None if the node has no message), and what it
    returns is the user's text. `show` is called with every message of the agent.
    """

    def __init__(
        self,
        reply: Callable[[str | None], str] | None = None,
        show: Callable[[str], None] | None = None,
    ) -> None:
        self.messages: list[Message] = []
        self._reply = reply
        self._show = show

    def say(self, text: str) -> None:
        """Keep and show a message of the agent."""
        self.messages.append(Message("agent", text))
        if self._show is not None:
            self._show(text)

    def ask(self, text: str | None) -> str:
        """Say the text, if there is one, and keep and return the answer.

        NotImplementedError if nobody answers.
        """
        if text is not None:
            self.say(text)
        if self._reply is None:
            raise NotImplementedError("no user answers")
        answer = self._reply(text)
        self.messages.append(Message("user", answer))
        return answer


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
