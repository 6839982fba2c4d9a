"""`[tool.flowc.check]` in pyproject.toml."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

OLD = """\
agentspec "25.4.1"

BuiltinTool status(id: string) -> (text: string) {
  tool_type: "plsql_exec"
}

flow main(id: string) -> (text: string) {
  status(id)
  return status.text
}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a flow that needs a later version, which the commands run in."""
    (tmp_path / "old.flow").write_text(OLD)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def settings(project: Path, text: str) -> None:
    (project / "pyproject.toml").write_text(f"[tool.flowc.check]\n{text}\n")


def shown(out: str) -> list[tuple[str, str]]:
    return [(item["code"], item["severity"]) for item in json.loads(out)["diagnostics"]]


@pytest.mark.parametrize(
    ("text", "options", "code", "expected"),
    [
        ("", [], 0, [("FLOW590", "warning")]),
        ('FLOW590 = "error"', [], 1, [("FLOW590", "error")]),
        ('FLOW590 = "note"\nstrict = true', [], 0, [("FLOW590", "note")]),
        ('FLOW590 = "off"', [], 0, []),
        ("strict = true", [], 1, [("FLOW590", "warning")]),
        ('ignore = ["FLOW5"]', [], 0, []),
        ('select = ["FLOW4"]', [], 0, []),
        ('select = ["FLOW4", "FLOW590"]', [], 0, [("FLOW590", "warning")]),
        # Options come first.
        ('FLOW590 = "off"', ["--select", "FLOW590"], 0, [("FLOW590", "warning")]),
        ('FLOW590 = "error"', ["--ignore", "FLOW590"], 0, []),
        ('ignore = ["FLOW590"]', ["--select", "FLOW5"], 0, [("FLOW590", "warning")]),
        ('ignore = ["FLOW590"]', ["--ignore", "FLOW4"], 0, []),
    ],
)
def test_levels(flowc, project, text, options, code, expected):
    settings(project, text)
    done = flowc("check", "old.flow", "--format", "json", *options)
    assert (done.code, shown(done.out)) == (code, expected)


def test_each_file_has_the_settings_of_its_project(flowc, project):
    settings(project, 'FLOW590 = "off"')
    (project / "below").mkdir()
    (project / "below/old.flow").write_text(OLD)
    settings(project / "below", 'FLOW590 = "error"')
    done = flowc("check", ".", "--format", "json")
    [item] = json.loads(done.out)["diagnostics"]
    assert (done.code, item["location"]["file"]) == (1, "below/old.flow")


@pytest.mark.parametrize(
    ("text", "codes", "titles"),
    [
        ("FLOW590 = 3", ["FLOW821"], ["'FLOW590' is one of error, warning, note, off"]),
        ('FLOW590 = "loud"', ["FLOW821"], ["'FLOW590' is one of error, warning, note, off"]),
        ('FLOW102 = "warning"', ["FLOW830"], ["FLOW102 is an error and stays one"]),
        ('FLOW102 = "off"', ["FLOW830"], ["FLOW102 is an error and stays one"]),
        ("strict = 1", ["FLOW821"], ["'strict' is true or false"]),
        ('select = "FLOW4"', ["FLOW821"], ["'select' is a list of codes"]),
        ("ignore = [1]", ["FLOW821"], ["'ignore' is a list of codes"]),
        (
            'strict = 1\nignore = 2\nFLOW102 = "note"',
            ["FLOW821", "FLOW821", "FLOW830"],
            [
                "'strict' is true or false",
                "'ignore' is a list of codes",
                "FLOW102 is an error and stays one",
            ],
        ),
    ],
)
def test_what_cannot_be_is_an_error_and_the_file_is_checked_without(
    flowc, project, text, codes, titles
):
    settings(project, text)
    done = flowc("check", "old.flow", "--format", "json")
    found = json.loads(done.out)["diagnostics"]
    assert done.code == 2
    assert sorted(item["code"] for item in found) == sorted([*codes, "FLOW590"])
    assert {item["title"] for item in found} >= set(titles)
    built = flowc("build", "old.flow", "--stdout", "-t", "json")
    assert (built.code, built.out) == (2, "")


@pytest.mark.parametrize(
    ("text", "title", "hint"),
    [
        ("strikt = true", "there is no setting 'strikt' in [tool.flowc.check]", "'strict'"),
        ('FLOW999 = "off"', "there is no rule 'FLOW999'", "'FLOW"),
        ('ignore = ["FLOW4", "F5"]', "there is no rule 'F5'", "`flowc explain` lists all rules."),
        ('select = [""]', "there is no rule ''", "`flowc explain` lists all rules."),
    ],
)
def test_what_flowc_does_not_know_is_a_warning(flowc, project, text, title, hint):
    settings(project, text)
    done = flowc("check", "old.flow", "--format", "json")
    found = [item for item in json.loads(done.out)["diagnostics"] if item["code"] == "FLOW822"]
    assert done.code == 0
    assert [item["title"] for item in found] == [title]
    assert hint in found[0]["hint"]
    assert found[0]["location"]["file"] == "pyproject.toml"


def test_a_table_that_is_none(flowc, project):
    (project / "pyproject.toml").write_text("[tool.flowc]\ncheck = true\n")
    done = flowc("check", "old.flow")
    assert (done.code, "error[FLOW821]: 'tool.flowc.check' is a table" in done.err) == (2, True)


# Other commands -----------------------------------------------------------------------------------

OTHERS = {
    "build": ("old.flow", "-t", "json", "--stdout"),
    "run": ("old.flow", "-i", "id=x", "--stub", "stub.json"),
}


@pytest.mark.parametrize("verb", OTHERS)
def test_other_commands_print_what_the_project_wants(flowc, project, verb):
    (project / "stub.json").write_text('{"status": {"text": "y"}}')
    plain = flowc(verb, *OTHERS[verb])
    assert (plain.code, plain.err.count("warning[FLOW590]")) == (0, 1)
    settings(project, 'FLOW590 = "off"\nstrict = true')
    done = flowc(verb, *OTHERS[verb])
    assert (done.code, done.out, done.err) == (0, plain.out, "")


@pytest.mark.parametrize(("verb", "code"), [("build", 1), ("run", 1)])
def test_what_a_project_makes_an_error_stops_what_errors_stop(flowc, project, verb, code):
    (project / "stub.json").write_text('{"status": {"text": "y"}}')
    settings(project, 'FLOW590 = "error"')
    done = flowc(verb, *OTHERS[verb])
    assert (done.code, done.err.count("error[FLOW590]")) == (code, 1)
    assert bool(done.out) == (code == 0)


def test_a_conversion_makes_no_checks(flowc, project):
    settings(project, 'FLOW590 = "error"')
    done = flowc("convert", "old.flow", "-t", "json")
    assert (done.code, done.err) == (0, "")
