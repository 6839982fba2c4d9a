"""Names of documents that the module, or the code around them, would take for itself."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest
from generated import code_of, load, tools
from quality import mypy, ruff, written

from flowc.python.helpers import FIXED

CALLED = """
tool look(x: string) -> (text: string, number: integer, more: string = "")

flow NAME(x: string) -> (text: string = "", number: integer = 0) {
  look(x)
  return (text = look.text, number = look.number)
}

export flow main(x: string) -> (text: string, number: number, why: string) {
  found = try NAME(x) {
    catch => return (text = "", number = 0, why = found.caught_exception_info)
    else => {}
  }
  return (text = found.text, number = found.number, why = "")
}
"""
TITLED = """
tool two(error: integer[]) -> (y: string)

flow inner(error: integer[]) -> (y: string = "") {
  two(error)
  return two.y
}

export flow main(error: integer[]) -> (y: string, e: integer[]) {
  a = try inner(error) {
    catch => return (y = a.caught_exception_info, e = error)
    else => {}
  }
  return (y = a.y, e = error)
}
"""
WORDS = [word for word in FIXED if word != "null"]
"""All names of helpers that a flow of a source can have."""


def defined(code: str) -> list[str]:
    """The names that stand at the top of a module, as often as they are defined."""
    names: list[str] = []
    for item in ast.parse(code).body:
        if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.append(item.name)
        elif isinstance(item, ast.Assign):
            names += [target.id for target in item.targets if isinstance(target, ast.Name)]
        elif isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            names.append(item.target.id)
        elif isinstance(item, (ast.Import, ast.ImportFrom)):
            names += [alias.asname or alias.name for alias in item.names]
    return names


@pytest.mark.parametrize("checks", ["full", "none"])
@pytest.mark.parametrize(
    "name", [*WORDS, "lines", "tools", "LINES", "TOOLS", "run", "main_outcome"]
)
def test_a_flow_named_like_a_part_of_the_module(name: str, checks: str) -> None:
    code = code_of(CALLED.replace("NAME", name), checks=checks)
    assert [name for name, times in Counter(defined(code)).items() if times > 1] == []
    given = tools(look=lambda x: {"text": "a" + x, "number": 3})
    found = load(code).main(x="b", tools=given)
    assert found == {"text": "ab", "number": 3.0, "why": ""}


@pytest.mark.parametrize("checks", ["full", "none"])
def test_an_input_named_like_the_error_of_a_handler(checks: str) -> None:
    main = load(code_of(TITLED, checks=checks)).main

    def two(error: list[int]) -> str:
        if not error:
            raise ValueError("nothing there")
        return "fine"

    assert main(error=[1], tools=tools(two=two)) == {"y": "fine", "e": [1]}
    assert main(error=[], tools=tools(two=two)) == {"y": "nothing there", "e": []}


def test_type_checkers_and_linters(tmp_path: Path) -> None:
    texts = [TITLED, *(CALLED.replace("NAME", name) for name in ("take", "require", "integer"))]
    codes = [code_of(text, async_=async_) for text in texts for async_ in (False, True)]
    paths = written(tmp_path, codes)
    assert (ruff(paths), mypy(paths)) == ("", "")
