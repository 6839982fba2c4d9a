"""Values that one of several arms gives: what a tool returns goes straight into the local that the
arms share, where None says both there that there is none (SEMANTICS 4 and 14)."""

from __future__ import annotations

from pathlib import Path

import pytest
from generated import code_of, failure, function, module_of, tools
from quality import mypy, ruff, written

ONE_OF_TWO = """
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
NOT_IN_ALL = """
tool kind(x: integer) -> (kind: string)
tool one(x: integer) -> (x: integer)
tool two(x: integer) -> (x: integer)
flow choose(x: integer) -> (x: integer = 7) {
  kind(x)
  match kind.kind {
    "one" => one(x)
    "two" => two(x)
    else => {}
  }
  show(x = one.x | two.x)
  return (x = one.x | two.x)
}
tool show(x: integer)
"""
AFTER_ANOTHER = """
tool one(x: integer) -> (x: integer)
tool two(x: integer) -> (x: integer)
tool show(x: integer)
flow choose(x: integer) {
  one(x)
  two(x)
  show(x = one.x | two.x)
}
"""
IN_A_LOOP = """
tool next(n: integer) -> (n: integer, more: boolean)
tool one(x: integer) -> (x: integer)
tool two(x: integer) -> (x: integer)
tool show(x: integer)
flow choose(n: integer) {
  loop {
    next(n = n | next.n)
    if next.more { one(x = next.n) } else { two(x = next.n) }
    show(x = one.x | two.x)
    if next.more { continue } else { break }
  }
}
"""


def body_of(code: str, name: str) -> str:
    return function(code, name).split("    try:\n")[1].split("    except Exception")[0]


def test_arms_write_to_what_they_share():
    assert body_of(code_of(ONE_OF_TWO), "choose") == (
        "        two: int | None\n"
        "        kind = tools.kind(x=x)\n"
        "        if not isinstance(kind, str):\n"
        '            kind = _returned(_string, kind, "kind", "kind")\n'
        '        if kind == "one":\n'
        "            two = tools.one(x=x)\n"
        "            if type(two) is not int and two is not None:\n"
        "                two = _integer(two, \"output 'x' of tool 'one'\")\n"
        "        else:\n"
        "            two = tools.two(x=x)\n"
        "            if type(two) is not int and two is not None:\n"
        "                two = _integer(two, \"output 'x' of tool 'two'\")\n"
        "        if two is None:\n"
        "            raise LookupError(\n"
        "                \"input 'x' of node 'end' has no value: one, two gave none\"\n"
        "            )\n"
        '        return {"x": two}\n'
    )


def test_without_checks_nothing_else_is_left():
    code = code_of(ONE_OF_TWO, checks="none")
    assert '        if kind == "one":\n            two = tools.one(x=x)\n        else:\n' in code
    assert "# ruff: noqa: SIM108\n" in code


@pytest.mark.parametrize("checks", ["full", "none"])
def test_a_local_that_some_way_does_not_write_begins_as_none(checks):
    code = code_of(NOT_IN_ALL, checks=checks)
    assert "        two: int | None = None\n" in body_of(code, "choose")
    module = module_of(NOT_IN_ALL, checks=checks)
    shown: list[int] = []
    given = tools(kind=lambda x: "two", one=None, two=lambda x: 5, show=lambda x: shown.append(x))
    given.one = lambda x: None
    assert module.choose(x=1, tools=given) == {"x": 5}


@pytest.mark.parametrize("text", [AFTER_ANOTHER, IN_A_LOOP])
def test_what_another_node_may_have_written_is_not_overwritten_by_nothing(text):
    for checks in ("full", "none"):
        assert "new_x" in code_of(text, checks=checks)


@pytest.mark.parametrize("checks", ["full", "none"])
def test_nothing_from_the_arm_that_ran_is_no_value(checks):
    module = module_of(ONE_OF_TWO, checks=checks)
    given = tools(kind=lambda x: "one", one=lambda x: None, two=lambda x: x)
    missing = ("LookupError", "input 'x' of node 'end' has no value: one, two gave none")
    assert failure(lambda: module.choose(x=1, tools=given)) == missing


def test_what_has_another_type_is_converted():
    module = module_of(ONE_OF_TWO)
    given = tools(kind=lambda x: "one", one=lambda x: 5.0, two=lambda x: "no")
    found = module.choose(x=1, tools=given)["x"]
    assert (found, type(found)) == (5, int)
    given.kind = lambda x: "other"
    wrong = ("TypeError", "output 'x' of tool 'two': expected integer, got str")
    assert failure(lambda: module.choose(x=1, tools=given)) == wrong


def test_mypy_and_ruff_find_nothing(tmp_path: Path):
    texts = (ONE_OF_TWO, NOT_IN_ALL, AFTER_ANOTHER, IN_A_LOOP)
    codes = [code_of(text, checks=checks) for text in texts for checks in ("full", "none")]
    paths = written(tmp_path, codes)
    assert (ruff(paths), mypy(paths)) == ("", "")
