"""`flowc.run` with services: the same by either engine."""

from __future__ import annotations

import pytest

import flowc
from flowc.runtime import ConfirmationRequired, Message
from flowc.runtime.conversation import Replies

engines = pytest.mark.parametrize("engine", ["interpreter", "python"])

TALK = """
@context
tool count() -> (n: integer)
flow main(name: string) -> (n: integer, mood: string) {
  say "Hello {{name}}" (name)
  count()
  mood = ask "How are you?" -> (mood: string)
  return (n = count.n, mood = mood.mood)
}
"""
LISTENS = 'flow main(name: string) { say "Hello {{name}}" (name) }'


def count(context):
    context.state["n"] = context.state.get("n", 0) + 1
    return context.state["n"]


@engines
def test_the_conversation_is_kept_and_the_state_is_the_callers(engine):
    program, state = flowc.parse(TALK), {"n": 4}
    result = flowc.run(
        program,
        {"name": "Ann"},
        tools={"count": count},
        user=Replies(["fine"]),
        state=state,
        engine=engine,
    )
    assert result.outputs == {"n": 5, "mood": "fine"}
    assert state == {"n": 5}
    assert result.messages == (
        Message("agent", "Hello Ann"),
        Message("agent", "How are you?"),
        Message("user", "fine"),
    )


@engines
def test_nobody_has_to_listen(engine):
    result = flowc.run(flowc.parse(LISTENS), {"name": "Ann"}, tools={}, engine=engine)
    assert result.messages == (Message("agent", "Hello Ann"),)


@engines
def test_what_is_missing_is_said_before_inputs_are_looked_at(engine):
    program = flowc.parse(TALK)
    with pytest.raises(NotImplementedError, match=r"^no implementation for count$"):
        flowc.run(program, {}, tools={}, engine=engine)
    with pytest.raises(NotImplementedError, match=r"^flow 'main' needs user$"):
        flowc.run(program, {}, tools={"count": count}, engine=engine)
    with pytest.raises(TypeError, match=r"^flow 'main' needs the input 'name'$"):
        flowc.run(program, {}, tools={"count": count}, user=Replies([]), engine=engine)


ELSEWHERE = """
ClientTool show(text: string) -> (seen: boolean)
BuiltinTool look_up(text: string) -> (row: integer) { tool_type: "table" }
flow main(text: string) -> (seen: boolean, row: integer) {
  show(text)
  look_up(text)
  return (seen = show.seen, row = look_up.row)
}
"""


@engines
def test_callbacks_run_tools_that_have_no_function(engine):
    asked = []

    def client_tool(name, arguments):
        asked.append((name, dict(arguments)))
        return True

    result = flowc.run(
        flowc.parse(ELSEWHERE),
        {"text": "a"},
        tools={},
        client_tool=client_tool,
        executors={"table": lambda tool, arguments: len(arguments["text"])},
        engine=engine,
    )
    assert result.outputs == {"seen": True, "row": 1}
    assert asked == [("show", {"text": "a"})]


@engines
def test_confirmation_and_clock_are_handed_on(engine):
    source = """
@retry
tool t() -> (x: integer) { requires_confirmation: true }
flow main() -> (x: integer) {
  t()
  return t.x
}
"""
    slept, attempts = [], []

    class Clock:
        def sleep(self, seconds):
            slept.append(seconds)

        def uniform(self, low, high):
            return 0.0

    def t():
        attempts.append(1)
        if len(attempts) < 3:
            raise OSError
        return len(attempts)

    given = {"tools": {"t": t}, "clock": Clock(), "engine": engine}
    program = flowc.parse(source)
    assert flowc.run(program, confirm=lambda tool, arguments: tool == "t", **given)["x"] == 3
    assert slept == [1.0, 2.0]
    with pytest.raises(ConfirmationRequired):
        flowc.run(program, **given)
