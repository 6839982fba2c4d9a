"""`flowc run --trace` and `--trace-json`: each node with inputs, outputs, branch and time."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from flowc.cli import run as run_module

ROOT = Path(__file__).parent.parent.parent

NESTED = """\
tool double(x: integer) -> (y: integer)
tool check(y: integer) -> (big: boolean)

flow once(x: integer) -> (y: integer) {
  double(x)
  return double.y
}

flow sorted_out(x: integer) -> (y: integer) {
  one = once(x)
  check(y = one.y)
  if check.big { return one.y as large }
  return one.y
}

export flow top(x: integer, xs: integer[]) -> (y: integer, ys: integer[]) {
  part = sorted_out(x) { large => {}, next => {} }
  many = MAP once(x = each xs)
  return (y = part.y, ys = many.collected_y)
}
"""
TOOLS = """\
import time


def double(x):
    time.sleep(0.02 if x == 1 else 0)
    return 2 * x


def check(y):
    return y > 9
"""

TREE = """\
flow top
  start (StartNode)
    → x = 5  xs = [1, 2]  T ms
  part (FlowNode)  x = 5
    flow sorted_out
      start (StartNode)
        → x = 5  T ms
      one (FlowNode)  x = 5
        flow once
          start (StartNode)
            → x = 5  T ms
          double (ToolNode)  x = 5
            → y = 10  T ms
          end (EndNode)  y = 10
            → y = 10  T ms
        → y = 10  T ms
      check (ToolNode)  y = 10
        → big = true  T ms
      if (BranchingNode)  branching_mapping_key = true
        → branch true  T ms
      large (EndNode)  y = 10
        → y = 10  branch large  T ms
    → y = 10  branch large  T ms
  many (KIND)  iterated_x = [1, 2]
    flow once [0]
      start (StartNode)
        → x = 1  T ms
      double (ToolNode)  x = 1
        → y = 2  T ms
      end (EndNode)  y = 2
        → y = 2  T ms
    flow once [1]
      start (StartNode)
        → x = 2  T ms
      double (ToolNode)  x = 2
        → y = 4  T ms
      end (EndNode)  y = 4
        → y = 4  T ms
    → collected_y = [2, 4]  T ms
  end (EndNode)  y = 10  ys = [2, 4]
    → y = 10  ys = [2, 4]  T ms
"""


def untimed(text: str) -> str:
    """A tree without what differs from run to run."""
    return re.sub(r"\d+\.\d ms", "T ms", text)


@pytest.mark.parametrize(
    ("word", "kind"), [("map", "MapNode"), ("parallel map", "ParallelMapNode")]
)
def test_the_tree_shows_flows_inside_flows_and_items_in_order(flowc, write, word, kind):
    path, tools = write("top.flow", NESTED.replace("MAP", word)), write("tools.py", TOOLS)
    ran = flowc("run", path, "-i", "x=5", "-i", "xs=[1, 2]", "--tools", tools, "--trace")
    assert (ran.code, ran.out) == (0, '{"y": 10, "ys": [2, 4]}\n')
    assert untimed(ran.err) == TREE.replace("KIND", kind)


def test_json_lines_have_every_beginning_and_end(flowc, write, monkeypatch):
    ticks = iter(range(100))
    monkeypatch.setattr(run_module.time, "perf_counter", lambda: next(ticks) / 4)
    path = write(
        "once.flow",
        "tool double(x: integer) -> (y: integer)\n\n"
        "flow once(x: integer) -> (y: integer) {\n  double(x)\n  return double.y\n}\n",
    )
    lines = path.with_name("trace.jsonl")
    stub = write("stub.json", '{"double": 4}')
    ran = flowc("run", path, "-i", "x=2", "--stub", stub, "--trace-json", lines)
    assert (ran.code, ran.err) == (0, "")
    assert [json.loads(line) for line in lines.read_text().splitlines()] == [
        {"version": 1, "event": event, "run": run, **fields}
        for event, run, fields in (
            ("begin", 1, node("start", "StartNode", {})),
            ("end", 1, {"outputs": {"x": 2}, "branch": "next", "seconds": 0.25}),
            ("begin", 2, node("double", "ToolNode", {"x": 2})),
            ("end", 2, {"outputs": {"y": 4}, "branch": "next", "seconds": 0.25}),
            ("begin", 3, node("end", "EndNode", {"y": 4})),
            ("end", 3, {"outputs": {"y": 4}, "branch": "next", "seconds": 0.25}),
        )
    ]


def node(name: str, kind: str, inputs: dict[str, object]) -> dict[str, object]:
    return {
        "caller": None,
        "item": None,
        "flow": "once",
        "node": name,
        "node_id": f"once/{name}",
        "component_type": kind,
        "inputs": inputs,
    }


def test_json_lines_say_which_node_and_item_a_node_runs_in(flowc, write):
    path, tools = write("top.flow", NESTED.replace("MAP", "parallel map")), write("t.py", TOOLS)
    lines = path.with_name("trace.jsonl")
    call = ("run", path, "-i", "x=5", "-i", "xs=[1, 2]", "--tools", tools, "--trace-json", lines)
    assert flowc(*call).code == 0
    events = [json.loads(line) for line in lines.read_text().splitlines()]
    begun = {it["run"]: it for it in events if it["event"] == "begin"}
    doubles = [it for it in begun.values() if it["node"] == "double"]
    around = {(begun[it["caller"]]["node"], it["item"], it["inputs"]["x"]) for it in doubles}
    assert around == {("one", None, 5), ("many", 0, 1), ("many", 1, 2)}
    ended = [it["run"] for it in events if it["event"] == "end"]
    assert sorted(ended) == sorted(begun)


FAILING = """\
tool burst(x: any) -> (y: any)

