"""What a command shows of the findings on a file: without those that comments hide, and as bad as
the project has them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from flowc import api
from flowc.cli.settings import Projects
from flowc.diagnostics import Diagnostic, FlowcError, has_errors, in_source_order
from flowc.diagnostics.levels import Levels, levelled
from flowc.diagnostics.suppression import MARK, Suppression, suppressions, unsuppressed
from flowc.records import dataclass, field
from flowc.text import Source


def not_hidden(
    diagnostics: Iterable[Diagnostic], entry: Source | None = None, *, complete: bool = True
) -> tuple[Diagnostic, ...]:
    """The findings that no comment hides, and those on such comments in the same files and the
    entry file, in source order. `complete`: everything was looked for, so that a comment without a
    finding hides nothing."""
    found = tuple(diagnostics)
    places = [item.location.source for item in found if item.location is not None]
    sources = {source.name: source for source in (*places, *([entry] if entry else ()))}
    marked = [source for source in sources.values() if MARK in source.text]
    if not marked:
        return found
    from flowc.cli.comments import remarks
    from flowc.cli.rule_sources import severities

    said = [it for source in marked for it in suppressions(remarks(source))]
    hiding = [it for it in said if isinstance(it, Suppression)]
    wrong = [it for it in said if isinstance(it, Diagnostic)]
    left = unsuppressed(found, hiding, severities(), complete=complete)
    return in_source_order([*left, *wrong])


@dataclass(eq=False)
class Loaded:
    """A program, and its findings as they are shown."""

    program: api.Program
    levels: Levels = field(default_factory=Levels)

    @cached_property
    def findings(self) -> tuple[Diagnostic, ...]:
        """What is shown of the program's findings."""
        return self._shown(self.program.diagnostics, complete=True)

    @property
    def reading_findings(self) -> tuple[Diagnostic, ...]:
        """What is shown of what was found while the program was read; no checks are made."""
        return self._shown(self.program.reading_diagnostics, complete=False)

    def _shown(self, found: Iterable[Diagnostic], *, complete: bool) -> tuple[Diagnostic, ...]:
        return levelled(not_hidden(found, self.program.source, complete=complete), self.levels)

    def require_no_errors(self) -> None:
        """Raise FlowcError with all findings if one of them is an error, by its rule or because
        the project says so."""
        if has_errors(self.findings):
            raise FlowcError(self.findings)


def load(arguments: argparse.Namespace) -> Loaded:
    """The program in the file that a command is about, with the levels of its project; FlowcError
    if it or the settings cannot be read."""
    path: Path = arguments.file
    levels = Projects().of(path).check.levels
    try:
        return Loaded(api.load(path, max_size=arguments.max_size), levels)
    except FlowcError as error:
        raise FlowcError(levelled(not_hidden(error.diagnostics), levels)) from error
