"""Questions before calls of tools, and the contexts of calls."""

from __future__ import annotations

import asyncio

import pytest

from flowc.runtime import (
    ConfirmationRejected,
    ConfirmationRequired,
    Contexts,
    ToolContext,
    require_confirmation,
    require_confirmation_async,
)


async def yes_async(tool, arguments):
    return True


async def no_async(tool, arguments):
    return False


def test_yes_lets_the_call_through():
    asked = []
    require_confirmation(lambda *question: asked.append(question) or True, "t", {"x": 1})
    assert asked == [("t", {"x": 1})]
    asyncio.run(require_confirmation_async(yes_async, "t", {}))
    asyncio.run(require_confirmation_async(lambda *_: True, "t", {}))


@pytest.mark.parametrize(
    ("confirm", "error", "text"),
    [
        (None, ConfirmationRequired, "tool 't' requires a confirmation, and nobody can give it"),
        (lambda *_: False, ConfirmationRejected, "the call of tool 't' was not confirmed"),
    ],
)
def test_without_a_yes_there_is_no_call(confirm, error, text):
    with pytest.raises(error) as caught:
        require_confirmation(confirm, "t", {})
    assert str(caught.value) == text
    with pytest.raises(error) as caught:
        asyncio.run(require_confirmation_async(confirm, "t", {}))
    assert str(caught.value) == text


def test_a_no_that_is_awaited_is_a_no():
    with pytest.raises(ConfirmationRejected):
        asyncio.run(require_confirmation_async(no_async, "t", {}))


def test_contexts_count_the_calls_of_a_run_and_know_the_way():
    state = {}
    contexts = Contexts(state)
    inner = contexts.inside("a").inside("b")
    assert [contexts.of("x"), inner.of("y"), contexts.of("x")] == [
        ToolContext("call-1", "x", state),
        ToolContext("call-2", "a/b/y", state),
        ToolContext("call-3", "x", state),
    ]
    assert inner.of("y").state is state
    assert Contexts(state).of("x").call_id == "call-1"
