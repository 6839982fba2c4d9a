"""Files that cannot be read, or should not be: every verb says so, and writes nothing."""

from __future__ import annotations

import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from flowc import api
from flowc.diagnostics import FlowcError
from flowc.files import MAX_SIZE, MEGABYTE

TOOL = '{"component_type": "ServerTool", "agentspec_version": "25.4.1", "id": "t", "name": "t"}'
MEMORY = 700 * MEGABYTE


def made(path: Path, kind: str) -> Path:
    """A file of a kind that cannot be read."""
    match kind:
        case "directory":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/zero")
        case "socket":
            with socket.socket(socket.AF_UNIX) as made:
                made.bind(str(path))
        case "loop":
            path.symlink_to(path)
        case "dangling":
            path.symlink_to(path.with_name("nowhere"))
        case "large":
            with path.open("wb") as file:
                file.truncate(200 * MEGABYTE)
        case "utf-16":
            path.write_bytes(TOOL.encode("utf-16"))
        case "utf-32":
            path.write_bytes(TOOL.encode("utf-32"))
        case "no utf-8":
            path.write_bytes(b'{"a":\n "\xff"}')
    return path


LARGE = (
    "error[FLOW806]: '{}' has 200 MB; files of more than 64 MB are not read\n"
    "  hint: If it is what you want, say so: --max-size 200\n"
)
UTF_8 = "  hint: Save the file as UTF-8.\n"
REFUSED = {
    "missing": "error[FLOW801]: cannot read '{}': No such file or directory\n",
    "directory": "error[FLOW801]: cannot read '{}': Is a directory\n",
    "pipe": "error[FLOW801]: cannot read '{}': it is no regular file\n",
    "device": "error[FLOW801]: cannot read '{}': it is no regular file\n",
    "socket": "error[FLOW801]: cannot read '{}': No such device or address\n",
    "loop": "error[FLOW801]: cannot read '{}': Too many levels of symbolic links\n",
    "dangling": "error[FLOW801]: cannot read '{}': No such file or directory\n",
    "large": LARGE,
    "utf-16": "error[FLOW802]: '{}' is UTF-16, not UTF-8\n" + UTF_8,
    "utf-32": "error[FLOW802]: '{}' is UTF-32, not UTF-8\n" + UTF_8,
    "no utf-8": "error[FLOW802]: '{}' is not UTF-8: byte 0xff in line 2\n" + UTF_8,
}
VERBS: list[Callable[[Path], list[object]]] = [
    lambda path: ["check", path],
    lambda path: ["convert", path, "-o", path.with_suffix(".flow")],
    lambda path: ["build", path, "-o", path.parent / "out"],
    lambda path: ["run", path],
    lambda path: ["stub", path],
    lambda path: ["debug", "ir", path],
]


@pytest.mark.parametrize("suffix", [".json", ".yaml"])
@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_read_is_refused_by_every_verb(flowc, tmp_path, kind, suffix) -> None:
    path = made(tmp_path / f"x{suffix}", kind)
    before = sorted(os.listdir(tmp_path))
    for verb in VERBS:
        done = flowc(*verb(path))
        assert (done.code, done.out, done.err) == (2, "", REFUSED[kind].format(path))
    assert sorted(os.listdir(tmp_path)) == before


@pytest.mark.parametrize("kind", ["pipe", "large", "utf-16"])
def test_the_formatter_and_imports_refuse_them_too(flowc, tmp_path, kind) -> None:
    path = made(tmp_path / "x.flow", kind)
    done = flowc("fmt", path)
    assert (done.code, done.out) == (2, "")
    assert done.err == REFUSED[kind].format(path) + "1 file not formatted\n"
    entry = tmp_path / "entry.flow"
    entry.write_text('import { a } from "x.flow"\nlibrary\n')
    done = flowc("check", entry)
    title, *hint = REFUSED[kind].format(path).splitlines()
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines() == [
        title,
        f" --> {entry}:1:19",
        "  |",
        '1 | import { a } from "x.flow"',
        "  |                   ^^^^^^^^",
        *(["  |", *hint] if hint else []),
    ]


@pytest.mark.parametrize(
    ("name", "text", "code", "first"),
    [
        ("a.json", "", 1, "error[FLOW500]: the file is empty"),
        ("a.yaml", "\ufeff", 1, "error[FLOW500]: the file is empty"),
        ("a.yaml", "# c\n", 1, "error[FLOW500]: this is null, not an Agent Spec document"),
        ("a.json5", '{"a": [1', 1, "error[FLOW501]: this is no JSON: ',' or ']' is expected here"),
        ("a.json", "[" * 100_000, 1, "error[FLOW504]: objects and lists are nested more than 128"),
        ("a.yaml", "[" * 100_000, 1, "error[FLOW504]: objects and lists are nested more than 128"),
        ("a.yaml", "a:\n\tb: c", 1, "error[FLOW501]: this is no YAML: found character that cannot"),
        ("a.yaml", "a: &a [*a]", 1, "error[FLOW501]: '*a' stands inside its own anchor"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_texts_that_are_no_document_leave_no_output(
    flowc, tmp_path, name, text, code, first
) -> None:
    path = tmp_path / name
    path.write_text(text)
    for verb in VERBS:
        done = flowc(*verb(path))
        assert (done.code, done.out) == (code, "")
        assert done.err.startswith(first)
    assert os.listdir(tmp_path) == [name]


def test_a_byte_order_mark_is_no_part_of_a_document(flowc, tmp_path) -> None:
    path = tmp_path / "t.json"
    path.write_text("\ufeff" + TOOL)
    done = flowc("convert", path, "-t", "flow")
    assert (done.code, done.out, done.err) == (0, 'agentspec "25.4.1"\n\ntool t\n', "")


# Size ---------------------------------------------------------------------------------------------


def test_larger_files_are_read_on_demand(flowc, tmp_path) -> None:
    path = tmp_path / "t.json"
    path.write_text(TOOL + " " * (2 * MEGABYTE))
    refused = (
        f"error[FLOW806]: '{path}' has 3 MB; files of more than 2 MB are not read\n"
        "  hint: If it is what you want, say so: --max-size 3\n"
    )
    done = flowc("check", "--max-size", "2", path)
    assert (done.code, done.out, done.err) == (2, "", refused)
    assert flowc("check", "--max-size", "3", path).code == 0
    with pytest.raises(FlowcError) as error:
        api.load(path, max_size=len(TOOL))
    assert [item.code for item in error.value.diagnostics] == ["FLOW806"]
    assert api.load(path, max_size=path.stat().st_size).diagnostics == ()
    assert MAX_SIZE == 64 * MEGABYTE


@pytest.mark.parametrize("size", ["0", "-1", "x", "1.5"])
def test_a_size_is_a_count_of_megabytes(flowc, tmp_path, size) -> None:
    done = flowc("check", f"--max-size={size}", tmp_path / "t.json")
    assert (done.code, done.out) == (2, "")
    assert f"argument --max-size: '{size}' is no count: 1, 2, …" in done.err


@pytest.mark.parametrize("kind", ["large", "pipe", "device"])
def test_a_refusal_takes_neither_time_nor_memory(tmp_path, kind) -> None:
    path = made(tmp_path / "x.yaml", kind)
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "flowc", "check", path],
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY // 4, MEMORY // 4)),
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == REFUSED[kind].format(path)
    assert time.monotonic() - start < 30
