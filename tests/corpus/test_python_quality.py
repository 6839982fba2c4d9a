"""Linters and mypy find nothing in the modules and skeletons of the corpus's flows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from converted import program_of
from corpus_files import corpus_cases, corpus_files
from quality import is_black, mypy, ruff, written

from flowc.diagnostics import FlowcError
from flowc.python import emit_stub


@pytest.fixture(scope="module")
def modules(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with them, each text once."""
    files = (*corpus_files(corpus), *corpus_cases(corpus))
    texts = dict.fromkeys(code for file in files for code in codes(file))
    assert len(texts) > 300
    return written(tmp_path_factory.mktemp("corpus"), texts)


def codes(file) -> Iterator[str]:
    """The module of a document that can be one, in either form by turns, and its skeleton."""
    try:
        program = program_of(file)
        yield program.to_python(async_=len(file.text) % 2 == 0)
        yield emit_stub(program.document)
    except FlowcError:
        return


def test_black_changes_nothing(modules):
    assert [path for path in modules.iterdir() if not is_black(path.read_text("utf-8"))] == []


def test_ruff_finds_nothing(modules):
    assert ruff(modules) == ""


def test_mypy_finds_nothing(modules):
    assert mypy(modules) == ""
