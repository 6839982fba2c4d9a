"""Laws of generated modules, over random flows and hostile texts."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import black
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

import flowc
from flowc.python import emit, emit_stub
from flowc.testing import cases
from flowc.testing.executions import Executions

SHA = "0" * 64
RULES = "E,F,W,I,B,UP,SIM,ANN"
# Runs side by side are given lambdas in a loop, and have all ended before its next turn.
IGNORED = "B023"
fixed = settings(
    max_examples=16,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)


@cache
def modules() -> tuple[str, ...]:
    """The modules and skeletons of the same random flows on every run."""
    found: list[str] = []

    def collect(case) -> None:
        executions = Executions(case)
        found.append(executions.code())
        found.append(executions.code(async_=True))
        found.append(emit_stub(executions.document))

    fixed(seed(6)(given(cases())(collect)))()
    return tuple(found)


def test_black_changes_nothing():
    for code in modules():
        assert black.format_str(code, mode=black.Mode()) == code


def test_ruff_and_mypy_find_nothing(tmp_path: Path):
    for number, code in enumerate(modules()):
        (tmp_path / f"module_{number}.py").write_text(code, encoding="utf-8")
    ruff = [sys.executable, "-m", "ruff", "check", "--isolated", "--target-version=py311"]
    found = subprocess.run(
        [*ruff, f"--select={RULES}", f"--ignore={IGNORED}", "."],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert found.returncode == 0, found.stdout
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "."]
    found = subprocess.run(mypy, capture_output=True, text=True, cwd=tmp_path)
    assert found.returncode == 0, found.stdout


def test_emission_is_a_function_of_the_document():
    program = flowc.parse(SOURCE.replace("TEXT", "x"), filename="a.flow")
    one = emit(program.document, source_name="a.flow", source_sha256=SHA)
    assert one == emit(program.document, source_name="a.flow", source_sha256=SHA)


# Injection ------------------------------------------------------------------------------------

SOURCE = """
"TEXT"
@name("t TEXT")
tool t(`x TEXT`: string = "TEXT", kind: ("TEXT" | "b")) -> (
  `y TEXT`: string,
  z: { "TEXT"?: string },
)
"TEXT"
@name("f TEXT")
flow f(`x TEXT`: string = "TEXT") -> (`y TEXT`: string) {
  @name("n TEXT")
  `n TEXT` = t(`x TEXT`, kind = "TEXT")
  `m TEXT`: match `x TEXT` {
    "TEXT" as `a TEXT` => `r TEXT`: return "TEXT" as `b TEXT`
    else => {}
  }
  return `n TEXT`.`y TEXT`
}
"""
PIECES = st.one_of(
    st.sampled_from(['"', "'", '"""', "'''", "\\", "\n", "\r", "#", "$", "\0", "\\N{x}", "\\x"]),
    st.sampled_from(["{", "}", "{{", "}}", "{%", "%}", "{#", "{evil}", "{{ evil() }}"]),
    st.sampled_from(["\ud800", "\u202e", "\u2028", "\x0c"]),
    st.sampled_from(["evil()", "__import__('evil')", ";evil();", "\nimport evil\n"]),
    st.sampled_from(["]\nevil()\n[", ")\nevil()\n("]),
)
ALLOWED_IMPORTS = {"__future__", "collections.abc", "difflib", "itertools", "json", "typing"}


def hostile(text: str) -> flowc.Program:
    """A program full of a text: in a document, where a text may be anything."""
    document = flowc.parse(SOURCE.replace("TEXT", "MARK"), filename="a.flow").to_dict()
    return flowc.from_json(_filled(document, text))


def _filled(value, text):
    if isinstance(value, str):
        return value.replace("MARK", text)
    if isinstance(value, list):
        return [_filled(item, text) for item in value]
    if isinstance(value, dict):
        return {_filled(key, text): _filled(item, text) for key, item in value.items()}
    return value


@pytest.mark.parametrize("async_", [False, True])
@settings(max_examples=25, deadline=None)
@given(st.lists(PIECES, min_size=1, max_size=5).map("".join))
def test_no_text_of_a_document_becomes_code(async_, text):
    document = hostile(text).document
    for code in (
        emit(document, async_=async_, source_name=f"a{text}.flow", source_sha256=SHA),
        emit_stub(document, async_=async_),
    ):
        assert black.format_str(code, mode=black.Mode()) == code
        for node in ast.walk(ast.parse(code)):
            match node:
                case ast.Name(id=name) | ast.Attribute(attr=name):
                    assert name != "evil"
                case ast.Import(names=names):
                    assert {alias.name for alias in names} <= ALLOWED_IMPORTS
                case ast.ImportFrom(module=module):
                    assert module in ALLOWED_IMPORTS
        exec(compile(code, "generated.py", "exec"), {})


@settings(max_examples=25, deadline=None)
@given(st.lists(PIECES, min_size=1, max_size=4).map("".join))
def test_a_hostile_flow_runs(text):
    program = hostile(text)
    names: dict[str, object] = {}
    exec(program_code(program), names)

    class AnyTools:
        def __getattr__(self, name):
            return lambda **given: {f"y {text}": given["kind"], "z": {}}

    inputs = {f"x {text}": "other"}
    assert names["run_outcome"](inputs, tools=AnyTools()) == ("next", {f"y {text}": text})
    assert names["run_outcome"]({}, tools=AnyTools()) == (f"b {text}", {f"y {text}": text})


def program_code(program: flowc.Program) -> str:
    return emit(program.document, source_name="a.json", source_sha256=SHA)
