"""The examples of docs/running.md do what they say."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import psycopg
import pytest

PAGE = (Path(__file__).parents[2] / "docs/running.md").read_text("utf-8")
FILES = re.findall(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", PAGE, re.DOTALL)
SQL = re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL)


def commands(kind: str) -> list[tuple[str, str]]:
    """The commands of all blocks of a kind, with what they print."""
    blocks = re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)
    return re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", "".join(blocks), re.MULTILINE)


def timeless(text: str) -> str:
    return re.sub(r"\d+\.\d ms", "T ms", text)


@pytest.fixture
def shown(flowc, tmp_path, monkeypatch):
    """What a command prints, in a folder with the page's files."""
    for name, text in FILES:
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)

    def call(command: str) -> str:
        program, *arguments = shlex.split(command)
        assert program == "flowc"
        ran = flowc(*arguments)
        return timeless(ran.err + ran.out)

    return call


@pytest.mark.parametrize(("command", "output"), commands("console"))
def test_examples(shown, command, output):
    assert shown(command) == timeless(output)


@pytest.mark.parametrize(("command", "output"), commands("console postgres"))
def test_examples_with_a_database(shown, command, output, postgres, monkeypatch):
    with psycopg.connect(postgres.url(), autocommit=True) as admin:
        admin.execute("CREATE DATABASE docs")
    with psycopg.connect(postgres.url("docs"), autocommit=True) as base:
        base.execute(SQL[0])
    monkeypatch.setenv("SHOP", postgres.url("docs"))
    assert shown(command) == timeless(output)


def test_there_are_examples():
    assert (len(commands("console")), len(commands("console postgres"))) == (10, 1)
