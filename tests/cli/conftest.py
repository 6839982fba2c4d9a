"""A way to call the command line in this process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from flowc.cli import main


@dataclass(frozen=True)
class Finished:
    """What a command left behind."""

    code: int
    out: str
    err: str


@pytest.fixture
def flowc(capsys: pytest.CaptureFixture[str]) -> Callable[..., Finished]:
    """Run `flowc ARGUMENT…`; usage errors give their exit code like everything else."""

    def call(*arguments: object) -> Finished:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as stop:
            code = int(stop.code or 0)
        captured = capsys.readouterr()
        return Finished(code, captured.out, captured.err)

    return call


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Write a file, and give its path."""

    def to(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text)
        return path

    return to
