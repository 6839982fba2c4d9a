"""The cache of the tables: it saves time, and nothing that happens to it matters."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from flowc.resources import resource
from flowc.syntax import cache
from flowc.syntax.tables import from_text, to_text

GRAMMAR = resource("grammar", "flow.lark").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("cache") / "flowc"
    cache.load(GRAMMAR, directory)
    return directory


@pytest.fixture
def no_building(monkeypatch: pytest.MonkeyPatch) -> None:
    def build(grammar: str) -> None:
        raise AssertionError("built, though the cache holds the tables")

    monkeypatch.setattr(cache, "build", build)


def test_the_tables_survive_the_text() -> None:
    assert from_text(to_text(cache.tables())) == cache.tables()


def test_the_tables_do_not_depend_on_the_order_of_sets() -> None:
    program = (
        "from flowc.resources import resource; from flowc.syntax.tables import build, to_text; "
        "print(to_text(build(resource('grammar', 'flow.lark').read_text('utf-8'))))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "42")
    }
    assert outputs == {to_text(cache.tables()) + "\n"}


@pytest.mark.usefixtures("no_building")
def test_a_filled_cache_is_used(filled: Path) -> None:
    assert cache.load(GRAMMAR, filled) == cache.tables()


@pytest.mark.usefixtures("no_building")
def test_another_grammar_is_another_entry(filled: Path) -> None:
    with pytest.raises(AssertionError, match="built"):
        cache.load(GRAMMAR + "\n", filled)


def test_only_whole_files_of_our_own_are_left(filled: Path) -> None:
    (file,) = filled.iterdir()
    assert file.suffix == ".json"
    assert filled.stat().st_mode & 0o777 == 0o700
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("damage", ["", "{}", "x\n{}", "cut", "one character"])
def test_a_damaged_file_is_written_anew(tmp_path: Path, filled: Path, damage: str) -> None:
    (file,) = filled.iterdir()
    good = file.read_text()
    texts = {"cut": good[: len(good) // 2], "one character": good[:-9] + "0" + good[-8:]}
    copy = tmp_path / file.name
    copy.write_text(texts.get(damage, damage))
    assert cache.load(GRAMMAR, tmp_path) == cache.tables()
    assert copy.read_text() == good


def test_a_file_of_another_user_is_not_read(
    filled: Path, monkeypatch: pytest.MonkeyPatch, no_building: None
) -> None:
    monkeypatch.setattr(os, "getuid", lambda: -1)
    with pytest.raises(AssertionError, match="built"):
        cache.load(GRAMMAR, filled)


def test_a_place_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert cache.load(GRAMMAR, tmp_path / "file" / "flowc") == cache.tables()
    assert cache.load(GRAMMAR, None) == cache.tables()


def test_the_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.cache_directory() == tmp_path / "flowc"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache.cache_directory() == tmp_path / "home" / ".cache" / "flowc"
