"""`make check-report`: what check says of each known mistake, and of every public document.

Exits with 1 if a mistake is not found at its place, or if check says of a public document what
nobody reviewed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence

from corpus_files import ROOT, corpus_files, corpus_folder
from mistakes import GRAPH, OTHER, RIGHT, Mistake, mistakes, said_of
from reviewed import FAULTS, WARNINGS, Counts, counts, reviewed, unlike

from flowc.diagnostics import Severity

TITLES = {
    GRAPH: "mistakes of graphs",
    OTHER: "other mistakes",
    RIGHT: "no mistakes, though they look like some",
}


def table(items: Sequence[Mistake]) -> Iterator[str]:
    """The mistakes by group: each with its file, and what is said of it and where."""
    width = max(len(item.name) for item in items)
    longest = max(len(item.file) for item in items)
    for group, title in TITLES.items():
        yield f"{title}:"
        for item in items:
            if item.group == group:
                found = said_of(item.file)
                mark = " " if found == item.expected else "!"
                first, *others = found or ("nothing",)
                yield f"{mark} {item.name:{width}}  {item.file:{longest}}  {first}"
                yield from (f"  {'':{width}}  {'':{longest}}  {other}" for other in others)
        yield ""


def wrong(items: Sequence[Mistake]) -> list[str]:
    """A line for each mistake of which something else is said."""
    return [
        f"{item.file}: {'; '.join(found) or 'nothing'}, not {'; '.join(item.expected) or 'nothing'}"
        for item in items
        if (found := said_of(item.file)) != item.expected
    ]


def numbers(documents: int, errors: Counts, warnings: Counts) -> Iterator[str]:
    """What check says of public documents, in numbers."""
    unreviewed = unlike(errors, reviewed(FAULTS))
    yield f"public documents: {documents}"
    yield f"errors, each a real fault: {sum(errors.values())} in {files(errors)} documents"
    yield f"false errors: {len(unreviewed)}"
    yield f"warnings, each reviewed: {sum(warnings.values())} in {files(warnings)} documents"
    yield from unreviewed
    yield from unlike(warnings, reviewed(WARNINGS))


def files(found: Counts) -> int:
    """How many documents have findings."""
    return len({file for file, _ in found})


def main() -> int:
    """Print the report; the exit code."""
    items = mistakes()
    sys.stdout.write("\n".join(table(items)) + "\n")
    folder = corpus_folder()
    if not folder.is_dir():
        sys.stderr.write(f"no corpus at {os.path.relpath(folder, ROOT)}; set FLOWC_CORPUS\n")
        return 2
    documents = corpus_files(folder)
    found = counts(documents)
    errors, warnings = found[Severity.ERROR], found[Severity.WARNING]
    sys.stdout.write("\n".join(numbers(len(documents), errors, warnings)) + "\n")
    broken = (
        *wrong(items),
        *unlike(errors, reviewed(FAULTS)),
        *unlike(warnings, reviewed(WARNINGS)),
    )
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
