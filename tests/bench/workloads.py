"""The flows that are measured, what a good engineer would write instead, and their tools.

Every workload is a `.flow` text and a hand-written module of the same function, with the types that
the generated module has too; so the ratio of the two is what the generation costs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import Any

import flowc

TOOLS = """\
def inc(x): return x + 1
def dec(n): return n - 1
def more(n): return n > 0
def kind(x): return str(x % 4)
act_0 = act_1 = act_2 = act_3 = inc
"""
"""Tools that do next to nothing, as the engines' workers get them."""


@dataclass(frozen=True)
class Workload:
    """A flow: its function, its text, the hand-written module, inputs, and how many nodes run."""

    function: str
    flow: str
    by_hand: str
    inputs: Mapping[str, Any]
    nodes: int

    def generated(self, *, async_: bool = False, **options: Any) -> ModuleType:
        """The generated module."""
        return module(flowc.parse(self.flow).to_python(async_=async_, **options))

    def written(self, *, async_: bool = False) -> ModuleType:
        """The hand-written module."""
        return module(as_async(self.by_hand) if async_ else self.by_hand)


def module(code: str) -> ModuleType:
    """A module of some code."""
    made = ModuleType("measured")
    exec(compile(code, "<measured>", "exec"), made.__dict__)
    return made


def as_async(code: str) -> str:
    """Hand-written code as its author would write it with coroutines."""
    return (
        code.replace("def ", "async def ")
        .replace("tools.", "await tools.")
        .replace('one(x=x, tools=tools)["x"]', '(await one(x=x, tools=tools))["x"]')
    )


def tools(*, async_: bool = False) -> Any:
    """The tools as an object that has them."""
    found = SimpleNamespace()
    exec(TOOLS.replace("def ", "async def ") if async_ else TOOLS, found.__dict__)
    return found


def _written(protocol: str, outputs: str, functions: str) -> str:
    return f"""\
from __future__ import annotations

from typing import Protocol, TypedDict


class Outputs(TypedDict):
    {outputs}


class Tools(Protocol):
{protocol}

{functions}"""


def chain(nodes: int) -> Workload:
    """One tool after the other, each fed by the one before."""
    calls = [f"  n{i} = inc({f'n{i - 1}.x' if i > 1 else 'x'})\n" for i in range(1, nodes + 1)]
    return Workload(
        "chain",
        "tool inc(x: integer) -> (x: integer)\n\n"
        f"flow chain(x: integer) -> (x: integer) {{\n{''.join(calls)}  return n{nodes}.x\n}}\n",
        _written(
            "    def inc(self, *, x: int) -> int: ...\n",
            "x: int",
            "def chain(*, x: int, tools: Tools) -> Outputs:\n"
            + "    x = tools.inc(x=x)\n" * nodes
            + '    return {"x": x}\n',
        ),
        {"x": 1},
        nodes,
    )


def loop(turns: int) -> Workload:
    """A loop of two tools and a branch."""
    return Workload(
        "count",
        """\
tool dec(n: integer) -> (n: integer)
tool more(n: integer) -> (more: boolean)

flow count(n: integer) -> (n: integer) {
  loop {
    dec(n | dec.n)
    more(dec.n)
    if more.more {
      continue
    } else {
      break
    }
  }
  return dec.n
}
""",
        _written(
            "    def dec(self, *, n: int) -> int: ...\n"
            "    def more(self, *, n: int) -> bool: ...\n",
            "n: int",
            """\
def count(*, n: int, tools: Tools) -> Outputs:
    while True:
        n = tools.dec(n=n)
        if not tools.more(n=n):
            return {"n": n}
""",
        ),
        {"n": turns},
        3 * turns,
    )


def branches(decisions: int) -> Workload:
    """Decisions with four ways each, one after the other."""
    flow, code, value = [], [], "x"
    for number in range(decisions):
        flow.append(f"  kind_{number} = kind({value})\n  match kind_{number}.kind {{\n")
        code.append("    match tools.kind(x=x):\n")
        for arm in range(4):
            pattern = f'"{arm}"' if arm < 3 else "else"
            flow.append(f"    {pattern} => s{number}_{arm} = act_{arm}({value})\n")
            code.append(f"        case {pattern if arm < 3 else '_'}:\n")
            code.append(f"            x = tools.act_{arm}(x=x)\n")
        flow.append("  }\n")
        value = " | ".join(f"s{number}_{arm}.x" for arm in range(4))
    signatures = [f"tool act_{arm}(x: integer) -> (x: integer)\n" for arm in range(4)]
    protocol = [f"    def act_{arm}(self, *, x: int) -> int: ...\n" for arm in range(4)]
    return Workload(
        "choose",
        f"tool kind(x: integer) -> (kind: string)\n{''.join(signatures)}\n"
        f"flow choose(x: integer) -> (x: integer) {{\n{''.join(flow)}  return (x = {value})\n}}\n",
        _written(
            "    def kind(self, *, x: int) -> str: ...\n" + "".join(protocol),
            "x: int",
            "def choose(*, x: int, tools: Tools) -> Outputs:\n"
            + "".join(code)
            + '    return {"x": x}\n',
        ),
        {"x": 1},
        3 * decisions,
    )


def mapped(items: int) -> Workload:
    """A subflow of one tool, over a list."""
    return Workload(
        "over",
        """\
tool inc(x: integer) -> (x: integer)

flow one(x: integer) -> (x: integer) {
  inc(x)
  return inc.x
}

export flow over(xs: integer[]) -> (ys: integer[]) {
  each_x = map one(x = each xs)
  return (ys = each_x.collected_x)
}
""",
        _written(
            "    def inc(self, *, x: int) -> int: ...\n",
            "ys: list[int]",
            """\
class OneOutputs(TypedDict):
    x: int


def one(*, x: int, tools: Tools) -> OneOutputs:
    return {"x": tools.inc(x=x)}


def over(*, xs: list[int], tools: Tools) -> Outputs:
    return {"ys": [one(x=x, tools=tools)["x"] for x in xs]}
""",
        ),
        {"xs": list(range(items))},
        items,
    )