flow inner(x: any) -> (y: any = null) {
  burst(x)
  return burst.y
}

export flow outer(x: any) -> (y: any, why: string? = null) {
  safe = try inner(x) {
    catch => return (y = "caught", why = safe.caught_exception_info)
    next => {}
  }
  return (y = safe.y)
}
"""


def test_a_failure_is_shown_where_it_happened(flowc, write):
    path = write("outer.flow", FAILING)
    tools = write("tools.py", "def burst(x):\n    raise ValueError('too\\x1b ' + 'much ' * 50)\n")
    ran = flowc("run", path, "-i", "x=1", "--tools", tools, "--trace")
    assert ran.code == 0
    shown = untimed(ran.err).splitlines()
    failed = [line for line in shown if "✗" in line]
    assert len(failed) == 1
    assert failed[0].startswith("        ✗ failed: ValueError: too\\x1b much much ")
    assert failed[0].endswith("…  T ms")
    assert "caught_exception_info = " in "\n".join(shown)
    assert any(line.endswith("branch caught_exception_branch  T ms") for line in shown)


ODD_VALUES = """\
import datetime
import math


class Awful:
    def __repr__(self):
        raise RuntimeError("no repr")


def burst(x):
    loop = []
    loop.append(loop)
    many = ["z"]
    for _ in range(60):
        many = [many, many]
    return {
        "date": datetime.date(2024, 2, 29),
        "bytes": b"x" * 500,
        "nan": math.nan,
        "loop": loop,
        "keys": {1: 2},
        "text": "\\ud800\\x1b",
        "many": many,
    } if x == "values" else Awful()
"""


@pytest.mark.parametrize("which", ["values", "awful"])
def test_values_that_are_no_json_do_not_break_the_trace(flowc, write, which):
    path, tools = write("inner.flow", FAILING), write("tools.py", ODD_VALUES)
    lines = path.with_name("trace.jsonl")
    call = ("run", path, "-i", f"x={which}", "--tools", tools, "--trace", "--trace-json", lines)
    ran = flowc(*call)
    events = [json.loads(line) for line in lines.read_text().splitlines()]
    given = next(it["outputs"]["y"] for it in events if it.get("outputs", {}).get("y") is not None)
    if which == "awful":
        assert given == {"$repr": "<Awful>"}
        return
    assert given["date"] == {"$repr": "datetime.date(2024, 2, 29)"}
    assert given["bytes"] == {"$repr": "b'" + "x" * 198 + "…"}
    assert given["nan"] == {"$repr": "nan"}
    assert given["keys"] == {"$repr": "{1: 2}"}
    assert given["text"] == "\ud800\x1b"
    assert "\x1b" not in ran.err
    assert max(map(len, ran.err.splitlines())) < 300


SECRET = """\
RemoteTool fetch(token: string, id: string) -> (text: string) {
  url: "http://127.0.0.1:1/{{id}}"
  http_method: "GET"
  sensitive_headers: { "X-Token": "{{token}}" }
}
VllmConfig model { model_id: "m", url: "http://127.0.0.1:1", api_key: secret }
tool leak() -> (text: string)

