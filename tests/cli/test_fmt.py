"""`flowc fmt`: what it changes, says and refuses."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from flowc.format import formatter
from flowc.format.instructions import Instruction, Text
from flowc.format.printer import instructions
from flowc.format.sections import sections
from flowc.syntax import parse
from flowc.text import Source

ROOT = Path(__file__).parent.parent.parent
UGLY = "tool   a( x:string )   # here\n"
PRETTY = "tool a(x: string)  # here\n"
BROKEN = "tool   a( )\n\ntool b(\n\n\ntool   c( )\n"
HALF = "tool a()\n\ntool b(\n\n\ntool c()\n"


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def test_a_file_is_formatted_in_place(flowc, tmp_path):
    path = written(tmp_path / "x.flow", UGLY)
    path.chmod(0o640)
    done = flowc("fmt", path)
    assert (done.code, done.out, done.err) == (0, "", "1 file formatted\n")
    assert path.read_text() == PRETTY
    assert path.stat().st_mode & 0o777 == 0o640
    assert [item.name for item in tmp_path.iterdir()] == ["x.flow"]


def test_a_file_in_format_is_not_touched(flowc, tmp_path):
    path = written(tmp_path / "x.flow", PRETTY)
    os.utime(path, ns=(1, 1))
    done = flowc("fmt", path)
    assert (done.code, done.err) == (0, "1 file left as is\n")
    assert path.stat().st_mtime_ns == 1


def test_check_says_which_files_would_change_and_writes_nothing(flowc, tmp_path):
    ugly, pretty = written(tmp_path / "a.flow", UGLY), written(tmp_path / "b.flow", PRETTY)
    done = flowc("fmt", "--check", ugly, pretty)
    assert (done.code, done.out) == (1, "")
    assert done.err == f"would format {ugly}\n1 file would be formatted, 1 file in format\n"
    assert ugly.read_text() == UGLY
    assert flowc("fmt", "--check", pretty).code == 0


def test_diff_shows_the_change_and_writes_nothing(flowc, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "x.flow", UGLY + "tool b()")
    done = flowc("fmt", "--diff", "x.flow")
    assert done.code == 0
    assert done.out == (
        "--- x.flow\n+++ x.flow (formatted)\n@@ -1,2 +1,2 @@\n"
        f"-{UGLY}-tool b()\n\\ No newline at end of file\n+{PRETTY}+tool b()\n"
    )
    assert (tmp_path / "x.flow").read_text() == UGLY + "tool b()"
    assert flowc("fmt", "--diff", "--check", "x.flow").code == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("tool a()\r\ntool b()\r\n", "tool a()\ntool b()\n"),
        ("tool a()\rtool b()\r", "tool a()\ntool b()\n"),
        ("\ufefftool a()\n", "tool a()\n"),
        ("tool a()", "tool a()\n"),
        ("\n\n", ""),
        ("# a\n\n\n\n# b", "# a\n\n# b\n"),
    ],
    ids=["crlf", "cr", "bom", "no newline", "blank", "comments"],
)
def test_line_ends_marks_and_ends_of_file_are_changes(flowc, tmp_path, before, after):
    path = written(tmp_path / "x.flow", before)
    assert flowc("fmt", "--check", path).code == 1
    assert flowc("fmt", path).code == 0
    assert path.read_bytes() == after.encode()
    assert flowc("fmt", "--check", path).code == 0


def test_an_empty_file_is_in_format(flowc, tmp_path):
    assert flowc("fmt", "--check", written(tmp_path / "x.flow", "")).code == 0


def test_sound_declarations_of_a_broken_file_are_formatted(flowc, tmp_path):
    path = written(tmp_path / "x.flow", BROKEN)
    checked = flowc("fmt", "--check", path)
    assert (checked.code, path.read_text()) == (1, BROKEN)
    done = flowc("fmt", path)
    assert (done.code, path.read_text()) == (1, HALF)
    assert done.err.startswith("error[FLOW002]: this '(' is never closed\n")
    assert done.err.endswith("\n1 file formatted\n")
    again = flowc("fmt", path)
    assert (again.code, again.err.splitlines()[-1]) == (1, "1 file left as is")


def test_every_file_is_tried_and_the_worst_decides(flowc, tmp_path):
    broken = written(tmp_path / "a.flow", BROKEN)
    latin = tmp_path / "b.flow"
    latin.write_bytes(b"tool a() # \xe9\n")
    ugly = written(tmp_path / "c.flow", UGLY)
    done = flowc("fmt", broken, latin, tmp_path / "missing.flow", ugly)
    assert done.code == 2
    assert f"error[FLOW802]: '{latin}' is not UTF-8: byte 0xe9 in line 1\n" in done.err
    assert f"error[FLOW801]: cannot read '{tmp_path}/missing.flow': No such file" in done.err
    assert done.err.splitlines()[-1] == "2 files formatted, 2 files not formatted"
    assert (broken.read_text(), ugly.read_text()) == (HALF, PRETTY)
    assert latin.read_bytes() == b"tool a() # \xe9\n"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("x.json", "Convert it first: flowc convert x.json -o x.flow"),
        ("my x.yml", "Convert it first: flowc convert 'my x.yml' -o 'my x.flow'"),
        ("x.py", "Only files that end in .flow can be formatted."),
    ],
)
def test_other_files_are_refused(flowc, tmp_path, monkeypatch, name, hint):
    monkeypatch.chdir(tmp_path)
    written(tmp_path / name, "{}")
    done = flowc("fmt", name)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"error[FLOW823]: '{name}' is no .flow file\n  hint: {hint}\nnothing to format\n"
    )


def test_json_in_a_flow_file_stays_as_it_is(flowc, tmp_path):
    text = '{ "component_type":   "Flow" }\ntool   a( )\n'
    path = written(tmp_path / "x.flow", text)
    done = flowc("fmt", path)
    assert (done.code, path.read_text()) == (1, text)
    assert done.err.startswith("error[FLOW007]: this looks like JSON, not like a .flow file\n")


def test_the_examples_are_in_format(flowc):
    done = flowc("fmt", "--check", ROOT / "examples")
    count = len(list(ROOT.glob("examples/**/*.flow")))
    assert (done.code, done.err) == (0, f"{count} files in format\n")


# Folders ----------------------------------------------------------------------------------------


def test_a_folder_is_searched_but_not_hidden_folders_environments_and_links(flowc, tmp_path):
    ours = [written(tmp_path / name, UGLY) for name in ("a.flow", "b/c.FLOW", "b/d/e.flow")]
    outside = written(tmp_path / "elsewhere/x.flow", UGLY)
    left = [
        *(written(tmp_path / name, UGLY) for name in (".git/x.flow", "node_modules/m/x.flow")),
        *(written(tmp_path / name, UGLY) for name in ("env/lib/x.flow", "b/x.txt")),
    ]
    written(tmp_path / "env/pyvenv.cfg", "")
    folder = tmp_path / "work"
    folder.mkdir()
    for name in ("a.flow", "b", ".git", "node_modules", "env"):
        (tmp_path / name).rename(folder / name)
    (folder / "loop").symlink_to(folder)
    (folder / "link.flow").symlink_to(outside)
    (folder / "broken.flow").symlink_to(folder / "broken.flow")
    os.mkfifo(folder / "pipe.flow")
    done = flowc("fmt", folder)
    assert (done.code, done.err) == (0, "3 files formatted\n")
    moved = [folder / path.relative_to(tmp_path) for path in ours]
    assert [path.read_text() for path in moved] == [PRETTY] * 3
    assert [(folder / path.relative_to(tmp_path)).read_text() for path in left] == [UGLY] * 4
    assert outside.read_text() == UGLY


def test_a_hidden_folder_that_is_named_is_searched(flowc, tmp_path):
    path = written(tmp_path / ".hidden/x.flow", UGLY)
    assert flowc("fmt", path.parent).err == "1 file formatted\n"


def test_a_file_that_is_named_twice_is_formatted_once(flowc, tmp_path):
    path = written(tmp_path / "x.flow", UGLY)
    assert flowc("fmt", tmp_path, path, tmp_path / ".." / tmp_path.name).err == "1 file formatted\n"


def test_a_link_that_is_named_stays_a_link(flowc, tmp_path):
    path = written(tmp_path / "x.flow", UGLY)
    link = tmp_path / "link.flow"
    link.symlink_to("x.flow")
    assert flowc("fmt", link).code == 0
    assert (link.is_symlink(), path.read_text()) == (True, PRETTY)


def test_a_folder_without_flow_files_says_so(flowc, tmp_path):
    done = flowc("fmt", tmp_path)
    assert (done.code, done.err) == (
        0,
        f"warning[FLOW824]: there are no .flow files in '{tmp_path}'\nnothing to format\n",
    )


# Standard input ---------------------------------------------------------------------------------


def piped(text: str, *arguments: str, cwd: Path = ROOT) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "flowc", "fmt", "-", *arguments],
        input=text.encode(),
        capture_output=True,
        check=False,
        cwd=cwd,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_standard_input_goes_to_standard_output_and_nothing_else_is_said():
    assert piped(UGLY) == (0, PRETTY, "")


def test_standard_input_is_judged_with_its_line_ends():
    code, out, err = piped("tool a()\r\n", "--check", "--stdin-filename", "a/b.flow")
    assert (code, out) == (1, "")
    assert err == "would format a/b.flow\n1 file would be formatted\n"


def test_a_broken_standard_input_comes_out_again():
    code, out, err = piped(BROKEN, "--stdin-filename", "a/b.flow")
    assert (code, out) == (1, HALF)
    assert " --> a/b.flow:3:7\n" in err


def test_the_name_of_standard_input_decides_where_settings_are_looked_for(tmp_path):
    written(tmp_path / "a/pyproject.toml", "[tool.flowc]\nline-length = 20\n")
    long = "tool name(x: string)\n"
    assert piped(long, cwd=tmp_path) == (0, long, "")
    short = "tool name(\n  x: string,\n)\n"
    assert piped(long, "--stdin-filename", "a/b/x.flow", cwd=tmp_path) == (0, long, "")
    longer = long.replace("x", "xx")
    named = piped(longer, "--stdin-filename", "a/b/x.flow", cwd=tmp_path)
    assert named == (0, short.replace("x", "xx"), "")


# The proof --------------------------------------------------------------------------------------

SAMPLE = """\
# one
tool   a(x: string, y: "a" | "b")  # two

