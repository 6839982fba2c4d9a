"""Every public document as source text, and back: nothing that has a meaning is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from flowc.agentspec import read_json, read_yaml
from flowc.decompile import decompile
from flowc.diagnostics import FlowcError
from flowc.format import format_source
from flowc.format.safety import same_tree
from flowc.ir.document import Document
from flowc.ir.meaning import differences
from flowc.semantics import bind
from flowc.syntax import parse
from flowc.syntax.unparse import unparse
from flowc.text import Source

BROKEN = {
    "flow_with_all_references_at_root.yaml": "two flows share one node",
    "scaffold_my-flow.json": "the StartNode is no node of its flow",
    "v_dup_input_titles.json": "two inputs have one title",
}
"""Documents that say what no source can say, and what that is."""


def _documents(corpus: Path) -> Iterator[tuple[str, Document]]:
    for path in sorted((corpus / "documents").iterdir()):
        read = read_yaml if path.suffix in (".yaml", ".yml") else read_json
        try:
            yield path.name, read(path.read_text(encoding="utf-8"), path.name).document
        except FlowcError:
            continue


def _cases(corpus: Path) -> Iterator[tuple[str, Document]]:
    for path in sorted((corpus / "runtime").glob("*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))["doc"]
        text = case if isinstance(case, str) else json.dumps(case)
        try:
            yield path.name, read_json(text, path.name).document
        except FlowcError:
            continue


def _lost(name: str, document: Document, *, formatted: bool) -> list[str]:
    """What is wrong with the document's source, or lost on the way through it."""
    if any(name.endswith(broken) for broken in BROKEN):
        return []
    tree = decompile(document)
    text = unparse(tree)
    if formatted:
        text = format_source(Source(name, text))
    source = Source(name, text)
    parsed = parse(source)
    if parsed.diagnostics or not same_tree(parsed.tree, tree):
        return [f"{name}: the text does not read as the tree"]
    bound = bind(parsed.tree, source)
    errors = [f"{name}: {found.title}" for found in bound.diagnostics if found.is_error]
    if errors or bound.document is None:
        return errors
    return [f"{name}: {line}" for line in differences(document, bound.document)]


def test_public_documents_come_back_whole(corpus: Path):
    found = list(_documents(corpus))
    assert len(found) > 130
    assert [
        line for name, document in found for line in _lost(name, document, formatted=True)
    ] == []


def test_small_cases_come_back_whole(corpus: Path):
    found = list(_cases(corpus))
    assert len(found) > 350
    assert [
        line for name, document in found for line in _lost(name, document, formatted=False)
    ] == []


def test_decompiling_twice_gives_the_same_text(corpus: Path):
    for name, document in list(_documents(corpus))[::4]:
        if any(name.endswith(broken) for broken in BROKEN):
            continue
        text = unparse(decompile(document))
        source = Source(name, text)
        again = bind(parse(source).tree, source).document
        assert again is not None
        assert _meaningful(unparse(decompile(again))) == _meaningful(text), name


def _meaningful(text: str) -> list[str]:
    """The lines of a text in any order: nodes come back in the order of the lines."""
    return sorted(line.strip() for line in text.splitlines())
