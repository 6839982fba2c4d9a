"""Scripted tools, what they record, and the comparison of two runs."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from flowc.faults import StepLimit
from flowc.testing import (
    Call,
    Failure,
    Raise,
    RecordingTools,
    Result,
    Return,
    ToolFailure,
    ToolScript,
    differences,
    observe,
)

ANSWERS = (Return([1]), Return(None), Raise("ValueError", "no"))


def tools(*, async_: bool = False) -> RecordingTools:
    return RecordingTools([ToolScript("look-up", ANSWERS)], async_=async_)


def test_a_tool_answers_from_its_script_and_then_repeats_the_last_answer() -> None:
    recording = tools()
    look_up = recording.functions.look_up
    assert [look_up(), look_up()] == [[1], None]
    for _ in range(2):
        with pytest.raises(ValueError, match=r"\Ano\Z"):
            look_up()
    assert len(recording.calls) == 4


def test_answers_and_recorded_arguments_are_copies() -> None:
    recording = tools()
    argument: dict[str, Any] = {"n": [1]}
    recording.functions.look_up(argument=argument).append(2)
    argument["n"].append(2)
    assert recording.calls == [Call("look-up", {"argument": {"n": [1]}})]
    assert ANSWERS[0] == Return([1])


def test_async_tools_do_the_same_when_awaited() -> None:
    recording = tools(async_=True)
    pending = recording.functions.look_up(a=1)
    assert recording.calls == []
    assert asyncio.run(pending) == [1]
    assert recording.calls == [Call("look-up", {"a": 1})]


def test_tools_whose_functions_have_names_of_the_recorder_hide_nothing() -> None:
    recording = RecordingTools([ToolScript("calls", (Return(1),))])
    assert recording.functions.calls() == 1
    assert recording.calls == [Call("calls", {})]


def test_a_run_that_calls_without_end_is_stopped() -> None:
    recording = RecordingTools([ToolScript("f", (Return(1),))])
    result = observe(lambda functions: [functions.f() for _ in iter(int, 1)], recording)  # type: ignore[arg-type]
    assert result.failure == Failure("OutOfCalls", "more than 2000 calls")
    assert len(result.calls) == 2_000


def test_observe_tells_outputs_branch_and_calls() -> None:
    def run(functions: Any) -> tuple[dict[str, Any], str]:
        return {"a": functions.look_up(x=1)}, "left"

    assert observe(run, tools()) == Result({"a": [1]}, "left", None, (Call("look-up", {"x": 1}),))


@pytest.mark.parametrize("kind", [ToolFailure, StepLimit, KeyError])
def test_observe_tells_an_error_with_text_and_notes(kind: type[BaseException]) -> None:
    def run(_: Any) -> Any:
        error = kind("why")
        error.add_note("in node 'n'")
        raise error

    result = observe(run, tools())
    assert result == Result(
        None, None, Failure(kind.__name__, str(kind("why")), ("in node 'n'",)), ()
    )


def test_observe_lets_an_interrupt_through() -> None:
    def run(_: Any) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        observe(run, tools())


SAME = Result({"a": 1, "b": [True]}, "next", None, (Call("f", {"x": 1}), Call("g", {})))


@pytest.mark.parametrize(
    ("other", "found"),
    [
        (SAME, []),
        (
            Result({"a": 1.0, "b": [True]}, "next", None, SAME.calls),
            ["outputs: {'a': 1, 'b': [True]} / {'a': 1.0, 'b': [True]}"],
        ),
        (
            Result({"a": 1, "b": [1]}, "next", None, SAME.calls),
            ["outputs: {'a': 1, 'b': [True]} / {'a': 1, 'b': [1]}"],
        ),
        (
            Result({"b": [True], "a": 1}, "next", None, SAME.calls),
            ["outputs: {'a': 1, 'b': [True]} / {'b': [True], 'a': 1}"],
        ),
        (
            Result(SAME.outputs, "other", None, SAME.calls),
            ["branch: 'next' / 'other'"],
        ),
        (
            Result(SAME.outputs, "next", None, (Call("f", {"x": True}), Call("g", {}))),
            [f"call 1: {Call('f', {'x': 1})} / {Call('f', {'x': True})}"],
        ),
        (
            Result(SAME.outputs, "next", None, (Call("g", {}), Call("f", {"x": 1}))),
            [f"call 1: {SAME.calls[0]} / {SAME.calls[1]}"],
        ),
        (
            Result(SAME.outputs, "next", None, SAME.calls[:1]),
            [f"call 2: {SAME.calls[1]} / None"],
        ),
        (
            Result(None, None, Failure("KeyError", "'x'"), SAME.calls),
            [
                "failure: None / Failure(kind='KeyError', text=\"'x'\", notes=())",
                "branch: 'next' / None",
                "outputs: {'a': 1, 'b': [True]} / None",
            ],
        ),
    ],
)
def test_differences_are_exact(other: Result, found: list[str]) -> None:
    assert differences(SAME, other) == found


def test_nan_is_the_same_as_nan() -> None:
    one = Result({"a": float("nan")}, "next", None, ())
    assert differences(one, Result({"a": float("nan")}, "next", None, ())) == []
