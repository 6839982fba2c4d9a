"""Whole processes on the order example, over a Python that does nothing and over pyagentspec."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from environments import PYAGENTSPEC, CannotInstall
from side_by_side import SideBySide, timed

import flowc

ORDER = Path(__file__).parent.parent.parent / "examples/order/order.flow"
LOAD = """
import sys, warnings
warnings.simplefilter("ignore")
from pathlib import Path
from pyagentspec.serialization import AgentSpecDeserializer
AgentSpecDeserializer().from_json(Path(sys.argv[1]).read_text())
"""
COMMANDS = {
    "version": ["--version"],
    "check": ["check", "order.flow"],
    "check-json": ["check", "order.json"],
    "build": ["build", "order.flow", "-o", "out"],
}

pytestmark = pytest.mark.benchmark(group="5. Start-up, whole processes")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the order example, in the first version that pyagentspec takes for it."""
    monkeypatch.chdir(tmp_path)
    text = ORDER.read_text().replace('"25.4.1"', '"25.4.2"')
    Path("order.flow").write_text(text)
    Path("order.json").write_text(flowc.parse(text).to_json())
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_over_python(side_by_side: SideBySide, folder: Path, command: str) -> None:
    side_by_side.ratio(
        f"`flowc {' '.join(COMMANDS[command][:2])}` over `python -c pass`",
        lambda: _run(sys.executable, "-m", "flowc", *COMMANDS[command]),
        timed(lambda: _run(sys.executable, "-c", "pass")),
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_over_pyagentspec(side_by_side: SideBySide, folder: Path, command: str) -> None:
    try:
        other = str(PYAGENTSPEC.python())
    except CannotInstall as error:
        pytest.skip(f"cannot install {error}")
    side_by_side.ratio(
        f"`flowc {' '.join(COMMANDS[command][:2])}` over pyagentspec's load",
        lambda: _run(sys.executable, "-m", "flowc", *COMMANDS[command]),
        timed(lambda: _run(other, "-c", LOAD, "order.json")),
        at_most=0.25 if command.startswith("check") else None,
        rounds=10,
    )


def _run(*command: str) -> None:
    """Run a command with bytecode kept from one run to the next, as installed packages have it:
    what a checkout may do without is not what is measured."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": os.path.abspath("bytecode")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run(command, check=True, capture_output=True, env=environment)
