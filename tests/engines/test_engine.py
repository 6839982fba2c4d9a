"""Worker processes: values arrive as they are, and no case can stop the ones after it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from engine import Engine, WorkerFailed, script, scripts
from serving import chosen
from wire import Foreign, decode, encode

from flowc.ir.values import same_json
from flowc.testing import Call, Raise, Return, ToolScript
from flowc.testing.tools import keyed_answer


@pytest.fixture(scope="module")
def echo() -> Iterator[Engine]:
    engine = Engine("echo", Path(sys.executable), "worker_echo.py")
    yield engine
    engine.close()


VALUES = [
    None,
    True,
    1,
    1.0,
    -0.0,
    10**40,
    float("inf"),
    'é"\\\n\ud83d',
    [],
    [1, 1.0, True, [None]],
    {"list": ["dict"], "": {}},
    {"tuple": (1, (2.0,))},
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_are_the_same_on_the_other_side(echo: Engine, value: object) -> None:
    ran = echo.run("echo", {"a": value}, {})
    assert ran.error is None
    assert same_json(ran.outputs, {"a": value})
    assert repr(ran.outputs) == repr({"a": value})


def test_what_has_no_form_is_told_by_its_type() -> None:
    assert decode(encode({1, 2})) == Foreign("set") != Foreign("dict")


def test_what_has_no_form_comes_back_as_what_it_is(echo: Engine) -> None:
    ran = echo.run("echo", {"a": [{1, 2}]}, {})
    assert ran.outputs == {"a": [Foreign("set")]}


def test_a_scripted_tool_gives_its_answers_in_turn_and_notes_its_calls(echo: Engine) -> None:
    script = ToolScript("t", (Return([1.0]),))
    ran = echo.run("call", {"x": True}, scripts([script]))
    assert repr(ran.outputs) == "{'a': [1.0]}"
    assert ran.branch == "done"
    assert ran.calls == (Call("t", {"x": True}),)


@pytest.mark.parametrize("values", [(1,), (1.0, "é\ud83d"), ({"b": [None], "a": (1,)}, True), ()])
@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_arguments_choose_as_they_do_for_flowc(values: tuple[object, ...], count: int) -> None:
    arguments = {f"a{number}": value for number, value in enumerate(values)}
    assert chosen(arguments, count) == keyed_answer(range(count), values)


def test_a_keyed_tool_gives_the_answer_that_its_arguments_choose(echo: Engine) -> None:
    tool = ToolScript("t", tuple(map(Return, range(5))), keyed=True)
    found = [echo.run("call", {"x": number}, scripts([tool])).outputs for number in (1, 2, 3)]
    assert found == [{"a": keyed_answer(range(5), [number])} for number in (1, 2, 3)]
    assert len({str(it) for it in found}) > 1


def test_client_tools_and_confirmations_are_scripts_too(echo: Engine) -> None:
    asked = script([Return(True)], keyed=True)
    ran = echo.run("client", {"x": 1}, {}, client_tool=scripts([ToolScript("t", (Return(2),))]))
    assert ran.outputs == {"result": 2}
    assert ran.calls == (Call("t", {"x": 1}, "client_tool"),)
    ran = echo.run("confirm", {"x": 1}, {}, confirm={"t": asked})
    assert ran.outputs == {"confirm": True, "reason": "no"}
    assert ran.calls == (Call("t", {"x": 1}, "confirm"),)
    assert echo.run("confirm", {}, {}, [{"confirm": False}]).outputs == {"confirm": False}


@pytest.mark.parametrize("kind", ["ToolFailure", "KeyError"])
def test_a_tools_error_is_told_with_the_calls_before_it(echo: Engine, kind: str) -> None:
    ran = echo.run("call", {}, scripts([ToolScript("t", (Raise(kind, "no"),))]))
    assert ran.error == (kind, "'no'" if kind == "KeyError" else "no")
    assert (ran.stage, ran.outputs, ran.calls) == ("run", None, (Call("t", {}),))


def test_replies_and_messages_go_with_a_case(echo: Engine) -> None:
    ran = echo.run("ask", {}, {}, [{"user": "yes"}])
    assert (ran.outputs, ran.messages) == ({"user": "yes"}, (("user", "hello"),))
    assert echo.run("ask", {}, {}).error == ("NoReply", "nobody")


def test_a_case_that_hangs_is_ended_and_the_next_one_runs(echo: Engine) -> None:
    with pytest.raises(WorkerFailed, match=r"no answer in 0\.2 s"):
        echo.run("hang", {}, {}, seconds=0.2)
    assert echo.run("echo", {"a": 1}, {}).outputs == {"a": 1}


def test_a_crash_is_told_with_the_last_words_and_the_next_one_runs(echo: Engine) -> None:
    with pytest.raises(WorkerFailed, match=r"crashed\nlast words"):
        echo.run("crash", {}, {})
    assert echo.run("echo", {"a": 1}, {}).outputs == {"a": 1}


@pytest.mark.parametrize("attempt", ["connect", "look up"])
def test_there_is_no_network(echo: Engine, attempt: str) -> None:
    assert echo.run(attempt, {}, {}).error == ("ConnectionRefusedError", "workers have no network")
