"""`flowc check --fix`."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

BROKEN = """\
tool lookup(id: string) -> (text: string)

flow main(id: string) -> (text: string) {
  found: lookup(id);
  return found.text
}
"""
NAMES = """\
tool lookup(customer: string) -> (order_text: string, is_open: boolean)

flow main(who: string) -> (text: string) {
  found = lookup(customer = who)
  if found.is_open {
    goto found
  }
  return (text = found.order_text)
}
"""
REPAIRED = BROKEN.replace("found: lookup(id);", "found = lookup(id)")
LINES = """\
fixed FLOW003 at broken.flow:4:20: ';' separates nothing (Remove the semicolon)
fixed FLOW008 at broken.flow:4:3: 'found' stands before ':', but this statement is named as in \
'found = …' (Write 'found = …')
"""


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that can be repaired, in the folder which the commands run in."""
    monkeypatch.chdir(tmp_path)
    path = Path("broken.flow")
    path.write_text(BROKEN)
    return path


def test_what_is_safe_is_repaired_and_said(flowc, broken):
    assert flowc("check", broken).code == 1
    done = flowc("check", "--fix", broken)
    assert (done.code, done.out) == (0, "")
    assert sorted(done.err.splitlines()) == sorted(LINES.splitlines())
    assert broken.read_text() == REPAIRED
    again = flowc("check", "--fix", broken)
    assert (again.code, again.err, broken.read_text()) == (0, "", REPAIRED)


def test_what_is_left_is_reported_as_it_then_stands(flowc, broken):
    broken.write_text(BROKEN.replace("lookup(id);", "find(id);"))
    done = flowc("check", "--fix", broken)
    assert done.code == 1
    assert "error[FLOW117]: " in done.err
    assert "4 |   found = find(id)\n" in done.err
    assert "FLOW003 at broken.flow:4:18" in done.err
    assert broken.read_text() == REPAIRED.replace("lookup(id)\n", "find(id)\n")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("= lookup(", "= lokup("),
        ("= lookup(", "= lookUp("),
        ("found.is_open", "fuond.is_open"),
        ("found.order_text", "found.orderText"),
        ("lookup(customer =", "lookup(custmer ="),
        ("goto found", "goto foound"),
    ],
)
def test_names_are_repaired_where_there_is_no_doubt(flowc, broken, right, wrong):
    broken.write_text(NAMES.replace(right, wrong, 1))
    assert flowc("check", broken).code == 1
    assert flowc("check", "--fix", broken).code == 0
    assert broken.read_text() == NAMES


def test_a_diff_writes_nothing(flowc, broken):
    done = flowc("check", "--fix", "--diff", broken)
    assert (done.code, broken.read_text()) == (1, BROKEN)
    assert done.out == (
        "--- broken.flow\n+++ broken.flow (fixed)\n"
        "@@ -1,6 +1,6 @@\n"
        " tool lookup(id: string) -> (text: string)\n \n"
        " flow main(id: string) -> (text: string) {\n"
        "-  found: lookup(id);\n+  found = lookup(id)\n"
        "   return found.text\n }\n"
    )
    found = flowc("check", broken)
    assert (found.code, found.err.count("error[")) == (1, 1)
    assert done.err == LINES.replace("fixed ", "would fix ") + found.err


def test_line_ends_and_mark_stay_as_they_are(flowc, broken):
    broken.write_bytes(("\ufeff" + BROKEN.replace("\n", "\r\n")).encode())
    assert flowc("check", "--fix", broken).code == 0
    assert broken.read_bytes() == ("\ufeff" + REPAIRED.replace("\n", "\r\n")).encode()


def test_a_file_without_a_repair_is_not_written(flowc, broken):
    broken.write_text(REPAIRED)
    os.utime(broken, (1, 1))
    assert flowc("check", "--fix", broken).code == 0
    assert broken.stat().st_mtime == 1


def test_a_link_stays_a_link(flowc, broken):
    link = Path("link.flow")
    link.symlink_to(broken)
    assert flowc("check", "--fix", link).code == 0
    assert (link.is_symlink(), broken.read_text()) == (True, REPAIRED)


def test_standard_input_is_repaired_to_standard_output(flowc, broken, monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(BROKEN.encode()), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", stream)
    done = flowc("check", "--fix", "-", "--stdin-filename", "x.flow")
    assert (done.code, done.out) == (0, REPAIRED)
    assert "fixed FLOW003 at x.flow:4:20" in done.err


def test_documents_and_imported_files_are_not_written(flowc, broken):
    document = Path("old.json")
    text = '{"component_type": "BuiltinTool", "name": "a", "agentspec_version": "25.4.1"}'
    document.write_text(text)
    Path("entry.flow").write_text('import { lookup } from "broken.flow"\nlibrary\n')
    done = flowc("check", "--fix", document, "entry.flow")
    assert "warning[FLOW590]" in done.err
    assert (document.read_text(), broken.read_text()) == (text, BROKEN)


def test_what_is_not_shown_is_not_repaired(flowc, broken):
    old = 'agentspec "25.4.1"\n\nBuiltinTool a {\n  tool_type: "x"\n}\n'
    broken.write_text(old)
    assert flowc("check", "--fix", "--ignore", "FLOW590", broken).code == 0
    assert broken.read_text() == old
    assert flowc("check", "--fix", broken).code == 0
    assert broken.read_text() == old.replace("25.4.1", "25.4.2")


def test_comments_on_findings_are_repaired(flowc, broken):
    line = "tool {}  # flowc: ignore[{}] r\n"
    broken.write_text("library\n" + line.format("a", "FLOW590") + line.format("b", "flow590"))
    assert flowc("check", "--fix", broken).code == 0
    assert broken.read_text() == "library\ntool a\ntool b\n"


@pytest.mark.parametrize(
    "options",
    [
        ["broken.flow", "--diff"],
        ["broken.flow", "--fix", "--diff", "--format", "json"],
        ["broken.flow", "-", "--fix", "--format", "sarif"],
    ],
)
def test_options_that_do_not_go_together(flowc, broken, options):
    done = flowc("check", *options)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error[FLOW831]: ")
    assert broken.read_text() == BROKEN


def test_repairs_go_with_forms_for_programs(flowc, broken):
    done = flowc("check", "--fix", "--format", "github", broken)
    assert (done.code, done.out, broken.read_text()) == (0, "", REPAIRED)


def test_a_file_that_cannot_be_written(flowc, broken, monkeypatch):
    monkeypatch.setattr(os, "replace", lambda *paths: (_ for _ in ()).throw(OSError(28, "full")))
    done = flowc("check", "--fix", broken)
    assert (done.code, broken.read_text()) == (2, BROKEN)
    assert done.err.startswith("error[FLOW804]: cannot write")