# three
flow main(x: string) {
  # four
  f(a = x) # five
}
# six
"""


def faulty(made: list[Instruction], kind: str, place: int, following: int) -> list[Instruction]:
    """What a wrong printer could do to a word or comment."""
    made = list(made)
    if kind == "swap":
        made[place], made[following] = made[following], made[place]
    else:
        made[place : place + 1] = [made[place]] * {"drop": 0, "double": 2}[kind]
    return made


@pytest.mark.parametrize("kind", ["drop", "double", "swap"])
@pytest.mark.parametrize(("comments", "count"), [(True, 6), (False, 27)])
def test_a_printer_that_is_wrong_anywhere_is_found_out(
    flowc, tmp_path, monkeypatch, kind, comments, count
):
    path = written(tmp_path / "x.flow", SAMPLE)
    source = Source("x.flow", SAMPLE)
    (section,) = sections(source, parse(source))
    right = instructions(section.words)
    places = [
        index
        for index, item in enumerate(right)
        if isinstance(item, Text) and item.weightless == comments and item.text != " "
    ]
    assert len(places) == count
    for place, following in pairwise([*places, places[0]]):
        wrong = faulty(right, kind, place, following)
        monkeypatch.setattr(formatter, "instructions", lambda words, wrong=wrong: wrong)
        done = flowc("fmt", path)
        assert done.code == 3
        assert done.err.startswith("error[FLOW65")
        assert done.err.endswith("\n1 file not formatted\n")
        assert path.read_text() == SAMPLE
