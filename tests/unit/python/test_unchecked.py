"""Modules built without checks trust their annotations: they neither convert nor look for what
callers and tools give as the types say, and leave out nothing else (SEMANTICS 9, 13, 14 and 17)."""

from __future__ import annotations

import subprocess
import sys
from functools import partial

import pytest
from generated import SHA, code_of, failure, function, load, module_of, tools, wait

import flowc
from flowc.ir.types import STRING
from flowc.python import emit
from flowc.records import replace

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


NULL = """
tool find(id: string) -> (name: string?)
tool show(name: string)
flow look(id: string) {
  find(id)
  show(name = find.name)
}
"""
SERVED = """
RemoteTool far(x: string) -> (n: integer) { url: "https://a.example/{{x}}", http_method: "GET" }
tool near(n: integer) -> (x: string)
flow go(x: string) -> (x: string) {
  far(x)
  near(n = far.n)
  return near.x
}
"""


def test_calls_are_all_that_is_left():
    assert function(code_of(CHAIN, checks="none"), "chain") == (
        "def chain(*, x: int, tools: Tools) -> ChainOutputs:\n"
        "    try:\n"
        "        x = tools.inc(x=x)\n"
        "        x = tools.inc(x=x)\n"
        '        return {"x": x}\n'
        "    except Exception as error:\n"
        '        _add_note(error, "chain")\n'
        "        raise"
    )


def test_outputs_are_looked_up_and_those_with_a_default_may_be_missing():
    code = function(code_of(SEVERAL, checks="none"), "look")
    assert '        name = look_up["name"]\n' in code
    assert "_take_or(look_up" in code


def test_a_tool_that_only_runs_has_no_local():
    head, _ = SEVERAL.split("flow look")
    code = code_of(head + "flow look(key: string) { look_up(id = key) }", checks="none")
    assert "    try:\n        tools.look_up(id=key)\n        return {}\n" in code


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
        (CHAIN, {"x": 1}, {}, "no implementation for inc"),
        (CHAIN, {"y": 1}, {"inc": lambda x: x}, "flow 'chain' has no input 'y'"),
        (CHAIN, {}, {"inc": lambda x: x}, "flow 'chain' needs the input 'x'"),
        (
            ARMS,
            {"x": 1},
            {"kind": lambda x: "one", "one": lambda x: None, "two": lambda x: x},
            "input 'x' of node 'end' has no value: one, two gave none",
        ),
    ],
)
def test_all_other_rules_hold(text, run, functions, expected):
    for checks in ("full", "none"):
        module = module_of(text, checks=checks)
        assert failure(lambda m=module: m.run(run, tools=tools(**functions)))[1] == expected


def test_what_breaks_the_types_goes_on_or_fails_elsewhere():
    module = module_of(CHAIN, checks="none")
    assert module.chain(x=1, tools=tools(inc=lambda x: None)) == {"x": None}
    assert failure(lambda: module.chain(x=1, tools=tools()))[0] == "AttributeError"
    run = module_of(SEVERAL, checks="none").run
    assert failure(lambda: run({"id": "1"}, tools=tools(look_up=lambda id: {})))[0] == "KeyError"
    assert failure(lambda: run({"id": "1"}, tools=tools(look_up=lambda id: 5)))[0] == "TypeError"


def test_none_that_the_tool_may_give_is_still_looked_for():
    document = flowc.parse(NULL).document
    assert document.root is not None
    flow = document.components[document.root]
    nodes = tuple(
        replace(node, outputs=(replace(node.outputs[0], type=STRING),))
        if node.name == "find"
        else node
        for node in flow.nodes
    )
    components = {**document.components, flow.id: replace(flow, nodes=nodes)}
    document = replace(document, components=components)
    for checks in ("full", "none"):
        module = load(emit(document, checks=checks, source_name="a.flow", source_sha256=SHA))
        given = tools(find=lambda id: None, show=print)
        run = partial(module.run, {"id": "1"}, tools=given)
        assert failure(run) == ("LookupError", "tool 'find' returned nothing for 'name'")


@pytest.mark.parametrize("async_", [False, True])
def test_tools_that_a_service_may_run_are_not_trusted(async_):
    code = code_of(SERVED, checks="none", async_=async_)
    assert '_TOOLS = ("far",)' in code
    module = load(code)

    def given(**functions):
        made = {name: as_coroutine(it) if async_ else it for name, it in functions.items()}
        return failure(lambda: finished(module.go(x="a", tools=tools(**made))))

    def finished(found):
        return wait(found) if async_ else found

    missing = ("NotImplementedError", "no implementation for far")
    assert given() == missing

    def near(n: int) -> str:
        return "b"

    assert given(near=near) == missing
    nothing = ("LookupError", "tool 'far' returned nothing for 'n'")
    assert given(near=near, far=lambda x: None) == nothing
    wrong = ("TypeError", "output 'n' of tool 'far': expected integer, got str")
    assert given(near=near, far=lambda x: "c") == wrong


def as_coroutine(function):
    async def coroutine(**arguments):
        return function(**arguments)

    return coroutine


def test_defaults_and_conversions_between_declared_types_stay():
    module = module_of(SEVERAL, checks="none")
    look_up = tools(look_up=lambda id: {"name": "a"})
    assert module.run({"id": "1"}, tools=look_up) == {"name": "a", "count": 1}
    module = module_of(CAST, checks="none")
    functions = tools(count=lambda text: len(text), show=lambda text: text)
    assert module.run({"text": "abc"}, tools=functions) == {"text": "3"}


def test_the_docstring_says_so():
    code = code_of(CHAIN, checks="none")
    sentence = "Built with --checks=none: callers and tools are trusted to give what the types say."
    assert sentence in code.split('"""')[1]
    assert sentence not in code_of(CHAIN)


def test_mypy_and_ruff_find_nothing(tmp_path):
    for number, text in enumerate((CHAIN, SEVERAL, ARMS, CAST, SERVED)):
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
