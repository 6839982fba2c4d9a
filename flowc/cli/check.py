"""`flowc check`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from flowc import api, files
from flowc.cli.check_settings import CheckSettings
from flowc.cli.findings import not_hidden
from flowc.cli.fixing import Fixing
from flowc.cli.flow_files import STDIN, flow_files
from flowc.cli.report import report, report_as, report_count
from flowc.cli.settings import Projects
from flowc.diagnostics import Diagnostic, FlowcError, Rule, Severity, has_errors
from flowc.diagnostics.levels import Filter, levelled
from flowc.records import dataclass, field
from flowc.text import normalised

OPTIONS = Rule("FLOW831", Severity.ERROR, "options that do not go together")
"""Standard output holds one thing: the repaired text of `-`, the diff of `--diff`, or the findings
in a form for programs. And `--diff` needs something to show.

Wrong:

```flow
tool lookup(id: string) -> (text: string)
```

```console
$ flowc check --diff example.flow
```

Right:

```flow
tool lookup(id: string) -> (text: string)
```

```console
$ flowc check --fix --diff example.flow
```
"""

FINE, FINDINGS, USAGE = 0, 1, 2


def run(arguments: argparse.Namespace) -> int:
    """Report the findings of every file.

    Exit codes, the highest of all files: 1 an error, or with --strict a warning; 2 a file, setting
    or option that cannot be used.
    """
    _require_fitting(arguments)
    checking = _Checking(arguments)
    for found in flow_files(arguments.files, documents=True):
        if isinstance(found, Diagnostic):
            checking.take((found,), checking.settings_of(None))
        else:
            checking.file(found)
    return checking.finish()


def _require_fitting(arguments: argparse.Namespace) -> None:
    """FlowcError (FLOW831) if two things would be printed to stdout, or nothing would be done."""
    if arguments.diff and not arguments.fix:
        raise FlowcError([OPTIONS.at(None, "--diff shows what --fix would do", hint="Add --fix.")])
    prints = arguments.diff or STDIN in arguments.files
    if arguments.fix and prints and arguments.format != "text":
        title = f"--fix prints the text here, and --format {arguments.format} the findings"
        raise FlowcError([OPTIONS.at(None, title, hint="Leave one of them out.")])


@dataclass(slots=True)
class _Checking:
    """One run over all files: each is checked, whatever is wrong with the others."""

    arguments: argparse.Namespace
    found: list[Diagnostic] = field(default_factory=list)
    code: int = FINE
    projects: Projects = field(default_factory=Projects)
    fixing: Fixing = field(init=False)

    def __post_init__(self) -> None:
        self.fixing = Fixing(shows_only=self.arguments.diff)

    def file(self, path: Path) -> None:
        """Check one file, or standard input; repair it first if that is asked for."""
        settings = self.settings_of(self._place(path))
        try:
            self._check(path, settings)
        except FlowcError as error:
            self.take(not_hidden(error.diagnostics), settings)

    def settings_of(self, path: Path | None) -> CheckSettings:
        """What is shown of a file, None for what is of no file: the options come first, then the
        project."""
        try:
            project = CheckSettings() if path is None else self.projects.of(path).check
        except FlowcError as error:
            project = CheckSettings()
            self.take(error.diagnostics, project)
        options = Filter(tuple(self.arguments.select), tuple(self.arguments.ignore))
        strict = project.strict or self.arguments.strict
        return CheckSettings(project.levels.under(options), strict)

    def take(self, found: Iterable[Diagnostic], settings: CheckSettings) -> None:
        """Take findings, and what they mean for the exit code."""
        given = tuple(found)
        shown = levelled(given, settings.levels)
        self.found += shown
        if any(item.is_error and item.code.startswith("FLOW8") for item in given):
            self.code = USAGE
        elif has_errors(shown) or (settings.strict and _has_warnings(shown)):
            self.code = max(self.code, FINDINGS)

    def finish(self) -> int:
        """Report all findings and give the exit code."""
        self.take(self.projects.warnings, self.settings_of(None))
        shown = _once(self.found)
        self.fixing.report()
        if self.arguments.format == "text":
            report(shown)
            report_count(shown)
        else:
            report_as(self.arguments.format, shown)
        return self.code

    def _check(self, path: Path, settings: CheckSettings) -> None:
        text = self._read(path)
        kind = "flow" if self._is_nameless(path) else files.kind_of(self._place(path))
        if not self.arguments.fix or kind != "flow":
            self.take(self._findings(path, text, kind), settings)
            return

        def shown(text: str) -> Sequence[Diagnostic]:
            return levelled(self._findings(path, text, kind), settings.levels)

        left = self.fixing.fix(path, str(self._place(path)), text, shown)
        self.take(left, settings)

    def _read(self, path: Path) -> str:
        if path == STDIN:
            return files.decoded(sys.stdin.buffer.read(), str(self._place(path)))
        files.kind_of(path)
        return files.read_text(path, max_size=self.arguments.max_size)

    def _findings(self, path: Path, text: str, kind: str) -> tuple[Diagnostic, ...]:
        """What is found in the text of a file and is not hidden in it."""
        place, size = self._place(path), self.arguments.max_size
        program = api.load_text(normalised(text), place, kind=kind, max_size=size)
        found = program.diagnostics_for(self.arguments.target)
        return not_hidden(found, program.source, complete=not self.arguments.target)

    def _place(self, path: Path) -> Path:
        if path != STDIN:
            return path
        return self.arguments.stdin_filename or Path("<stdin>")

    def _is_nameless(self, path: Path) -> bool:
        return path == STDIN and self.arguments.stdin_filename is None


def _has_warnings(found: Iterable[Diagnostic]) -> bool:
    return any(item.severity is Severity.WARNING for item in found)


def _once(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Each finding once, also if several files import the one that has it."""
    return tuple({_key(item): item for item in reversed(list(found))}.values())[::-1]


def _key(item: Diagnostic) -> tuple[object, ...]:
    if item.location is None:
        return (item.code, item.title)
    span = item.location.span()
    return (item.code, item.title, span.source.name, span.start, span.end)
