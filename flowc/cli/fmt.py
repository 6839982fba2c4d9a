"""`flowc fmt`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from flowc import files
from flowc.cli.diffs import print_diff
from flowc.cli.flow_files import STDIN, flow_files
from flowc.cli.report import report
from flowc.cli.settings import Projects
from flowc.diagnostics import Diagnostic, FlowcError
from flowc.diagnostics.display import visible
from flowc.format import WIDTH, format_sound
from flowc.records import dataclass, field
from flowc.text import Source, normalised

FINE, FINDINGS, USAGE, REFUSED = 0, 1, 2, 3


def run(arguments: argparse.Namespace) -> int:
    """Format files in place, or say what would change.

    Exit codes, the highest of all files: 1 a syntax error, or with --check something to change; 2 a
    file or setting that cannot be used; 3 the formatter refuses to write what it cannot prove.
    """
    formatting = _Formatting(arguments)
    for found in flow_files(arguments.paths):
        if isinstance(found, Diagnostic):
            formatting.take((found,))
        else:
            formatting.file(found)
    return formatting.finish()


@dataclass(slots=True)
class _Formatting:
    """One run over all files: each is tried, whatever becomes of the others."""

    arguments: argparse.Namespace
    found: list[Diagnostic] = field(default_factory=list)
    changed: int = 0
    unchanged: int = 0
    refused: int = 0
    code: int = FINE
    silent: bool = False
    projects: Projects = field(default_factory=Projects)

    def file(self, path: Path) -> None:
        """Format one file, or standard input."""
        try:
            self._format(path)
        except FlowcError as error:
            self.refused += 1
            self.take(error.diagnostics)

    def _format(self, path: Path) -> None:
        place = path if path != STDIN else self.arguments.stdin_filename or Path("<stdin>")
        width = self.projects.of(place).width or WIDTH
        if path == STDIN:
            text = files.decoded(sys.stdin.buffer.read(), str(place))
        else:
            text = files.read_text(path, max_size=self.arguments.max_size)
        done = format_sound(Source(str(place), normalised(text)), width)
        self._put(path, place, text, done.text)
        if done.text != text:
            self.changed += 1
        else:
            self.unchanged += 1
        self.take(done.diagnostics)

    def _put(self, path: Path, place: Path, before: str, after: str) -> None:
        """Write, print or only mention what has become of a file."""
        if self.arguments.diff:
            print_diff(str(place), before, after, "formatted")
        if self.arguments.check and before != after:
            self.code = max(self.code, FINDINGS)
            print(f"would format {visible(str(place))}", file=sys.stderr)
        if self.arguments.check or self.arguments.diff:
            return
        if path == STDIN:
            sys.stdout.write(after)
            self.silent = True
        elif before != after:
            files.write_texts({path.resolve(): after})

    def take(self, found: tuple[Diagnostic, ...]) -> None:
        """Take findings."""
        self.found += found
        self.code = max([self.code, *(_exit_code(item) for item in found)])

    def finish(self) -> int:
        """Report all findings, say what was done, and give the exit code."""
        report(dict.fromkeys([*self.projects.warnings, *self.found]))
        if not self.silent:
            print(self._summary(), file=sys.stderr)
        return self.code

    def _summary(self) -> str:
        """One line for all files."""
        would = self.arguments.check or self.arguments.diff
        parts = []
        if self.changed:
            parts.append(f"{_files(self.changed)} {'would be formatted' if would else 'formatted'}")
        if self.unchanged:
            parts.append(f"{_files(self.unchanged)} {'in format' if would else 'left as is'}")
        if self.refused:
            parts.append(f"{_files(self.refused)} not formatted")
        return ", ".join(parts) or "nothing to format"


def _exit_code(found: Diagnostic) -> int:
    if not found.is_error:
        return FINE
    if found.code.startswith("FLOW65"):
        return REFUSED
    return USAGE if found.code.startswith("FLOW8") else FINDINGS


def _files(count: int) -> str:
    return f"{count} file{'' if count == 1 else 's'}"
