"""The options of `flowc check`."""

from __future__ import annotations

import argparse
from pathlib import Path

FORMATS = ("text", "json", "sarif", "github")
TARGETS = ("wayflow", "langgraph", "oracle", "adk", "python")


def add_check_arguments(check: argparse.ArgumentParser) -> None:
    """All options of `flowc check`."""
    check.add_argument("files", type=Path, nargs="+", metavar="PATH", help="files, folders, or -")
    check.add_argument(
        "--format",
        choices=FORMATS,
        default="text",
        help="text for people (default), or one of the forms that programs read",
    )
    check.add_argument(
        "--stdin-filename",
        type=Path,
        metavar="FILE",
        help="the file that - stands for, in messages and where pyproject.toml is looked for",
    )
    check.add_argument(
        "--target",
        action="append",
        default=[],
        choices=TARGETS,
        help="add what this runtime refuses or does otherwise; may be repeated",
    )
    levels = check.add_argument_group("what is shown")
    levels.add_argument("--strict", action="store_true", help="warnings fail: exit 1")
    for name, help_ in (
        ("--select", "show only these warnings and notes: codes, or beginnings such as FLOW4"),
        ("--ignore", "do not show these warnings and notes"),
    ):
        levels.add_argument(
            name, type=_codes, action="extend", default=[], metavar="CODE,…", help=help_
        )
    fixes = check.add_argument_group("fixes")
    fixes.add_argument("--fix", action="store_true", help="repair .flow files where that is safe")
    fixes.add_argument("--diff", action="store_true", help="with --fix: print it, write nothing")


def _codes(text: str) -> list[str]:
    """Codes or beginnings of codes, with commas between them."""
    from flowc.cli.check_settings import begins_a_code

    found = [code.strip().upper() for code in text.split(",")]
    for code in found:
        if not begins_a_code(code):
            raise argparse.ArgumentTypeError(f"no rule begins with {code!r}")
    return found
