"""The files of the corpus, and the reviewed list of those that are no Agent Spec documents."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from flowc.agentspec import read_json, read_yaml
from flowc.ir.schema import plain

ROOT = Path(__file__).parent.parent.parent
REFUSALS = Path(__file__).parent / "refusals.tsv"


@dataclass(frozen=True)
class CorpusFile:
    """A public document. `loads`: the official SDK loads it as it is."""

    name: str
    text: str
    loads: bool

    @property
    def is_yaml(self) -> bool:
        """Whether the file is YAML by its name."""
        return self.name.endswith((".yaml", ".yml"))

    @cached_property
    def value(self) -> Any:
        """The plain JSON value that the text stands for; FlowcError if it stands for none."""
        read = read_yaml if self.is_yaml else read_json
        return plain(read(self.text, self.name).value)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a file is refused: the code of the diagnostic, and what the file is instead."""

    code: str
    reason: str


def corpus_folder() -> Path:
    """Where the corpus is, if it is there."""
    return Path(os.environ.get("FLOWC_CORPUS", ROOT.parent / "shared" / "corpus"))


def corpus_files(corpus: Path) -> tuple[CorpusFile, ...]:
    """All documents of the corpus, by name."""
    table = rows(corpus / "documents.tsv")
    loads = {row["file"] for row in table if row["pyagentspec_26.3.1"] == "loads"}
    return tuple(
        CorpusFile(path.name, path.read_text("utf-8"), path.name in loads)
        for path in sorted((corpus / "documents").iterdir())
    )


def corpus_cases(corpus: Path) -> tuple[CorpusFile, ...]:
    """The documents of the runtime cases, by name; their YAML stands in a JSON text."""
    found = []
    for path in sorted((corpus / "runtime").glob("*.json")):
        document = json.loads(path.read_text("utf-8"))["doc"]
        in_yaml = isinstance(document, str)
        text = document if in_yaml else json.dumps(document)
        found.append(CorpusFile(f"{path.stem}.{'yaml' if in_yaml else 'json'}", text, False))
    return tuple(found)


def reviewed_refusals(path: Path = REFUSALS) -> Mapping[str, Refusal]:
    """The files that are no Agent Spec documents, each looked at by hand."""
    return {row["file"]: Refusal(row["code"], row["reason"]) for row in rows(path)}


def rows(path: Path) -> list[dict[str, str]]:
    """The rows of a table of tab-separated values, by the names of its columns."""
    with path.open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table, delimiter="\t"))
