"""What linters and type checkers say of generated modules. "" is nothing."""

from __future__ import annotations

import ast
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


def uncalled(code: str) -> set[str]:
    """The private functions, classes and constants of a module that nothing public needs: what only
    they themselves mention does not count."""
    needs: dict[str, set[str]] = {}
    needed: set[str] = set()
    for statement in ast.parse(code).body:
        mentioned = {
            node.id
            for node in ast.walk(statement)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
        }
        names = [name for name in _defined(statement) if is_private(name)]
        for name in names:
            needs[name] = needs.get(name, set()) | mentioned
        if not names:
            needed |= mentioned
    waiting = list(needed)
    while waiting:
        more = needs.get(waiting.pop(), set()) - needed
        needed |= more
        waiting += more
    return needs.keys() - needed


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def _defined(statement: ast.stmt) -> list[str]:
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return [statement.name]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case _:
            return []


def _said(command: list[str], arguments: Iterable[str]) -> str:
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr
