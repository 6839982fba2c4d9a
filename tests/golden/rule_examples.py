"""The examples of rules at work: their files in a folder, their commands, and what those print."""

from __future__ import annotations

import io
import re
import shlex
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from flowc.cli import main
from flowc.diagnostics.rule_docs import Example

_HEADER = re.compile(r"^(error|warning|note)\[(FLOW\d{3})\]", re.MULTILINE)

_DURATION = re.compile(r"\b\d+\.\d ms\b")


@dataclass(frozen=True)
class Ran:
    """A command of an example, its exit code, and what it printed, all times being the same."""

    command: str
    code: int
    output: str

    @property
    def codes(self) -> set[str]:
        """The codes of all that was found."""
        return {code for _, code in _HEADER.findall(self.output)}

    @property
    def errors(self) -> set[str]:
        """The codes of the errors among it."""
        return {code for severity, code in _HEADER.findall(self.output) if severity == "error"}


def ran(example: Example, folder: Path) -> list[Ran]:
    """Run the commands of an example in an empty folder that then holds its files."""
    for block in example.files:
        path = folder / block.name
        assert path.resolve().is_relative_to(folder.resolve()), block.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, encoding="utf-8")
    with chdir(folder):
        return [_ran(command) for command in example.commands]


def _ran(command: str) -> Ran:
    program, *arguments = shlex.split(command)
    assert program == "flowc", command
    output = io.StringIO()
    with redirect_stdout(output), redirect_stderr(output):
        try:
            code = main(arguments)
        except SystemExit as stop:
            code = int(stop.code or 0)
    return Ran(command, code, _DURATION.sub("0.1 ms", output.getvalue()))