export flow f(key: string, id: string) -> (text: string) {
  leak()
  fetch(token = key, id)
  a = LlmNode(t = fetch.text) -> (text: string) { prompt_template: "{{t}}", llm_config: model }
  return a.text
}
"""


def test_secrets_are_masked_in_trace_and_errors(flowc, write, monkeypatch):
    monkeypatch.setenv("KEY", 'sword"fish')
    path = write("f.flow", SECRET)
    tools = write(
        "tools.py",
        "import os\n\n\ndef leak():\n    return 'x ' + os.environ['KEY']\n\n\n"
        "def fetch(token, id):\n    raise ValueError('sent ' + os.environ['KEY'])\n",
    )
    lines = path.with_name("trace.jsonl")
    ran = flowc(
        *("run", path, "-i", "key=hunter2", "-i", "id=1", "--tools", tools),
        *("--secret", "model.api_key=env:KEY", "--trace", "--trace-json", lines, "--traceback"),
    )
    assert ran.code == 1
    assert "the run failed: ValueError: sent ***\n" in ran.err
    shown = ran.err + lines.read_text()
    assert "hunter2" not in shown
    assert 'sword"fish' not in shown and 'sword\\"fish' not in shown
    assert 'token = "***"' in ran.err and 'text = "x ***"' in ran.err


def test_only_the_interpreter_has_a_trace(flowc, tmp_path):
    for options in (["--trace"], ["--trace-json", tmp_path / "t"]):
        ran = flowc("run", ROOT / "examples/order/order.flow", "--engine", "python", *options)
        assert (ran.code, ran.out, ran.err) == (
            2,
            "",
            "error[FLOW815]: --engine python shows no trace: only the interpreter knows the "
            "nodes\n  hint: Leave --engine out to run the interpreter.\n",
        )
    assert not (tmp_path / "t").exists()


def test_a_trace_that_cannot_be_written_is_an_error(flowc, tmp_path):
    order = ROOT / "examples/order"
    call = ("run", order / "order.flow", "-i", "order_id=1", "--tools", order / "tools.py")
    ran = flowc(*call, "--trace-json", tmp_path / "none/t")
    assert (ran.code, ran.out) == (2, "")
    assert "error[FLOW804]: cannot write '" in ran.err
    if Path("/dev/full").exists():
        full = flowc(*call, "--trace-json", "/dev/full")
        assert (full.code, full.out) == (0, '{"order_status": "UNKNOWN"}\n')
        assert "error[FLOW804]: cannot write '/dev/full': No space left on device" in full.err


FOREVER = """\
tool again() -> (more: boolean)

flow forever() {
  loop {
    again()
    if again.more {} else { break }
  }
}
"""


def test_the_limit_of_steps_ends_the_trace_cleanly(flowc, write):
    path, stub = write("forever.flow", FOREVER), write("stub.json", '{"again": true}')
    lines = path.with_name("trace.jsonl")
    ran = flowc("run", path, "--stub", stub, "--max-steps", 4, "--trace-json", lines)
    assert (ran.code, ran.out) == (1, "")
    assert "StepLimit: more than 4 steps in flow 'forever', at node 'again'" in ran.err
    events = [json.loads(line) for line in lines.read_text().splitlines()]
    assert [it["event"] for it in events] == ["begin", "end"] * 4


def test_a_limit_is_one_step_or_more(flowc, write):
    path, stub = write("forever.flow", FOREVER), write("stub.json", '{"again": true}')
    for least in ("0", "-1", "many"):
        ran = flowc("run", path, "--stub", stub, f"--max-steps={least}")
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.endswith(f"argument --max-steps: '{least}' is no count: 1, 2, …\n")
    ran = flowc("run", path, "--stub", stub, "--max-steps=1")
    assert "StepLimit: more than 1 steps in flow 'forever', at node 'again'" in ran.err


BIG = """\
tool big(x: any) -> (y: any)
tool size(y: any) -> (bits: integer)

export flow main(x: any) -> (bits: integer) {
  big(x)
  size(y = big.y)
  return size.bits
}
"""
BIG_TOOLS = """\
def big(x):
    big = 10**5000
    return {"int": big, "negative": -big, "list": [1, big], "object": {"a": big}}[x]


