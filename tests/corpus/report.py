"""`make corpus`: what becomes of every public document, as a table.

Exits with 1 if one is lost: a crash, a refusal that nobody reviewed, a document that does not come
back equal, or sources that are not compact enough.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from compactness import Sizes, over_flow, sizes, without_comments
from converted import Outcome, outcome
from corpus_files import ROOT, Refusal, corpus_files, corpus_folder, reviewed_refusals
from source_counts import Counts, counts

from flowc.syntax import parse
from flowc.syntax.parser import Parsed
from flowc.text import Source

GOAL = 5
"""How many times more characters than `.flow` the JSON of a flow must have, in the median."""


@dataclass(frozen=True, slots=True)
class Report:
    """All that is said of the corpus."""

    outcomes: Sequence[Outcome]
    counts: Counts
    comments: int
    flows: Sequence[Sizes]
    others: Sequence[Sizes]
    broken: Sequence[str]


def report(outcomes: Sequence[Outcome], reviewed: Mapping[str, Refusal]) -> Report:
    """The report on some files, given the reviewed refusals."""
    converted = [(item, parse(Source("", item.flow))) for item in outcomes if item.converted]
    flows = [_sizes(*pair) for pair in converted if is_goal(pair[0])]
    return Report(
        outcomes,
        sum((counts(parsed.tree) for _, parsed in converted), Counts()),
        sum(len(parsed.comments) for _, parsed in converted),
        flows,
        [_sizes(*pair) for pair in converted if not is_goal(pair[0])],
        [*broken(outcomes, reviewed), *too_long(flows)],
    )


def is_goal(item: Outcome) -> bool:
    """Whether the goal of compactness is measured on the file: a flow that the SDK loads."""
    value = item.file.value
    return item.file.loads and value.get("component_type") == "Flow"


def _sizes(item: Outcome, parsed: Parsed) -> Sizes:
    """The sizes of a document; comments of YAML and JSON5, which JSON has not, do not count."""
    return sizes(item.file.value, without_comments(parsed, item.flow))


def broken(outcomes: Iterable[Outcome], reviewed: Mapping[str, Refusal]) -> Iterator[str]:
    """One line for every way in which a file breaks the rules of acceptance."""
    for item in outcomes:
        name, known = item.file.name, reviewed.get(item.file.name)
        if item.refused is not None and (known is None or known.code != item.refused[0]):
            yield f"{name}: refused, which nobody reviewed: {' '.join(item.refused)}"
        if item.refused is None and known is not None:
            yield f"{name}: no longer refused, but among the reviewed refusals"
        if item.fault:
            yield f"{name}: {item.fault}"
        yield from (f"{name}: not equal by meaning: {line}" for line in item.lost)
        yield from (f"{name}: not equal exactly: {line}" for line in item.inexact)


def too_long(flows: Sequence[Sizes]) -> Iterator[str]:
    """The broken goal of compactness, if it is."""
    if not flows:
        yield "no flow that the SDK loads was converted"
    elif (found := over_flow(flows, "json", "characters").median) < GOAL:
        yield f"compactness: the median is {found:.2f}, not {GOAL}"


# As text ------------------------------------------------------------------------------------------


def render(found: Report, reviewed: Mapping[str, Refusal]) -> str:
    """The report as text."""
    parts = [
        _table(_totals(found.outcomes)),
        "refused:\n" + "\n".join(_refusals(found.outcomes, reviewed)),
        "in the converted sources:\n" + _table(_counted(found)),
        _compactness(found),
        "\n".join(["broken:", *found.broken]) if found.broken else "all rules of acceptance hold",
    ]
    return "\n\n".join(parts) + "\n"


def _totals(outcomes: Sequence[Outcome]) -> list[tuple[str, ...]]:
    read = [item for item in outcomes if item.program is not None]
    converted = [item for item in read if item.converted]
    totals = {
        "documents": len(outcomes),
        "read": len(read),
        "refused": sum(item.refused is not None for item in outcomes),
        "converted": len(converted),
        "equal by meaning": sum(not item.lost for item in converted),
        "equal exactly": sum(not item.inexact for item in converted),
    }
    return [(name, str(number)) for name, number in totals.items()]


def _refusals(outcomes: Sequence[Outcome], reviewed: Mapping[str, Refusal]) -> Iterator[str]:
    """The refused files under what they are instead."""
    by_reason: dict[str, list[str]] = {}
    for item in outcomes:
        if item.refused is not None:
            known = reviewed.get(item.file.name)
            reason = "nobody reviewed this" if known is None else known.reason
            by_reason.setdefault(f"{item.refused[0]}: {reason}", []).append(item.file.name)
    for reason, names in by_reason.items():
        yield f"  {reason}"
        yield from (f"    {name}" for name in names)


def _counted(found: Report) -> list[tuple[str, ...]]:
    return [
        ("goto", str(found.counts.gotos)),
        ("edges { }", str(found.counts.edges)),
        ("@name", str(found.counts.names)),
        ("names with a suffix", str(found.counts.suffixed)),
        ("comments", str(found.comments)),
    ]


def _compactness(found: Report) -> str:
    rows: list[tuple[str, ...]] = [("", "documents", "median", "least", "most")]
    for title, group in (
        ("flows that the SDK loads", found.flows),
        ("all other documents", found.others),
    ):
        for form, unit in (
            ("json", "characters"),
            ("json", "lines"),
            ("yaml", "characters"),
            ("yaml", "lines"),
        ):
            if group:
                spread = over_flow(group, form, unit)
                numbers = [f"{x:.2f}" for x in (spread.median, spread.least, spread.most)]
                rows.append((f"{title}, {form.upper()} {unit}", str(len(group)), *numbers))
    head = (
        "compactness: json.dumps(indent=2) and yaml.safe_dump over .flow in default mode, UUIDs\n"
        "shortened in all of them, without comments:\n"
    )
    return head + _table(rows)


def _table(rows: Sequence[Sequence[str]]) -> str:
    """Rows as text: the first column on the left, numbers on the right."""
    first, *others = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for name, *numbers in rows:
        cells = [f"{number:>{width}}" for number, width in zip(numbers, others, strict=True)]
        lines.append("  " + "  ".join([name.ljust(first), *cells]))
    return "\n".join(lines)


def main() -> int:
    """Print the report; the exit code."""
    folder = corpus_folder()
    if not folder.is_dir():
        sys.stderr.write(f"no corpus at {os.path.relpath(folder, ROOT)}; set FLOWC_CORPUS\n")
        return 2
    reviewed = reviewed_refusals()
    found = report([outcome(file) for file in corpus_files(folder)], reviewed)
    sys.stdout.write(render(found, reviewed))
    return 1 if found.broken else 0


if __name__ == "__main__":
    sys.exit(main())
