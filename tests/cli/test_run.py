"""`flowc run`: what it prints, and how it says what is wrong with a call."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
ORDER = ROOT / "examples/order/order.flow"
TOOLS = ROOT / "examples/order/tools.py"

PAIR = """\
tool add(a: integer, b: integer) -> (sum: integer)
tool shout(text: string) -> (loud: string)

flow pair(a: integer, b: integer = 2, text: string = "") -> (sum: integer, loud: string) {
  add(a, b)
  shout(text)
  return (sum = add.sum, loud = shout.loud)
}
"""
PAIR_TOOLS = """\
def add(a, b):
    return a + b


def shout(text):
    if text == "fail":
        raise ValueError("too quiet")
    return text.upper()
"""


@pytest.fixture
def pair(tmp_path: Path) -> Path:
    (tmp_path / "tools.py").write_text(PAIR_TOOLS)
    path = tmp_path / "pair.flow"
    path.write_text(PAIR)
    return path


@pytest.mark.parametrize("engine", ["interpreter", "python"])
@pytest.mark.parametrize(
    ("order_id", "status"),
    [("7812", "OUT_FOR_DELIVERY"), ("7930", "PROCESSING"), ("8041", "DELIVERED"), ("1", "UNKNOWN")],
)
def test_both_engines_run_the_order_example(flowc, engine, order_id, status):
    ran = flowc("run", ORDER, "-i", f"order_id={order_id}", "--tools", TOOLS, "--engine", engine)
    assert (ran.code, ran.out) == (0, json.dumps({"order_status": status}) + "\n")


def test_inputs_as_a_list_of_names_and_values(flowc):
    inputs = '[{"name":"order_id","value":"8041"}]'
    ran = flowc("run", ORDER, "--inputs", inputs, "--tools", TOOLS)
    assert (ran.code, ran.out) == (0, '{"order_status": "DELIVERED"}\n')


def test_inputs_from_a_file_changed_by_single_ones(flowc, pair):
    inputs = pair.with_name("in.json")
    inputs.write_text('{"a": 1, "text": "x"}')
    ran = flowc(
        "run", pair, "--inputs", f"@{inputs}", "-i", "a=40", "--tools", pair.with_name("tools.py")
    )
    assert (ran.code, ran.out) == (0, '{"sum": 42, "loud": "X"}\n')


def test_a_single_input_is_json_unless_it_may_be_a_string(flowc, pair):
    tools = pair.with_name("tools.py")
    ran = flowc("run", pair, "-i", "a=1", "-i", "text=2", "--tools", tools)
    assert (ran.code, ran.out) == (0, '{"sum": 3, "loud": "2"}\n')


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["-i", "a"], "error[FLOW791]: -i a: there is no '='\n  hint: Write -i NAME=TEXT.\n"),
        (
            ["-i", "aa=1"],
            "error[FLOW792]: flow 'pair' has no input 'aa'\n  hint: Did you mean 'a'?\n",
        ),
        (
            ["-i", "a=one"],
            "error[FLOW791]: -i a: 'one' is not JSON (Expecting value: line 1 column 1 (char 0))\n"
            "  hint: 'a' is integer, which is written as JSON.\n",
        ),
        (
            ["--inputs", "{oops"],
            "error[FLOW791]: --inputs is not JSON: Expecting property name enclosed in double "
            "quotes: line 1 column 2 (char 1)\n"
            '  hint: Write an object such as \'{"order_id": "7812"}\', or @FILE.\n',
        ),
        (
            ["-i", "a=1", "-i", "text=x", "-i", "a=1"],
            "error[FLOW791]: -i a is given twice\n  hint: Give it once.\n",
        ),
        (
            ["--inputs", "5", "-i", "a=1"],
            "error[FLOW791]: -i needs --inputs to be an object of inputs\n",
        ),
        (
            ["--inputs", '[{"name": "b"}]', "-i", "a=1"],
            "error[FLOW791]: -i needs --inputs to be an object of inputs\n",
        ),
    ],
)
def test_bad_inputs_are_findings(flowc, pair, arguments, expected):
    ran = flowc("run", pair, *arguments, "--tools", pair.with_name("tools.py"))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == expected


@pytest.mark.parametrize("engine", ["interpreter", "python"])
def test_all_missing_tools_are_named_at_once(flowc, pair, engine):
    ran = flowc("run", pair, "-i", "a=1", "--engine", engine)
    assert ran.code == 1
    assert ran.err == (
        "error[FLOW790]: the run failed: NotImplementedError: no implementation for add, shout\n"
        "  hint: Give a file with these functions (--tools), or results for them (--stub); "
        "`flowc stub` writes a skeleton.\n"
    )


@pytest.mark.parametrize("engine", ["interpreter", "python"])
def test_a_failing_tool_is_named_with_flow_node_and_line(flowc, pair, engine):
    tools = pair.with_name("tools.py")
    ran = flowc("run", pair, "-i", "a=1", "-i", "text=fail", "--tools", tools, "--engine", engine)
    assert ran.code == 1
    assert ran.err == (
        "error[FLOW790]: the run failed: ValueError: too quiet\n"
        f" --> {pair}:6:3\n"
        "  |\n"
        "6 |   shout(text)\n"
        "  |   ^^^^^^^^^^^ in node 'shout' of flow 'pair'\n"
        "  |\n"
        f" ::: {tools}:7:9\n"
        "  |\n"
        '7 |         raise ValueError("too quiet")\n'
        "  |         ----------------------------- in 'shout'\n"
    )


@pytest.mark.parametrize("engine", ["interpreter", "python"])
def test_a_tool_whose_function_is_misspelt(flowc, pair, engine):
    tools = pair.with_name("tools.py")
    tools.write_text("def shuot(text):\n    return text\n\n\nadd = max\n")
    ran = flowc("run", pair, "-i", "a=1", "--tools", tools, "--engine", engine)
    assert ran.code == 1
    assert ran.err == (
        "error[FLOW790]: the run failed: NotImplementedError: no implementation for shout\n"
        f"  hint: '{tools}' has 'shuot': did you mean 'shout'?\n"
        f"        Add these functions to '{tools}', or results for them (--stub); "
        "`flowc stub` writes a skeleton.\n"
    )


@pytest.mark.parametrize("engine", ["interpreter", "python"])
@pytest.mark.parametrize(("declared", "value"), [("string", "TEXT"), ("integer[]", "JSON")])
def test_an_input_that_is_not_given(flowc, tmp_path, engine, declared, value):
    path = tmp_path / "shop.flow"
    path.write_text(f"flow shop(sku: {declared}) -> (sku: {declared}) {{\n  return sku\n}}\n")
    ran = flowc("run", path, "--engine", engine)
    assert ran.code == 1
    assert ran.err == (
        "error[FLOW790]: the run failed: TypeError: flow 'shop' needs the input 'sku'\n"
        f"  hint: Give it with -i sku={value}, or all inputs with --inputs.\n"
    )


def test_a_stub_stands_in_for_tools(flowc, pair):
    stub = pair.with_name("stubs.json")
    stub.write_text('{"add": [7, 8], "shout": "HEY"}')
    ran = flowc("run", pair, "-i", "a=1", "--stub", stub)
    assert (ran.code, ran.out) == (0, '{"sum": 7, "loud": "HEY"}\n')


def test_a_file_of_tools_that_fails_to_import(flowc, pair):
    tools = pair.with_name("broken.py")
    tools.write_text("x = 1\ny = x / 0\n")
    ran = flowc("run", pair, "-i", "a=1", "--tools", tools)
    assert (ran.code, ran.err) == (
        2,
        "error[FLOW793]: 'broken.py' failed to import, line 2: "
        "ZeroDivisionError: division by zero\n",
    )


def test_an_unreadable_file_is_a_usage_error(flowc, tmp_path):
    ran = flowc("run", tmp_path / "none.flow")
    assert ran.code == 2
    assert ran.err.startswith("error[FLOW801]: cannot read ")


FOREVER = """\
tool again() -> (more: boolean)

