"""The peak memory of `flowc build`, as a whole process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from side_by_side import SideBySide
from workloads import chain

MEGABYTE = 2**20
UNIT = 1 if sys.platform == "darwin" else 1024
"""How many bytes the system means by one of `ru_maxrss`."""

pytestmark = pytest.mark.benchmark(group="6. Peak memory of `flowc build`")


def test_largest(side_by_side: SideBySide, tmp_path: Path) -> None:
    peak = _peak_once(side_by_side, tmp_path, 10_000)
    side_by_side.figure("10,000 nodes", peak / MEGABYTE, " MB", at_most=500)


@pytest.mark.parametrize("target", ["json", "python"])
def test_growth(side_by_side: SideBySide, tmp_path: Path, target: str) -> None:
    least, small = (_peak(tmp_path, nodes, "-t", target) for nodes in (10, 2_000))
    large = _peak_once(side_by_side, tmp_path, 20_000, "-t", target)
    growth = (large - least) / (small - least) / (20_000 / 2_000)
    side_by_side.figure(
        f"`-t {target}`, 20,000 nodes over ten times 2,000", growth, "×", at_most=1.1
    )


def _peak_once(side_by_side: SideBySide, folder: Path, nodes: int, *options: str) -> int:
    found: list[int] = []
    side_by_side.times(lambda: found.append(_peak(folder, nodes, *options)), lambda: 0.0, rounds=1)
    return min(found)


def _peak(folder: Path, nodes: int, *options: str) -> int:
    """The most bytes that building a chain of so many nodes had in memory."""
    path = folder / f"chain_{nodes}.flow"
    path.write_text(chain(nodes).flow)
    build = [sys.executable, "-m", "flowc", "build", str(path), "-o", str(folder / "out"), *options]
    done = subprocess.run(
        [sys.executable, "-S", "-c", LAUNCHER, *build], check=True, capture_output=True, text=True
    )
    return int(done.stdout.splitlines()[-1]) * UNIT


LAUNCHER = """
import os, sys
process = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(process, 0)
assert status == 0
print(usage.ru_maxrss)
"""
"""Starts a command in a small process: the system counts to a child what its parent had."""
