"""Generated modules as whole files: `tests/golden/python/NAME.flow` gives `NAME.py`.

`FLOWC_UPDATE=1 pytest tests/golden/test_python_golden.py` writes them anew; read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from environments import CannotInstall
from quality import is_black, mypy, pyright, ruff, uncalled

import flowc

FOLDER = Path(__file__).parent / "python"
SOURCES = sorted(FOLDER.glob("*.flow"))
ASYNCHRONOUS = ("parallel", "policies", "remote", "subflow")
EXAMPLES = Path(__file__).parents[2] / "examples"


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
        exec(compile(code, path.name, "exec"), {"__name__": path.stem})


def whole_files() -> list[Path]:
    """The golden modules and those of the examples."""
    examples = EXAMPLES.glob("*/*.py")
    return [*sorted(FOLDER.glob("*.py")), *sorted(it for it in examples if it.name != "tools.py")]


def test_black_changes_nothing():
    assert [path.name for path in whole_files() if not is_black(path.read_text("utf-8"))] == []


def test_no_helper_is_without_a_caller():
    assert {path.name: uncalled(path.read_text("utf-8")) for path in whole_files()} == {
        path.name: set() for path in whole_files()
    }


def test_ruff_finds_nothing():
    assert ruff(*whole_files()) == ""


def test_mypy_finds_nothing():
    assert mypy(*whole_files()) == ""


@pytest.mark.slow
def test_pyright_finds_nothing(tmp_path):
    try:
        # Pyright refuses an empty title in a TypedDict, which Python takes.
        files = [path for path in whole_files() if path.name != "hostile.py"]
        assert pyright(tmp_path, *files) == ""
    except CannotInstall as error:
        pytest.skip(str(error))
