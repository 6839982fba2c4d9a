"""Who watches a run sees each node once, and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

import flowc

SOURCE = """\
tool burst(x: integer) -> (y: integer)

flow inner(x: integer) -> (y: integer = 0) {
  burst(x)
  return burst.y
}

export flow outer(x: integer, xs: integer[]) -> (y: integer, ys: integer[] = []) {
  many = map inner(x = each xs)
  safe = try inner(x) {
    catch => return (y = -1, ys = many.collected_y)
    next => {}
  }
  return (y = safe.y, ys = many.collected_y)
}
"""


class Watch:
    """Writes down what it is told, as flows inside nodes."""

    def __init__(self, log: list[Any], where: str) -> None:
        self.log, self.where = log, where

    def begin(self, node, inputs):
        watch = Watch(self.log, f"{self.where}/{node.name}")
        watch.log.append((watch.where, dict(inputs)))
        return watch

    def inside(self, flow, item):
        return Watch(self.log, f"{self.where}[{item}]")

    def end(self, outputs, branch):
        self.log.append((self.where, dict(outputs), branch))

    def failed(self, error):
        self.log.append((self.where, repr(error)))


def burst(x: int) -> int:
    if x == 0:
        raise ValueError("zero")
    return 2 * x


def test_an_observer_is_told_of_every_beginning_and_end():
    log: list[Any] = []
    inputs = {"x": 0, "xs": [1, 2]}
    program = flowc.parse(SOURCE)
    ran = flowc.run(program, inputs, tools={"burst": burst}, observer=Watch(log, ""))
    assert ran == flowc.run(program, inputs, tools={"burst": burst}) == {"y": -1, "ys": [2, 4]}
    assert log[:4] == [
        ("/start", {}),
        ("/start", {"x": 0, "xs": [1, 2]}, "next"),
        ("/many", {"iterated_x": [1, 2]}),
        ("/many[0]/start", {}),
    ]
    assert ("/many[1]/burst", {"y": 4}, "next") in log
    assert ("/safe[None]/burst", "ValueError('zero')") in log
    caught = {"y": 0, "caught_exception_info": "zero"}
    assert ("/safe", caught, "caught_exception_branch") in log
    assert len(log) == 2 * len({entry[0] for entry in log})


def test_only_the_interpreter_can_be_observed():
    with pytest.raises(ValueError, match=r"^only the interpreter has an observer$"):
        flowc.run(flowc.parse(SOURCE), {}, tools={}, observer=Watch([], ""), engine="python")
