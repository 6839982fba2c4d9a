"""docs/checking.md says what `flowc check` does."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

from flowc.cli.check_arguments import FORMATS, add_check_arguments

PAGE = (Path(__file__).parents[2] / "docs/checking.md").read_text("utf-8")


def block(language: str) -> str:
    [found] = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    return found


def test_every_option_is_named_and_there_are_no_others():
    check = argparse.ArgumentParser()
    add_check_arguments(check)
    options = {name for name in check._option_string_actions if name.startswith("--")}
    assert set(re.findall(r"--[a-z][a-z-]*", PAGE)) == options - {"--help"}


def test_every_form_is_named():
    section = PAGE.partition("## Output")[2].partition("## What is shown")[0]
    assert re.findall(r"^\| `(\w+)`", section, re.MULTILINE) == list(FORMATS)


def test_the_settings_and_the_comment_work(flowc, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("pyproject.toml").write_text(block("toml"))
    Path("x.flow").write_text(block("flow"))
    done = flowc("check", "x.flow", "--format", "json")
    assert (done.code, json.loads(done.out)["diagnostics"]) == (0, [])
    Path("x.flow").write_text(block("flow").replace("#", "# not"))
    assert flowc("check", "x.flow").code == 1


def test_links_lead_somewhere():
    folder = Path(__file__).parents[2] / "docs"
    targets = re.findall(r"\]\(([^)#]+)\)", PAGE)
    assert len(targets) >= 2
    assert [target for target in targets if not (folder / target).exists()] == []
