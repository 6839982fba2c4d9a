"""`flowc check --fix`: repaired texts, written or shown, and what was repaired."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from flowc import files
from flowc.cli.diffs import print_diff
from flowc.cli.flow_files import STDIN
from flowc.diagnostics import Diagnostic
from flowc.diagnostics.display import visible
from flowc.diagnostics.fixes import FindingsOf, fixed
from flowc.records import dataclass, field
from flowc.text import normalised


@dataclass(slots=True)
class Fixing:
    """The repairs of one run over files. With `shows_only`, nothing is written."""

    shows_only: bool
    lines: list[str] = field(default_factory=list)

    def fix(
        self, path: Path, name: str, text: str, findings_of: FindingsOf
    ) -> Sequence[Diagnostic]:
        """Repair the `.flow` text of a file and give the findings that are left in the file."""
        before = normalised(text)
        done = fixed(before, name, findings_of)
        after = _with_newlines_of(text, done.text)
        if self.shows_only:
            print_diff(name, text, after, "fixed")
        elif path == STDIN:
            sys.stdout.write(after)
        elif done.repaired:
            files.write_texts({path.resolve(): after})
        self.lines += [self._line(name, item) for item in done.repaired]
        return findings_of(before) if self.shows_only else done.left

    def report(self) -> None:
        """Say what was repaired, a line each, on stderr."""
        for line in self.lines:
            print(line, file=sys.stderr)

    def _line(self, name: str, item: Diagnostic) -> str:
        assert item.fix is not None and item.location is not None
        span = item.location.span()
        verb = "would fix" if self.shows_only else "fixed"
        place = f"{name}:{span.line}:{span.column}"
        return visible(f"{verb} {item.code} at {place}: {item.title} ({item.fix.title})")


def _with_newlines_of(original: str, text: str) -> str:
    """The text with the byte order mark and the line ends of the original."""
    mark = "\ufeff" if original.startswith("\ufeff") else ""
    return mark + (text.replace("\n", "\r\n") if "\r\n" in original else text)
