"""What linters and type checkers say of generated modules. "" is nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import black
from environments import PYRIGHT

RULES = "E,F,W,I,B,UP,SIM,ANN"


def written(folder: Path, modules: Iterable[str]) -> Path:
    """The folder, with the modules in it."""
    for number, code in enumerate(modules):
        (folder / f"module_{number}.py").write_text(code, encoding="utf-8")
    return folder


def is_black(code: str) -> bool:
    """Whether black leaves the code as it is."""
    return black.format_str(code, mode=black.Mode()) == code


def ruff(*paths: Path) -> str:
    """The findings of ruff in files or folders."""
    return _said(
        [sys.executable, "-m", "ruff", "check", "--isolated", "--target-version=py311"],
        [f"--select={RULES}", *map(str, paths)],
    )


def mypy(*paths: Path) -> str:
    """The findings of mypy, as strict as it can be."""
    return _said([sys.executable, "-m", "mypy", "--strict", "--config-file="], map(str, paths))


def pyright(folder: Path, *paths: Path) -> str:
    """The findings of pyright in its standard mode, warnings too; a folder for its settings.
    CannotInstall where it cannot be had."""
    settings = folder / "pyrightconfig.json"
    settings.write_text(
        json.dumps(
            {
                "typeCheckingMode": "standard",
                "pythonVersion": "3.11",
                "include": [str(path) for path in paths],
            }
        )
    )
    command = [str(PYRIGHT.python()), "-m", "basedpyright", "-p", str(settings), "--warnings"]
    return _said(command, ["--pythonpath", sys.executable])


def _said(command: list[str], arguments: Iterable[str]) -> str:
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr
