"""The peak memory of `flowc build`, as a whole process."""

from __future__ import annotations

import os
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


def test_growth(side_by_side: SideBySide, tmp_path: Path) -> None:
    least, small = (_peak(tmp_path, nodes) for nodes in (10, 1_000))
    large = _peak_once(side_by_side, tmp_path, 10_000)
    growth = (large - least) / (small - least) / (10_000 / 1_000)
    side_by_side.figure("10,000 nodes over ten times 1,000", growth, "×", at_most=1.1)


def _peak_once(side_by_side: SideBySide, folder: Path, nodes: int) -> int:
    found: list[int] = []
    side_by_side.times(lambda: found.append(_peak(folder, nodes)), lambda: 0.0, rounds=1)
    return min(found)


def _peak(folder: Path, nodes: int) -> int:
    """The most bytes that building a chain of so many nodes had in memory."""
    path = folder / f"chain_{nodes}.flow"
    path.write_text(chain(nodes).flow)
    command = [sys.executable, "-m", "flowc", "build", str(path), "-o", str(folder / "out")]
    process = os.posix_spawn(sys.executable, command, os.environ)
    _, status, usage = os.wait4(process, 0)
    assert status == 0
    return usage.ru_maxrss * UNIT
