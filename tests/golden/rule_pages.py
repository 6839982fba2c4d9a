"""`make docs`: a page for each rule and an index of all, from what the rules say about themselves.

A page shows the messages that its examples give, so the pages are the golden files of all messages.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from rule_examples import ran

from flowc.cli.rule_sources import all_rules
from flowc.diagnostics.rule_docs import Example, RuleDoc

FOLDER = Path(__file__).parents[2] / "docs/diagnostics"
INDEX = "README.md"

PARTS = (
    ("FLOW0", "Syntax"),
    ("FLOW1", "Names and binding"),
    ("FLOW2", "Types"),
    ("FLOW3", "Control flow"),
    ("FLOW4", "Data"),
    ("FLOW5", "Documents and versions"),
    ("FLOW6", "Targets"),
    ("FLOW7", "Running"),
    ("FLOW8", "Files and command line"),
)


def pages(rules: Iterable[RuleDoc]) -> Mapping[str, str]:
    """The text of every page by its file name."""
    documented = [rule for rule in rules if rule.prose]
    found = {f"{rule.code}.md": page(rule) for rule in documented}
    return {INDEX: index(documented), **found}


def index(rules: Iterable[RuleDoc]) -> str:
    """The page that lists all rules."""
    known = list(rules)
    lines = [
        "# Diagnostics",
        "",
        "What `flowc` can say, by code. `flowc explain CODE` shows a page in the terminal.",
        "Written by `make docs` from the rules' own documentation; do not edit.",
    ]
    for prefix, title in PARTS:
        listed = [rule for rule in known if rule.code.startswith(prefix)]
        if listed:
            lines += ["", f"## {title}", "", "| code | severity | summary |", "|---|---|---|"]
            lines += [
                f"| [{rule.code}]({rule.code}.md) | {rule.severity.value} | {_cell(rule.summary)} |"
                for rule in listed
            ]
    return "\n".join(lines) + "\n"


def page(rule: RuleDoc) -> str:
    """The page of one rule."""
    parts = [f"# {rule.code}: {rule.summary}", f"Severity: {rule.severity.value}", rule.prose]
    for title, example in (("Wrong", rule.wrong), ("Right", rule.right)):
        if example.blocks:
            parts += [f"## {title}", *_shown(example)]
    return "\n\n".join(parts) + "\n"


def _shown(example: Example) -> Iterable[str]:
    """The files of an example, and what its commands print."""
    for block in example.files:
        if len(example.files) > 1 or block.name != f"example.{block.language}":
            yield f"`{block.name}`:"
        yield _fenced(block.language, block.text)
    with tempfile.TemporaryDirectory() as folder:
        done = ran(example, Path(folder))
    if any(one.output for one in done) or len(example.blocks) > len(example.files):
        yield _fenced("console", "".join(f"$ {one.command}\n{one.output}" for one in done))


def _fenced(language: str, text: str) -> str:
    return f"```{language}\n{text}```"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def write() -> None:
    """Write all pages, and remove those of rules that are gone."""
    FOLDER.mkdir(exist_ok=True)
    wanted = pages(all_rules())
    for old in FOLDER.glob("*.md"):
        if old.name not in wanted:
            old.unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
