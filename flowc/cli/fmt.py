"""`flowc fmt`."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Iterator
from pathlib import Path

from flowc import files
from flowc.cli.report import report
from flowc.diagnostics import Diagnostic, FlowcError
from flowc.format import format_source
from flowc.text import Source, normalised


def run(arguments: argparse.Namespace) -> int:
    """Format files in place, or say what would change; 1 with --check if something would."""
    found: list[Diagnostic] = []
    changed: dict[Path, str] = {}
    for path in _flow_files(arguments.paths):
        from_stdin = str(path) == "-"
        name = arguments.stdin_filename if from_stdin else str(path)
        try:
            text = sys.stdin.read() if from_stdin else files.read_text(path)
            formatted = format_source(Source(name, normalised(text)))
        except FlowcError as error:
            found += error.diagnostics
            continue
        if arguments.diff:
            sys.stdout.writelines(_diff(name, text, formatted))
        elif from_stdin and not arguments.check:
            sys.stdout.write(formatted)
        if formatted != text:
            changed[path] = formatted
            if arguments.check:
                print(f"would format {name}", file=sys.stderr)
    if not (arguments.check or arguments.diff):
        files.write_texts({path: text for path, text in changed.items() if str(path) != "-"})
    report(found)
    if any(item.code.startswith("FLOW65") for item in found):
        return 3
    if found:
        return 2 if all(item.code.startswith("FLOW8") for item in found) else 1
    return int(arguments.check and bool(changed))


def _flow_files(paths: list[Path]) -> Iterator[Path]:
    """The files themselves, and every `.flow` file below the folders, in order of name."""
    for path in paths:
        yield from sorted(path.rglob("*.flow")) if path.is_dir() else [path]


def _diff(name: str, before: str, after: str) -> Iterator[str]:
    lines = difflib.unified_diff(
        before.splitlines(keepends=True),
        after.splitlines(keepends=True),
        name,
        f"{name} (formatted)",
    )
    for line in lines:
        yield line if line.endswith("\n") else line + "\n\\ No newline at end of file\n"
