"""Linters and mypy find nothing in the modules and skeletons of the corpus's flows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from converted import program_of
from corpus_files import corpus_cases, corpus_files
from quality import is_black, mypy, ruff, uncalled, written

from flowc.agentspec.rules import NO_DOCUMENT
from flowc.diagnostics import FlowcError, has_errors
from flowc.python import emit_stub
from flowc.semantics.defines import unfilled


@pytest.fixture(scope="module")
def modules(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with them, each text once."""
    files = (*corpus_files(corpus), *corpus_cases(corpus))
    texts = dict.fromkeys(code for file in files for code in codes(file))
    assert len(texts) > 300
    return written(tmp_path_factory.mktemp("corpus"), texts)


def codes(file) -> Iterator[str]:
    """The module of a document that can be one, in either form by turns, and its skeleton. Whether
    it can be one is what `check --target python` and the placeholders say."""
    try:
        program = program_of(file)
    except FlowcError as error:
        assert error.diagnostics[-1].code == NO_DOCUMENT.code
        return
    is_filled = not [*unfilled(program.document, program.document.root_component)]
    if is_filled and not has_errors(program.diagnostics_for(["python"])):
        yield program.to_python(async_=len(file.text) % 2 == 0)
        yield emit_stub(program.document)


def test_no_helper_is_without_a_caller(modules):
    uncalled_ones = {path.name: uncalled(path.read_text("utf-8")) for path in modules.iterdir()}
    assert {name: names for name, names in uncalled_ones.items() if names} == {}


def test_black_changes_nothing(modules):
    assert [path for path in modules.iterdir() if not is_black(path.read_text("utf-8"))] == []


def test_ruff_finds_nothing(modules):
    assert ruff(modules) == ""


def test_mypy_finds_nothing(modules):
    assert mypy(modules) == ""
