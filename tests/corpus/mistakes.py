"""The smallest documents with one mistake each, in `mistakes/`, and what is to be said of each, in
`mistakes.tsv`: a mistake, the file that has it, and all findings on it with their places."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from corpus_files import rows

import flowc
from flowc.diagnostics import Diagnostic, FlowcError
from flowc.text import Pointer

HERE = Path(__file__).parent
FOLDER, TABLE = HERE / "mistakes", HERE / "mistakes.tsv"
GRAPH, OTHER, RIGHT = "graph", "other", "right"
"""What a mistake is of: the graph, where other tools often say nothing; anything else; or it looks
like a mistake and is none."""


@dataclass(frozen=True)
class Mistake:
    """A mistake, a file that has it, and what is to be said: `CODE at place` for each finding."""

    group: str
    name: str
    file: str
    expected: tuple[str, ...]


def mistakes(table: Path = TABLE) -> tuple[Mistake, ...]:
    """All rows of the table, in its order."""
    return tuple(
        Mistake(
            row["group"], row["mistake"], row["file"], tuple(filter(None, row["found"].split("; ")))
        )
        for row in rows(table)
    )


def said_of(file: str) -> tuple[str, ...]:
    """What flowc says of a file, in source order."""
    try:
        found = flowc.load(FOLDER / file).diagnostics
    except FlowcError as error:
        found = error.diagnostics
    return tuple(f"{item.code} at {place(item)}" for item in found)


def place(found: Diagnostic) -> str:
    """Where a finding points: a JSON Pointer, or line, column and the words of a text."""
    location = found.location
    if location is None:
        return "no place"
    if isinstance(location, Pointer):
        keys = (str(key).replace("~", "~0").replace("/", "~1") for key in location.path)
        return "".join(f"/{key}" for key in keys) or "the document"
    words = location.text.split("\n")[0]
    return f"{location.line}:{location.column} {words.encode('unicode_escape').decode('ascii')}"
