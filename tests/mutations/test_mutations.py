"""Every broken rule makes the suite fail (`make soak`: each costs half a minute)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from broken_rules import MUTATIONS, Mutation

ROOT = Path(__file__).parents[2]
SUITE = (
    "tests/unit/interpreter",
    "tests/unit/executions",
    "tests/unit/runtime/test_policies_of_calls.py",
)
PARTS = ("flowc", "grammar", "templates", "tests", "examples", "docs", "pyproject.toml")


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda it: it.what.replace(" ", "_"))
def test_the_rule_stands_where_it_is_to_be_broken(mutation: Mutation) -> None:
    assert (ROOT / "flowc" / mutation.file).read_text("utf-8").count(mutation.old) == 1


soak = pytest.mark.skipif("FLOWC_SOAK" not in os.environ, reason="make soak tries the mutations")


@soak
def test_the_suite_passes_where_no_rule_is_broken(tmp_path: Path) -> None:
    """Else its failures prove nothing."""
    copy_project(tmp_path)
    assert run_suite(tmp_path) == (0, "")


@soak
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda it: it.what.replace(" ", "_"))
def test_the_suite_notices(mutation: Mutation, tmp_path: Path) -> None:
    copy_project(tmp_path)
    file = tmp_path / "flowc" / mutation.file
    file.write_text(file.read_text("utf-8").replace(mutation.old, mutation.new), "utf-8")
    status, said = run_suite(tmp_path)
    assert status in (TESTS_FAILED, ENDLESS), said


TESTS_FAILED = 1
"""Of pytest's own exit codes: 2 would be a module that cannot be imported."""
ENDLESS = "endless"
"""A broken rule may let a loop go on for ever, which is noticed too."""
SECONDS = 300
"""Ten times what the suite takes."""


def copy_project(folder: Path) -> None:
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / part)


def run_suite(folder: Path) -> tuple[int | str, str]:
    """The exit code of the suite of a copy, and what it says at its end unless that is 0; ENDLESS
    if it does not end."""
    environment = {name: it for name, it in os.environ.items() if name != "FLOWC_SOAK"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *SUITE]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environment | {"PYTHONPATH": str(folder)},
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        return ENDLESS, ""
    said = done.stdout[-2000:] + done.stderr[-2000:]
    return done.returncode, said if done.returncode else ""
