"""From the JSON of pytest-benchmark to the table in docs/performance.md.

`python tests/bench/performance_table.py RESULTS.json docs/performance.md` puts it between the
markers there; without the page it is printed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


def table(results: dict[str, Any]) -> str:
    """The table of some results, one part for each group of benchmarks."""
    found = sorted(results["benchmarks"], key=lambda item: item["group"])
    parts = groupby(found, key=lambda item: item["group"])
    return "\n\n".join([_machine(results), *("\n".join(_part(*part)) for part in parts)])


def _machine(results: dict[str, Any]) -> str:
    machine = results["machine_info"]
    cores = machine["cpu"].get("count", "?")
    version = f"{machine['python_implementation']} {machine['python_version']}"
    return f"{version}, {machine['system']} {machine['machine']}, {cores} cores."


def _part(group: str, benchmarks: Iterator[dict[str, Any]]) -> Iterator[str]:
    yield f"### {group}"
    yield ""
    yield "| what | measured | limit | | `make bench ONLY=…` |"
    yield "|---|---:|---:|---|---|"
    for item in benchmarks:
        row = item["extra_info"]
        limit, met = _limit(row)
        measured = f"{_number(row['measured'])}{row['unit']}"
        yield f"| {row['what']} | {measured} | {limit} | {met} | `{item['name']}` |"


def _limit(row: dict[str, Any]) -> tuple[str, str]:
    if row["at_most"] is not None:
        return f"≤ {row['at_most']}", "met" if row["measured"] <= row["at_most"] else "**missed**"
    if row["at_least"] is not None:
        return f"≥ {row['at_least']}", "met" if row["measured"] >= row["at_least"] else "**missed**"
    return "", ""


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def main(results: str, page: str | None = None) -> None:
    """Put the table of a file of results into a page; without one print it."""
    text = table(json.loads(Path(results).read_text("utf-8")))
    if page is None:
        print(text)
        return
    path = Path(page)
    before, _, rest = path.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    path.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
