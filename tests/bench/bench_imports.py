"""Import of a module of 1,000 nodes over that of the hand-written one, each in a new process."""

from __future__ import annotations

import py_compile
import subprocess
import sys
from pathlib import Path

import pytest
from side_by_side import SideBySide
from workloads import chain

import flowc

TIME = """
import time
start = time.perf_counter()
import {name}
print(time.perf_counter() - start)
"""
MEMORY = """
import tracemalloc
tracemalloc.start()
import {name}
print(tracemalloc.get_traced_memory()[0])
"""

pytestmark = pytest.mark.benchmark(group="3. Import of a module of 1,000 nodes over hand-written")


@pytest.mark.parametrize("checks", ["full", "none"])
@pytest.mark.parametrize("what", ["time", "memory"])
def test_import(side_by_side: SideBySide, tmp_path: Path, what: str, checks: str) -> None:
    work = chain(1_000)
    for name, code in (
        ("generated", flowc.parse(work.flow).to_python(checks=checks)),
        ("written", work.by_hand),
    ):
        (tmp_path / f"{name}.py").write_text(code)
        py_compile.compile(str(tmp_path / f"{name}.py"), doraise=True)
    script = TIME if what == "time" else MEMORY
    found: list[float] = []
    _, written = side_by_side.times(
        lambda: found.append(_printed(script.format(name="generated"), tmp_path)),
        lambda: _printed(script.format(name="written"), tmp_path),
    )
    side_by_side.figure(f"{what}, `--checks={checks}`", min(found) / written, "×", at_most=1.2)


def _printed(script: str, folder: Path) -> float:
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=True
    )
    return float(done.stdout)
