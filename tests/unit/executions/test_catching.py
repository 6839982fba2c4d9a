"""CatchExceptionNode (SEMANTICS 24)."""

from __future__ import annotations

import pytest

from flowc.faults import StepLimit

SOURCE = """
tool risky(x: integer) -> (y: string)
flow inner(x: integer) -> (y: string = "inner default") {
  risky(x)
  return risky.y
}
export flow main(x: number) -> (y: string, why: string?, way: string) {
  c = try inner(x) {
    catch => return (y = c.y, why = c.caught_exception_info, way = "caught")
    else => {}
  }
  return (y = c.y, why = c.caught_exception_info, way = "fine")
}
"""


class Silent(Exception):
    def __str__(self):
        return ""


def raises(error):
    def risky(x):
        raise error

    return risky


def test_success_has_no_info(run):
    outputs = run(SOURCE, {"x": 1}, {"risky": lambda x: f"got {x}"}).outputs
    assert outputs == {"y": "got 1", "why": None, "way": "fine"}


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (ValueError("no luck"), "no luck"),
        (KeyError("key"), "'key'"),
        (Silent(), "Silent"),
        (LookupError(), "LookupError"),
    ],
)
def test_a_failure_gives_the_defaults_and_its_text(run, error, why):
    outputs = run(SOURCE, {"x": 1}, {"risky": raises(error)}).outputs
    assert outputs == {"y": "inner default", "why": why, "way": "caught"}


def test_a_failed_conversion_inside_is_caught_like_any_error(run):
    outputs = run(SOURCE, {"x": 1}, {"risky": lambda x: {1, 2}}).outputs
    assert outputs["why"] == "output 'y' of tool 'risky': expected string, got set"


@pytest.mark.parametrize("error", [StepLimit("limit"), KeyboardInterrupt(), SystemExit(3)])
def test_what_is_no_exception_is_not_caught(ending, error):
    assert ending(SOURCE, {"x": 1}, {"risky": raises(error)})[0] is type(error)


def test_an_error_of_the_nodes_own_input_is_not_caught(ending):
    assert ending(SOURCE, {"x": float("nan")}, {"risky": str})[0] is TypeError


def test_the_nodes_default_comes_before_the_subflows(run):
    source = SOURCE.replace("inner(x) {", 'inner(x) -> (y: string = "node default") {')
    outputs = run(source, {"x": 1}, {"risky": raises(ValueError("v"))}).outputs
    assert outputs == {"y": "node default", "why": "v", "way": "caught"}
