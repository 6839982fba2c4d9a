"""The findings over the corpus that were reviewed by hand: errors, each of which is a real fault,
and warnings, each of which is right. Notes are not listed: they say what is only worth knowing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeAlias

from corpus_files import CorpusFile, rows

import flowc
from flowc.diagnostics import Diagnostic, FlowcError, Severity

HERE = Path(__file__).parent
FAULTS, WARNINGS = HERE / "real_faults.tsv", HERE / "reviewed_warnings.tsv"

Counts: TypeAlias = Mapping[tuple[str, str], int]
"""How many findings there are, by file and code."""


def reviewed(table: Path) -> dict[tuple[str, str], int]:
    """The counts that a table of reviewed findings lists."""
    return {(row["file"], row["code"]): int(row["count"]) for row in rows(table)}


def findings(file: CorpusFile) -> tuple[Diagnostic, ...]:
    """What flowc says of a document; nothing of a file that holds none."""
    load = flowc.from_yaml if file.is_yaml else flowc.from_json
    try:
        return load(file.text, filename=file.name).diagnostics
    except FlowcError:
        return ()


def counts(files: Iterable[CorpusFile]) -> dict[Severity, Counts]:
    """How many findings of each severity there are, by file and code."""
    found: dict[Severity, Counter[tuple[str, str]]] = {level: Counter() for level in Severity}
    for file in files:
        for item in findings(file):
            found[item.severity][file.name, item.code] += 1
    return {level: dict(counter) for level, counter in found.items()}


def unlike(found: Counts, expected: Counts) -> list[str]:
    """A line for each way in which the findings are not the reviewed ones."""
    both = {key: (found.get(key, 0), expected.get(key, 0)) for key in {*found, *expected}}
    return [
        f"{file}: {code} {is_} times, reviewed {should_be}"
        for (file, code), (is_, should_be) in sorted(both.items())
        if is_ != should_be
    ]
