"""The conversation with the user, in both kinds (SEMANTICS 23 and 25)."""

from __future__ import annotations

import asyncio

import pytest

from flowc.runtime import (
    AsyncConversation,
    AsyncOverheard,
    Conversation,
    Message,
    Overheard,
    Replies,
)

MESSAGES = [
    Message("agent", "one"),
    Message("agent", "Q?"),
    Message("user", "A"),
    Message("user", "B"),
]


class AsyncReplies(Replies):
    async def say(self, text):
        super().say(text)

    async def ask(self, text):
        return super().ask(text)


def test_a_conversation():
    conversation = Conversation(Replies(["A", "B"]))
    conversation.say("one")
    assert (conversation.ask("Q?"), conversation.ask(None)) == ("A", "B")
    assert conversation.messages == MESSAGES
    with pytest.raises(LookupError, match=r"^the user has no more answers$"):
        conversation.ask("Q?")


@pytest.mark.parametrize("user", [Replies, AsyncReplies])
def test_an_asynchronous_conversation(user):
    async def main():
        conversation = AsyncConversation(user(["A", "B"]))
        await conversation.say("one")
        assert (await conversation.ask("Q?"), await conversation.ask(None)) == ("A", "B")
        return conversation.messages

    assert asyncio.run(main()) == MESSAGES


def test_nobody_answers():
    with pytest.raises(NotImplementedError, match=r"^no user answers$"):
        Conversation().ask("Q?")
    with pytest.raises(NotImplementedError, match=r"^no user answers$"):
        asyncio.run(AsyncConversation().ask("Q?"))


def test_what_is_overheard_is_said_in_list_order():
    conversation = Conversation(Replies(["A"]))
    one, other = Overheard(conversation), Overheard(conversation)
    other.say("c")
    one.say("a")
    assert other.ask("Q?") == "A"
    one.say("b")
    one.pass_on()
    other.pass_on()
    assert [message.text for message in conversation.messages] == ["Q?", "A", "a", "b", "c"]


def test_what_is_overheard_asynchronously_is_said_in_list_order():
    async def main():
        conversation = AsyncConversation(Replies(["A"]))
        one, other = AsyncOverheard(conversation), AsyncOverheard(conversation)
        await other.say("c")
        await one.say("a")
        assert await other.ask("Q?") == "A"
        await one.say("b")
        await one.pass_on()
        await other.pass_on()
        return conversation.messages

    texts = [message.text for message in asyncio.run(main())]
    assert texts == ["Q?", "A", "a", "b", "c"]
