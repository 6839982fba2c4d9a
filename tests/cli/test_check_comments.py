"""Comments that hide findings, in every kind of file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

IGNORE = "flowc: ignore[FLOW590] read by flowc alone"
FLOW = """\
agentspec "25.4.1"

BuiltinTool status(id: string) -> (text: string) {  # IGNORE
  tool_type: "plsql_exec"
}
"""
YAML = """\
component_type: BuiltinTool  # IGNORE
name: "status # x"
tool_type: plsql_exec
agentspec_version: 25.4.1
"""
JSON5 = """\
{ // IGNORE
  "component_type": "BuiltinTool",
  "name": "status",
  "tool_type": "// plsql_exec",
  "agentspec_version": "25.4.1",
}
"""
TEXTS = {"a.flow": FLOW, "a.yaml": YAML, "a.json5": JSON5, "a.json": JSON5}


@pytest.fixture
def shown(flowc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The codes that `flowc check` shows of a text, with their lines."""
    monkeypatch.chdir(tmp_path)

    def call(name: str, text: str) -> list[tuple[str, int]]:
        Path(name).write_text(text)
        found = json.loads(flowc("check", name, "--format", "json").out)["diagnostics"]
        return [(item["code"], item["location"]["start"]["line"]) for item in found]

    return call


@pytest.mark.parametrize(("name", "text"), TEXTS.items())
def test_a_comment_hides_a_finding(shown, name, text):
    line = text[: text.index("IGNORE")].count("\n") + 1
    assert shown(name, text.replace("IGNORE", "note")) == [("FLOW590", line)]
    assert shown(name, text.replace("IGNORE", IGNORE)) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.flow", 'tool a("# IGNORE": string)\n'),
        ("a.flow", '"""\n# IGNORE\n"""\ntool a\n'),
        ("a.yaml", 'component_type: ServerTool\nname: "# IGNORE"\n'),
        ("a.yaml", "component_type: ServerTool\nname: a\ndescription: |\n  # IGNORE\n"),
        ("a.json5", '{component_type: "ServerTool", name: "a", description: "// IGNORE",}'),
    ],
)
def test_a_string_is_no_comment(shown, name, text):
    found = shown(name, text.replace("IGNORE", "flowc: ignore[FLOW999]"))
    assert not {code for code, _ in found} & {"FLOW825", "FLOW826", "FLOW827"}


def test_a_comment_behind_a_block_scalar_in_yaml_is_one(shown):
    text = f"component_type: ServerTool\nname: a\ndescription: |  # {IGNORE}\n  text\n"
    assert shown("a.yaml", text) == [("FLOW825", 3)]


def test_a_document_that_cannot_be_read_has_only_errors(shown):
    assert shown("a.yaml", f"a: [  # {IGNORE}\n") == [("FLOW501", 2)]
    assert shown("a.json5", f"[1 2]  // {IGNORE}\n") == [("FLOW501", 1)]


def test_the_formatter_keeps_the_comment_where_it_works(flowc, shown):
    parameters = ", ".join(f"parameter_{number}: string" for number in range(9))
    text = FLOW.replace("id: string", parameters).replace("IGNORE", IGNORE)
    assert shown("a.flow", text) == []
    assert flowc("fmt", "a.flow").code == 0
    formatted = Path("a.flow").read_text()
    assert formatted.count("\n") > text.count("\n")
    assert shown("a.flow", formatted) == []


def test_the_brace_of_a_block_does_not_speak_for_the_block(shown):
    text = FLOW.replace("  # IGNORE", "").replace("\n}", f"\n}}  # {IGNORE}")
    assert shown("a.flow", text) == [("FLOW590", 3), ("FLOW825", 5)]


def test_a_comment_in_an_imported_file_counts(shown):
    library = FLOW.replace('agentspec "25.4.1"', "library")
    entry = (
        'agentspec "25.4.1"\nimport { status } from "lib.flow"\n'
        "flow f(id: string) -> (text: string) {\n  status(id)\n  return status.text\n}\n"
    )
    Path("lib.flow").write_text(library)
    assert shown("a.flow", entry) == [("FLOW590", 3)]
    Path("lib.flow").write_text(library.replace("IGNORE", IGNORE))
    assert shown("a.flow", entry) == []


def test_deep_brackets_are_no_trouble(shown):
    text = "(\n" * 20_000 + f")  # {IGNORE}\n" * 20_000
    assert shown("a.flow", text) == [("FLOW001", 1)]


def test_other_commands_hide_it_too(flowc, shown):
    assert shown("a.flow", FLOW.replace("IGNORE", IGNORE)) == []
    done = flowc("convert", "a.flow", "-t", "json")
    assert (done.code, done.err) == (0, "")


def test_a_comment_is_not_useless_where_a_target_does_not_care(flowc, shown):
    assert shown("a.flow", FLOW.replace("IGNORE", IGNORE)) == []
    done = flowc("check", "a.flow", "--target", "python", "--format", "json")
    assert "FLOW825" not in done.out
