"""Modules built without checks: what callers and tools give is taken as it is, and nothing else
is left out (SEMANTICS 9)."""

from __future__ import annotations

import subprocess
import sys

import pytest
from generated import code_of, failure, function, module_of, tools, wait

CHAIN = """
tool inc(x: integer) -> (x: integer)
flow chain(x: integer) -> (x: integer) {
  a = inc(x)
  b = inc(a.x)
  return b.x
}
"""
SEVERAL = """
tool look_up(id: string) -> (name: string, count: integer = 1)
flow look(id: string) -> (name: string, count: integer) {
  look_up(id)
  return (name = look_up.name, count = look_up.count)
}
"""
ARMS = """
tool kind(x: integer) -> (kind: string)
tool one(x: integer) -> (x: integer)
tool two(x: integer) -> (x: integer)
flow choose(x: integer) -> (x: integer) {
  kind(x)
  match kind.kind {
    "one" => one(x)
    else => two(x)
  }
  return (x = one.x | two.x)
}
"""
CAST = """
tool count(text: string) -> (n: integer)
tool show(text: string) -> (text: string)
flow report(text: string, places: integer[] = [1]) -> (text: string) {
  count(text)
  show(text = count.n)
  return show.text
}
"""


def test_calls_are_all_that_is_left():
    assert function(code_of(CHAIN, checks="none"), "chain") == (
        "def chain(*, x: int, tools: Tools) -> ChainOutputs:\n"
        "    _require(tools, _TOOLS)\n"
        "    try:\n"
        "        a = tools.inc(x=x)\n"
        "        if a is None:\n"
        '            raise _nothing("x", "inc")\n'
        "        b = tools.inc(x=a)\n"
        "        if b is None:\n"
        '            raise _nothing("x", "inc")\n'
        '        return {"x": b}\n'
        "    except Exception as error:\n"
        '        _add_note(error, "chain")\n'
        "        raise"
    )


@pytest.mark.parametrize("async_", [False, True])
def test_values_of_other_types_go_through(async_):
    module = module_of(CHAIN, checks="none", async_=async_)

    def inc(x):
        return x + 1

    async def inc_async(x):
        return x + 1

    found = module.run({"x": 1.5}, tools=tools(inc=inc_async if async_ else inc))
    assert (wait(found) if async_ else found) == {"x": 3.5}


@pytest.mark.parametrize(
    ("text", "run", "functions", "expected"),
    [
        (CHAIN, {"x": 1}, {"inc": lambda x: None}, "tool 'inc' returned nothing for 'x'"),
        (CHAIN, {"x": 1}, {}, "no implementation for inc"),
        (CHAIN, {"y": 1}, {"inc": lambda x: x}, "flow 'chain' has no input 'y'"),
        (CHAIN, {}, {"inc": lambda x: x}, "flow 'chain' needs the input 'x'"),
        (
            SEVERAL,
            {"id": "1"},
            {"look_up": lambda id: 5},
            "tool 'look_up' must return a mapping, not int",
        ),
        (SEVERAL, {"id": "1"}, {"look_up": lambda id: {}}, "tool 'look_up' returned no 'name'"),
        (
            SEVERAL,
            {"id": "1"},
            {"look_up": lambda id: {"name": None}},
            "tool 'look_up' returned nothing for 'name'",
        ),
        (
            ARMS,
            {"x": 1},
            {"kind": lambda x: "one", "one": lambda x: None, "two": lambda x: x},
            "input 'x' of node 'end' has no value: one, two did not run",
        ),
    ],
)
def test_all_other_rules_hold(text, run, functions, expected):
    for checks in ("full", "none"):
        module = module_of(text, checks=checks)
        assert failure(lambda m=module: m.run(run, tools=tools(**functions)))[1] == expected


def test_defaults_and_conversions_between_declared_types_stay():
    module = module_of(SEVERAL, checks="none")
    look_up = tools(look_up=lambda id: {"name": "a"})
    assert module.run({"id": "1"}, tools=look_up) == {"name": "a", "count": 1}
    module = module_of(CAST, checks="none")
    functions = tools(count=lambda text: len(text), show=lambda text: text)
    assert module.run({"text": "abc"}, tools=functions) == {"text": "3"}


def test_the_docstring_says_so():
    code = code_of(CHAIN, checks="none")
    sentence = "Built with --checks=none: what callers and tools give is taken to be of its type."
    assert sentence in code.split('"""')[1]
    assert sentence not in code_of(CHAIN)


def test_mypy_and_ruff_find_nothing(tmp_path):
    for number, text in enumerate((CHAIN, SEVERAL, ARMS, CAST)):
        for async_ in (False, True):
            code = code_of(text, checks="none", async_=async_)
            (tmp_path / f"module_{number}_{async_}.py").write_text(code)
    for command in (
        ["ruff", "check", "--isolated", "--select=E,F,W,I,B,UP,SIM,ANN", "."],
        ["mypy", "--strict", "--config-file=", "."],
    ):
        found = subprocess.run(
            [sys.executable, "-m", *command], capture_output=True, text=True, cwd=tmp_path
        )
        assert found.returncode == 0, found.stdout
