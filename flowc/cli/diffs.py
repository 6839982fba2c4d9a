"""What would change in a file, as a unified diff on stdout."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import StringIO

from flowc.diagnostics.display import visible


def print_diff(name: str, before: str, after: str, what: str) -> None:
    """The difference as it is, so that it can be applied; harmless on a terminal. `what` says what
    has become of the file: `formatted`."""
    for line in _diff(name, before, after, what):
        sys.stdout.write(visible(line, keep="\n\t") if sys.stdout.isatty() else line)


def _diff(name: str, before: str, after: str, what: str) -> Iterator[str]:
    import difflib  # every check of a file comes by here, few show a difference

    old, new = list(StringIO(before)), list(StringIO(after))  # only a newline ends a line
    lines = difflib.unified_diff(old, new, name, f"{name} ({what})")
    for line in lines:
        yield line if line.endswith("\n") else line + "\n\\ No newline at end of file\n"