flow forever() {
  loop {
    again()
    if again.more {} else { break }
  }
}
"""


@pytest.mark.parametrize("engine", ["interpreter", "python"])
def test_a_loop_without_end_is_stopped(flowc, tmp_path, engine):
    (tmp_path / "forever.flow").write_text(FOREVER)
    (tmp_path / "tools.py").write_text("def again():\n    return True\n")
    call = ("--tools", tmp_path / "tools.py", "--max-steps", 50, "--engine", engine)
    ran = flowc("run", tmp_path / "forever.flow", *call)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == (
        "error[FLOW790]: the run failed: StepLimit: more than 50 steps in flow 'forever', at node "
        "'again'\n  hint: If it is not going round for ever, allow more: --max-steps N.\n"
    )


@pytest.mark.parametrize("engine", ["interpreter", "python"])
def test_a_tool_that_exits_has_failed(flowc, pair, engine):
    tools = pair.with_name("exits.py")
    tools.write_text("import sys\n\n\ndef add(a, b):\n    sys.exit(0)\n\n\nshout = str\n")
    ran = flowc("run", pair, "-i", "a=1", "--tools", tools, "--engine", engine)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("error[FLOW790]: the run failed: SystemExit: 0\n")


def test_tools_that_exit_at_import(flowc, pair):
    tools = pair.with_name("exits.py")
    tools.write_text("import sys\n\nsys.exit(5)\n")
    ran = flowc("run", pair, "-i", "a=1", "--tools", tools)
    assert (ran.code, ran.err) == (
        2,
        "error[FLOW793]: 'exits.py' failed to import, line 3: SystemExit: 5\n",
    )


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("10 ** 5000", "it has an integer of more than 4,300 digits"),
        ("{'a': [-(10 ** 5000)]}", "it has an integer of more than 4,300 digits"),
        ("themselves()", "it holds itself"),
        ("{(1, 2): 3}", "it has a key that is no text"),
        ("deep()", "it is nested too deep"),
    ],
)
def test_outputs_that_are_no_json(flowc, tmp_path, value, why):
    """In flowc's own words: Python gives advice on how to change Python."""
    (tmp_path / "a.flow").write_text(
        "tool t() -> (x: any)\n\nflow f() -> (n: any = 1, x: any) {\n  t()\n  return t.x\n}\n"
    )
    (tmp_path / "tools.py").write_text(NO_JSON.format(value=value))
    ran = flowc("run", tmp_path / "a.flow", "--tools", tmp_path / "tools.py")
    assert (ran.code, ran.out, ran.err) == (
        1,
        "",
        f"error[FLOW790]: output 'x' is no JSON: {why}\n  hint: Let a tool give it as text.\n",
    )


NO_JSON = """
def themselves():
    x = []
    x.append(x)
    return x

def deep():
    x = []
    for _ in range(100_000):
        x = [x]
    return x

def t():
    return {value}
"""


def test_outputs_that_json_does_not_have(flowc, tmp_path):
    (tmp_path / "a.flow").write_text(
        "tool t() -> (x: any)\n\nflow f() -> (x: any) {\n  t()\n  return t.x\n}\n"
    )
    (tmp_path / "tools.py").write_text(
        "class Odd:\n    def __repr__(self):\n        raise KeyError\n\n"
        "def t():\n    return ['é', b'a', {1, 2}, Odd(), {1: None}]\n"
    )
    ran = flowc("run", tmp_path / "a.flow", "--tools", tmp_path / "tools.py")
    assert ran.out == '{"x": ["é", "b\'a\'", "{1, 2}", "<Odd>", {"1": null}]}\n'
