"""Laws of generated modules and skeletons, over the same random flows on every run.

`FLOWC_SOAK=1` shows them to pyright as well, which takes a minute.
"""

from __future__ import annotations

import ast
import os
from functools import cache
from pathlib import Path

import pytest
from environments import CannotInstall
from quality import is_black, mypy, pyright, ruff, uncalled, written
from random_cases import drawn

import flowc
from flowc.python import emit, emit_stub
from flowc.testing import cases
from flowc.testing.executions import Executions

SHA = "0" * 64
COUNT = 20


@cache
def modules() -> tuple[str, ...]:
    """The modules and skeletons of the random flows; those without checks of every second."""
    found: list[str] = []
    for case in drawn(cases(), 6, COUNT):
        document = Executions(case).document
        number = len(found)
        for async_ in (False, True):
            found.append(emit(document, async_=async_, source_name="a.json", source_sha256=SHA))
        is_async = number % 8 == 0
        found.append(
            emit(document, async_=is_async, checks="none", source_name="a.json", source_sha256=SHA)
        )
        found.append(emit_stub(document, async_=is_async))
    return tuple(found)


def test_black_changes_nothing():
    assert [code for code in modules()[:8] if not is_black(code)] == []
    # The rest of them block by block, what several have only once: heads with the imports, and
    # decorated definitions too.
    blocks = dict.fromkeys(
        block.strip() for code in modules()[8:] for block in code.split("\n\n\n")
    )
    assert [block for block in blocks if not is_black(block + "\n")] == []


def test_ruff_finds_nothing(tmp_path: Path):
    assert ruff(written(tmp_path, modules())) == ""


def test_mypy_finds_nothing(tmp_path: Path):
    assert mypy(written(tmp_path, modules())) == ""


@pytest.mark.skipif("FLOWC_SOAK" not in os.environ, reason="make soak asks pyright")
def test_pyright_finds_nothing(tmp_path: Path):
    try:
        assert pyright(tmp_path, written(tmp_path, modules())) == ""
    except CannotInstall as error:
        pytest.skip(str(error))


@cache
def unformatted() -> tuple[str, ...]:
    """The modules of other random flows as they are before black breaks long lines."""
    found: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("flowc.python.render._black", lambda text, depth=0: text)
        for case in drawn(cases(), 7, 3 * COUNT):
            executions, async_ = Executions(case), len(found) % 4 == 0
            found.append(executions.code(async_=async_))
            found.append(executions.code(async_=not async_, checks="none"))
    return tuple(found)


def test_ruff_finds_nothing_in_more_flows(tmp_path: Path):
    assert ruff(written(tmp_path, unformatted())) == ""


def test_no_local_is_written_and_never_read():
    for code in (*modules(), *unformatted()):
        for function in ast.walk(ast.parse(code)):
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                assert never_read(function) == set(), code


def test_no_helper_is_without_a_caller():
    assert [names for code in modules() if (names := uncalled(code))] == []


def test_a_helper_that_only_uncalled_ones_call_has_no_caller():
    code = (
        "_A: int = 1\n_B = 2\n\ndef f(): return _g()\n\ndef _g(): return _A\n\n"
        "def _h(): return _h() + _i()\n\nasync def _i(): return _B\n\nclass _C: pass\n"
    )
    assert uncalled(code) == {"_h", "_i", "_B", "_C"}


def test_emission_is_a_function_of_the_document():
    program = flowc.parse(
        "tool t() -> (x: string)\nflow f() -> (x: string) {\n  t()\n  return t.x\n}\n"
    )
    one = emit(program.document, source_name="a.flow", source_sha256=SHA)
    assert one == emit(program.document, source_name="a.flow", source_sha256=SHA)


def never_read(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """The locals of a function that are written but not read, `_` and counters of turns aside."""
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    written = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    read = {node.id for node in names if isinstance(node.ctx, ast.Load)}
    return {name for name in written - read if not name.startswith("_")}
