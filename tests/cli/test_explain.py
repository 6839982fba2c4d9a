"""`flowc explain`."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from flowc.cli.rule_sources import all_rules, rule_of, severities

ROOT = Path(__file__).parents[2]
EXPLAINED = """\
FLOW827: a finding is hidden without a reason (note)

Who reads the file next wants to know why a finding does not matter here, and whether that still
holds. The reason is what follows the codes.

Wrong:

    agentspec "25.4.1"

    BuiltinTool status(id: string) -> (text: string) {  # flowc: ignore[FLOW590]
      tool_type: "plsql_exec"
    }

Right:

    agentspec "25.4.1"

    BuiltinTool status(id: string) -> (text: string) {  # flowc: ignore[FLOW590] read by flowc alone
      tool_type: "plsql_exec"
    }
"""


@pytest.mark.parametrize("code", ["FLOW827", "flow827", "827"])
def test_a_code_is_explained_however_it_is_spelt(flowc, code):
    done = flowc("explain", code)
    assert (done.code, done.out, done.err) == (0, EXPLAINED, "")


def test_several_codes(flowc):
    done = flowc("explain", "827", "3")
    assert done.code == 0
    assert done.out.startswith(EXPLAINED + "\nFLOW003: ")


def test_files_are_named_where_there_are_several(flowc):
    out = flowc("explain", "830").out
    assert "\n  pyproject.toml\n    [tool.flowc.check]\n    FLOW140" in out
    assert "\n  example.flow\n    tool lookup" in out


def test_commands_are_shown(flowc):
    assert "\n    $ flowc explain FLOW999\n" in flowc("explain", "832").out


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("FLOW38", "Did you mean "),
        ("FLWO403", "Did you mean 'FLOW403'? "),
        ("9999", ""),
        ("unused", ""),
    ],
)
def test_an_unknown_code(flowc, code, hint):
    done = flowc("explain", "827", code)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error[FLOW832]: there is no rule '{code}'\n  hint: {hint}")
    assert done.err.endswith("`flowc explain` lists all rules.\n")


def test_without_codes_all_are_listed(flowc):
    done = flowc("explain")
    lines = done.out.splitlines()
    assert (done.code, done.err) == (0, "")
    assert lines == sorted(lines)
    assert len(lines) == len(all_rules())
    assert "FLOW827  note     a finding is hidden without a reason" in lines


def test_every_rule_is_found_in_each_way():
    rules = all_rules()
    assert {rule.code: rule.severity for rule in rules} == severities()
    for rule in rules[::20]:
        assert rule_of(rule.code) == rule
    assert rule_of("FLOW999") is None


def test_it_works_from_a_zip_file_and_loads_little(tmp_path):
    archive = tmp_path / "flowc.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for path in sorted((ROOT / "flowc").rglob("*.py")):
            file.write(path, path.relative_to(ROOT))
    code = (
        f"import sys\nsys.path.insert(0, {str(archive)!r})\n"
        "from flowc.cli import main\nmain(['explain', '827'])\n"
        "print('flowc.zip' in sys.modules['flowc'].__file__)\n"
        "heavy = ('lark', 'jinja2', 'black', 'yaml', 'flowc.semantics.check', 'flowc.syntax')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout == EXPLAINED + "True\n[]\n"
