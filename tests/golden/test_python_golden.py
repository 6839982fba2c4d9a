"""Generated modules as whole files: `tests/golden/python/NAME.flow` gives `NAME.py`.

`FLOWC_UPDATE=1 pytest tests/golden/test_python_golden.py` writes them anew; read the difference.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import black
import pytest

import flowc

FOLDER = Path(__file__).parent / "python"
SOURCES = sorted(FOLDER.glob("*.flow"))
ASYNCHRONOUS = ("parallel", "policies", "remote", "subflow")
RULES = "E,F,W,I,B,UP,SIM,ANN"


def test_there_is_a_golden_module_for_each_shape():
    assert [path.stem for path in SOURCES] == [
        "agent",
        "api",
        "branch",
        "catch",
        "conversions",
        "defaults",
        "goto",
        "hostile",
        "linear",
        "llm",
        "loop",
        "maps",
        "match",
        "messages",
        "parallel",
        "policies",
        "remote",
        "sources",
        "subflow",
    ]


def modules_of(source: Path) -> dict[Path, str]:
    """The files that a source gives; some are there in their asynchronous form as well."""
    program = flowc.load(source)
    assert [item.title for item in program.diagnostics if item.is_error] == []
    found = {source.with_suffix(".py"): program.to_python()}
    if source.stem in ASYNCHRONOUS:
        found[source.with_name(f"{source.stem}_async.py")] = program.to_python(async_=True)
    return found


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_golden_modules(source):
    for path, code in modules_of(source).items():
        if os.environ.get("FLOWC_UPDATE"):
            path.write_text(code, encoding="utf-8")
        assert code == path.read_text(encoding="utf-8")
        assert black.format_str(code, mode=black.Mode()) == code
        exec(compile(code, path.name, "exec"), {"__name__": path.stem})


def test_ruff_and_mypy_find_nothing():
    modules = sorted(str(path) for path in FOLDER.glob("*.py"))
    ruff = [sys.executable, "-m", "ruff", "check", "--isolated", "--target-version=py311"]
    found = subprocess.run([*ruff, f"--select={RULES}", *modules], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file="]
    found = subprocess.run([*mypy, *modules], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout
