"""`flowc check`: what it reads, prints and returns."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs/check-output.schema.json").read_text("utf-8"))
Draft202012Validator.check_schema(SCHEMA)

GOOD = "tool a\n"
OLD = """\
agentspec "25.4.1"

BuiltinTool status(id: string) -> (text: string) {
  tool_type: "plsql_exec"
}
"""
BROKEN = "flow main() {\n  a: b();\n}\ntool a('x')\n"
EVERYTHING = {
    "good.flow": GOOD,
    "old.flow": OLD,
    "broken.flow": BROKEN,
    "twice.flow": "tool a\ntool a\n",
    "old.json": '{"component_type": "ServerTool", "name": 3}',
    "bad.yaml": "a: [",
    "none.txt": "x",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of each kind, which the commands run in."""
    for name, text in EVERYTHING.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch):
    """A way to put a text into standard input."""

    def put(text: str) -> None:
        stream = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
        monkeypatch.setattr(sys, "stdin", stream)

    return put


def codes(out: str) -> list[str]:
    found = json.loads(out)
    Draft202012Validator(SCHEMA).validate(found)
    return [item["code"] for item in found["diagnostics"]]


# What is read -------------------------------------------------------------------------------------


def test_a_folder_is_searched_for_flow_files(flowc, folder):
    (folder / "below").mkdir()
    (folder / "below/x.flow").write_text(OLD)
    done = flowc("check", ".", "--format", "json")
    places = [item["location"]["file"] for item in json.loads(done.out)["diagnostics"]]
    assert done.code == 1
    assert set(places) == {"broken.flow", "old.flow", "twice.flow", "below/x.flow"}
    assert list(dict.fromkeys(places))[-1] == "below/x.flow"


def test_a_folder_without_flow_files_is_a_warning(flowc, tmp_path):
    (tmp_path / "empty").mkdir()
    done = flowc("check", tmp_path / "empty")
    assert done.code == 0
    assert done.err == f"warning[FLOW824]: there are no .flow files in '{tmp_path / 'empty'}'\n"
    assert flowc("check", "--strict", tmp_path / "empty").code == 1


def test_standard_input_is_a_flow_file(flowc, stdin, folder):
    stdin(OLD)
    done = flowc("check", "-")
    assert (done.code, done.out) == (0, "")
    assert " --> <stdin>:3:13\n" in done.err


def test_standard_input_stands_for_a_file_and_its_imports(flowc, stdin, folder):
    (folder / "below").mkdir()
    (folder / "below/tools.flow").write_text("library\ntool a\n")
    text = 'import { a } from "tools.flow"\nlibrary\nflow f() {\n  a()\n}\n'
    stdin(text)
    assert flowc("check", "-", "--stdin-filename", "below/x.flow").err == ""
    stdin(text)
    assert "error[FLOW801]: cannot read 'tools.flow'" in flowc("check", "-").err


def test_standard_input_may_be_a_document(flowc, stdin, folder):
    stdin('{"component_type": "Unknown')
    done = flowc("check", "-", "--stdin-filename", "x.json")
    assert (done.code, "error[FLOW501]" in done.err) == (1, True)


def test_what_two_files_import_is_reported_once(flowc, folder):
    (folder / "lib.flow").write_text("library\ntool a\ntool a\n")
    for name in ("one.flow", "two.flow"):
        (folder / name).write_text('import { a } from "lib.flow"\nlibrary\n')
    done = flowc("check", "one.flow", "two.flow", "lib.flow", "--format", "json")
    assert codes(done.out) == ["FLOW100"]


def test_a_path_that_is_not_there(flowc, folder):
    done = flowc("check", "nothere", "old.flow")
    assert done.code == 2
    assert "error[FLOW801]: cannot read 'nothere': no such file or folder\n" in done.err
    assert flowc("fmt", "nothere").err.startswith(
        "error[FLOW801]: cannot read 'nothere': no such file or folder\n"
    )


def test_all_files_are_checked_whatever_is_wrong_with_one(flowc, folder):
    done = flowc("check", "missing.flow", "none.txt", "old.flow", "--format", "json")
    assert (done.code, codes(done.out)) == (2, ["FLOW801", "FLOW803", "FLOW590"])


# Forms --------------------------------------------------------------------------------------------


def test_the_summary_counts_by_severity(flowc, folder):
    done = flowc("check", "twice.flow", "old.flow")
    assert done.err.endswith("\n\n1 error, 1 warning (1 can be repaired: --fix)\n")
    assert done.out == ""
    assert flowc("check", "twice.flow", "none.txt").err.endswith("\n\n2 errors\n")
    assert flowc("check", "old.flow").err.endswith(" all its components allow.\n")


@pytest.mark.parametrize("name", EVERYTHING)
def test_json_is_as_the_schema_says(flowc, folder, name):
    done = flowc("check", name, "--format", "json")
    assert bool(codes(done.out)) == (name != "good.flow")
    assert done.err == ""


def test_the_schema_is_strict(flowc, folder):
    found = json.loads(flowc("check", "old.flow", "--format", "json").out)
    found["diagnostics"][0]["more"] = 1
    assert not Draft202012Validator(SCHEMA).is_valid(found)


def test_github_commands(flowc, folder):
    done = flowc("check", "twice.flow", "--format", "github")
    assert (done.code, done.err) == (1, "")
    assert done.out.startswith("::error file=twice.flow,line=2,col=6,endLine=2,title=FLOW100::")
    assert done.out.count("\n") == 1


def test_sarif_lists_the_rules_that_were_broken(flowc, folder):
    done = flowc("check", "old.flow", "twice.flow", "--format", "sarif")
    assert (done.code, done.err) == (1, "")
    [run] = json.loads(done.out)["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["FLOW100", "FLOW590"]
    assert [result["ruleId"] for result in run["results"]] == ["FLOW590", "FLOW100"]


@pytest.mark.parametrize("form", ["json", "sarif", "github"])
def test_forms_of_nothing(flowc, folder, form):
    done = flowc("check", "good.flow", "--format", form)
    assert (done.code, done.err) == (0, "")
    if form == "github":
        assert done.out == ""
    else:
        assert json.loads(done.out)


# What is shown ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "code", "shown"),
    [
        ([], 0, ["FLOW590"]),
        (["--strict"], 1, ["FLOW590"]),
        (["--ignore", "FLOW5"], 0, []),
        (["--ignore", "flow590, FLOW1", "--strict"], 0, []),
        (["--select", "FLOW4,FLOW22"], 0, []),
        (["--select", "FLOW4", "--select", "FLOW590"], 0, ["FLOW590"]),
        (["--select", "FLOW59", "--ignore", "FLOW5"], 0, ["FLOW590"]),
    ],
)
def test_options(flowc, folder, options, code, shown):
    done = flowc("check", "old.flow", "--format", "json", *options)
    assert (done.code, codes(done.out)) == (code, shown)


@pytest.mark.parametrize("option", ["--select", "--ignore"])
@pytest.mark.parametrize("text", ["FLOW9", "X", "", "FLOW4,", "FLOW4034"])
def test_an_option_names_codes(flowc, folder, option, text):
    done = flowc("check", "old.flow", option, text)
    assert (done.code, done.out) == (2, "")
    assert f"argument {option}: no rule begins with" in done.err


def test_errors_cannot_be_left_out(flowc, folder):
    done = flowc("check", "twice.flow", "--format", "json", "--ignore", "FLOW", "--select", "FLOW4")
    assert (done.code, codes(done.out)) == (1, ["FLOW100"])


# Starting -----------------------------------------------------------------------------------------


def test_check_of_a_document_loads_only_what_it_needs(tmp_path):
    path = tmp_path / "t.json"
    path.write_text('{"component_type": "ServerTool", "name": "t", "agentspec_version": "25.4.1"}')
    code = (
        "import sys\nfrom flowc.cli import main\n"
        f"main(['check', {str(path)!r}])\n"
        "heavy = ('lark', 'jinja2', 'black', 'tomllib', 'flowc.format', 'flowc.python')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