def size(y):
    number = y[1] if isinstance(y, list) else y["a"] if isinstance(y, dict) else y
    return number.bit_length()
"""
UNTOLD = {"$repr": "<int>"}


@pytest.mark.parametrize(
    ("which", "told", "shown"),
    [
        ("int", UNTOLD, "<int>"),
        ("negative", UNTOLD, "<int>"),
        ("list", [1, UNTOLD], '[1, {"$repr": "<int>"}]'),
        ("object", {"a": UNTOLD}, '{"a": {"$repr": "<int>"}}'),
    ],
)
def test_an_integer_that_python_does_not_write_does_not_break_the_trace(
    flowc, write, which, told, shown
):
    path, tools = write("big.flow", BIG), write("tools.py", BIG_TOOLS)
    lines = path.with_name("trace.jsonl")
    call = ("run", path, "-i", f"x={which}", "--tools", tools)
    ran = flowc(*call, "--trace", "--trace-json", lines)
    assert (ran.code, ran.out) == (0, '{"bits": 16610}\n')
    assert ran.out == flowc(*call).out
    events = [json.loads(line) for line in lines.read_text().splitlines()]
    [given] = [it["outputs"]["y"] for it in events if it.get("outputs", {}).get("y")]
    [taken] = [it["inputs"] for it in events if it.get("node") == "size"]
    assert (given, taken) == (told, {"y": told})
    assert f"    → y = {shown}  T ms\n  size (ToolNode)  y = {shown}\n" in untimed(ran.err)


def test_an_integer_that_python_does_not_write_is_no_output(flowc, write):
    path, tools = write("big.flow", BIG.split("tool size")[0] + KEPT), write("tools.py", BIG_TOOLS)
    ran = flowc("run", path, "--tools", tools, "--trace")
    assert (ran.code, ran.out) == (1, "")
    assert untimed(ran.err).startswith("flow main\n  start (StartNode)\n")
    assert "    → y = <int>  T ms\nerror[FLOW790]: output 'y' is no JSON: " in untimed(ran.err)


KEPT = 'export flow main() -> (y: any) {\n  big(x = "int")\n  return big.y\n}\n'


def test_an_interrupted_run_names_the_node_and_keeps_its_trace(write):
    path = write("outer.flow", FAILING)
    tools = write(
        "tools.py",
        "import signal\n\n\ndef burst(x):\n    signal.raise_signal(signal.SIGINT)\n",
    )
    lines = path.with_name("trace.jsonl")
    call = ["run", path, "-i", "x=1", "--tools", tools, "--trace", "--trace-json", lines]
    ran = subprocess.run(
        [sys.executable, "-m", "flowc", *map(str, call)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (ran.returncode, ran.stdout) == (130, "")
    assert ran.stderr.endswith(
        "error[FLOW799]: the run was interrupted\n"
        f" --> {path}:4:3\n"
        "  |\n"
        "4 |   burst(x)\n"
        "  |   ^^^^^^^^ in node 'burst' of flow 'inner'\n"
        "  |\n"
        f" ::: {path}:9:3\n"
        "  |\n"
        "9 |   safe = try inner(x) {\n"
        "  |   ------------------- in node 'safe' of flow 'outer'\n"
        "  |\n"
        f" ::: {tools}:5:5\n"
        "  |\n"
        "5 |     signal.raise_signal(signal.SIGINT)\n"
        "  |     ---------------------------------- in 'burst'\n"
    )
    assert "✗ failed: KeyboardInterrupt" in ran.stderr
    events = [json.loads(line) for line in lines.read_text().splitlines()]
    failed = [(it["run"], it["error"]) for it in events if it["event"] == "failed"]
    assert [error for _, error in failed] == ["KeyboardInterrupt"] * 2


def test_colours_only_on_a_terminal_and_without_no_color(flowc, monkeypatch):
    order = ROOT / "examples/order"
    call = ("run", order / "order.flow", "-i", "order_id=1", "--tools", order / "tools.py")
    assert "\x1b" not in flowc(*call, "--trace").err
    monkeypatch.setattr(run_module, "uses_color", lambda: True)
    assert "  \x1b[1mlookup_order\x1b[0m (ToolNode)" in flowc(*call, "--trace").err
