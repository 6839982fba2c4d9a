"""Imports only go down: the layers of the package, and what may be loaded when."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent.parent / "flowc"

LAYERS: tuple[tuple[str, ...], ...] = (
    ("cli", "__main__"),
    ("__init__", "api", "conversion", "files"),
    ("testing", "steps"),
    ("agentspec", "python", "decompile", "format", "interpreter"),
    ("semantics",),
    ("syntax",),
    ("ir",),
    ("diagnostics",),
    ("text", "names", "faults", "resources", "version"),
    ("records",),
)
"""From the top to the bottom. A layer may import those below it, and itself as `TOGETHER` says."""

TOGETHER = ({"cli", "__main__"}, {"__init__", "api", "conversion", "files"})
"""Parts of one layer that may import each other; all others are independent."""

GENERATED_CODE = {"runtime"}
"""What generated modules use: it stands alone, and whoever likes may import it."""


def level(part: str) -> int:
    return next(number for number, parts in enumerate(LAYERS) if part in parts)


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_modules(path: Path) -> Iterator[str]:
    """The full names of the flowc modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name for name in names if name.split(".")[0] == "flowc")


def imported_parts(path: Path) -> set[str]:
    found = set()
    for name in imported_modules(path):
        part = name.split(".")[1] if "." in name else "__init__"
        known = (PACKAGE / part).is_dir() or (PACKAGE / f"{part}.py").is_file()
        found.add(part if known else "__init__")
    return found


FILES = sorted(path for path in PACKAGE.rglob("*.py") if "_data" not in path.parts)


def test_every_part_of_the_package_has_a_layer() -> None:
    listed = {part for parts in LAYERS for part in parts} | GENERATED_CODE
    assert {part_of(path) for path in FILES} <= listed


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_only_go_down(path: Path) -> None:
    part = part_of(path)
    if part in GENERATED_CODE:
        assert imported_parts(path) <= {part}
        return
    for other in sorted(imported_parts(path) - GENERATED_CODE - {part}):
        allowed = level(other) > level(part) or any({part, other} <= pair for pair in TOGETHER)
        assert allowed, f"{part} may not import {other}"


def test_the_two_executions_share_no_code_of_their_own() -> None:
    """The differential test compares them, so neither may borrow from the other."""
    for path in FILES:
        if part_of(path) in ("interpreter", "python"):
            other = {"interpreter": "python", "python": "interpreter"}[part_of(path)]
            assert other not in imported_parts(path), path


def loaded_after(statement: str) -> set[str]:
    """The top-level modules that a fresh interpreter has after a statement."""
    code = f"{statement}\nimport sys\nprint(*sorted({{m.split('.')[0] for m in sys.modules}}))"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PACKAGE.parent
    )
    return set(run.stdout.split())


@pytest.mark.parametrize(
    ("statement", "absent"),
    [
        ("import flowc.version", {"lark", "jinja2", "black", "pydantic", "yaml", "json5"}),
        ("import flowc.ir.document", {"lark", "jinja2", "black", "pydantic", "yaml", "json5"}),
        ("import flowc.semantics", {"jinja2", "black", "json5", "hypothesis"}),
        ("import flowc.interpreter", {"lark", "jinja2", "black", "hypothesis"}),
        ("import flowc", {"jinja2", "black", "hypothesis"}),
    ],
)
def test_heavy_packages_are_imported_late(statement: str, absent: set[str]) -> None:
    assert loaded_after(statement) & absent == set()
