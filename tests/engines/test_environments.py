"""Environments for engines: what is pinned, and what happens where nothing can be installed."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import environments
import pytest
from environments import LANGGRAPH, WAYFLOW, CannotInstall, Environment

each_pinned = pytest.mark.parametrize("environment", [WAYFLOW, LANGGRAPH], ids=lambda it: it.name)


@each_pinned
def test_every_package_is_pinned_exactly(environment: Environment) -> None:
    option, *pins = environment.requirements
    assert option == "--no-deps"
    assert len(pins) == len(set(pins)) > 40
    assert all(re.fullmatch(r"[A-Za-z0-9_.-]+==[0-9][0-9a-z.]*", pin) for pin in pins)
    assert "pyagentspec==26.3.1" in pins


def test_the_engines_exclude_each_other() -> None:
    anyio = [pin for it in (WAYFLOW, LANGGRAPH) for pin in it.requirements if "anyio" in pin]
    assert len(set(anyio)) == 2


def test_what_pip_says_last_is_the_reason() -> None:
    broken = Environment("broken", ("--no-index", "no-such-package==1"))
    with pytest.raises(CannotInstall, match=r"^broken: ERROR: .*no-such-package==1"):
        broken._install(Path(sys.executable))


class Pip:
    """Notes what is installed; the first attempt fails."""

    def __init__(self) -> None:
        self.attempts: list[tuple[str, ...]] = []

    def install(self, environment: Environment, _: Path) -> None:
        self.attempts.append(environment.requirements)
        if len(self.attempts) == 1:
            raise CannotInstall("no index")


def test_a_failure_is_tried_again_and_a_success_is_kept(tmp_path: Path, monkeypatch) -> None:
    pip = Pip()
    monkeypatch.setattr(environments, "ROOT", tmp_path)
    monkeypatch.setattr("venv.create", lambda folder, with_pip: None)
    monkeypatch.setattr(Environment, "_install", lambda self, python: pip.install(self, python))
    with pytest.raises(CannotInstall):
        Environment("it", ("a==1",)).python()
    for _ in range(2):
        found = Environment("it", ("a==1",)).python()
        assert found == tmp_path / ".venv-it" / "bin" / "python"
    assert Environment("it", ("a==2",)).python() == found
    assert pip.attempts == [("a==1",), ("a==1",), ("a==2",)]
