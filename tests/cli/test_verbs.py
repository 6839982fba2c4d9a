"""`flowc build`, `check`, `convert`, `stub`, `debug`: what they write, print and refuse."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from flowc.cli.main import parser
from flowc.syntax.cache import tables

ROOT = Path(__file__).parent.parent.parent
ORDER = ROOT / "examples/order/order.flow"

GOOD = """\
tool twice(n: integer) -> (n: integer)

# Doubles.
flow double(n: integer) -> (n: integer) {
  twice(n)
  return twice.n
}
"""
BAD = """\
tool twice(n: integer) -> (n: integer)

flow double(n: string) -> (n: integer) {
  twicee(n)
  goto nowhere
}
"""


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "double.flow"
    path.write_text(GOOD)
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.flow"
    path.write_text(BAD)
    return path


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# build ------------------------------------------------------------------------------------------


def test_build_writes_both_targets(flowc, good, tmp_path):
    done = flowc("build", good, "-o", tmp_path / "out")
    assert (done.code, done.out) == (0, "")
    assert done.err == f"wrote {tmp_path / 'out/double.json'}\nwrote {tmp_path / 'out/double.py'}\n"
    assert files(tmp_path / "out") == ["double.json", "double.py"]


@pytest.mark.parametrize("target", ["json", "yaml", "python"])
def test_build_prints_one_target(flowc, good, target, tmp_path):
    done = flowc("build", good, "-t", target, "--stdout")
    assert (done.code, done.err) == (0, "")
    ending = "py" if target == "python" else target
    assert flowc("build", good, "-t", target, "-o", tmp_path / "out").code == 0
    assert done.out == (tmp_path / f"out/double.{ending}").read_text()


def test_build_twice_gives_the_same_bytes(flowc, good, tmp_path):
    for _ in range(2):
        assert flowc("build", good, "-o", tmp_path / "out").code == 0
    first = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    assert flowc("build", good, "-o", tmp_path / "other").code == 0
    assert first == {path.name: path.read_bytes() for path in (tmp_path / "other").iterdir()}


def test_build_of_json_gives_what_build_of_its_source_gives(flowc, good, tmp_path):
    assert flowc("build", good, "-o", tmp_path / "a").code == 0
    assert flowc("build", tmp_path / "a/double.json", "-o", tmp_path / "b").code == 0
    same = (tmp_path / "a/double.json").read_text() == (tmp_path / "b/double.json").read_text()
    assert same


@pytest.mark.parametrize(
    ("stem", "module"),
    [("json", "json_.py"), ("class", "class_.py"), ("my-flow", "my_flow.py"), ("2go", "_2go.py")],
)
def test_module_names_are_identifiers_that_hide_nothing(flowc, good, tmp_path, stem, module):
    source = good.rename(good.with_name(f"{stem}.flow"))
    assert flowc("build", source, "-t", "python", "-o", tmp_path / "out").code == 0
    assert files(tmp_path / "out") == [module]


def test_build_of_a_bad_source_writes_nothing(flowc, bad, tmp_path):
    done = flowc("build", bad, "-o", tmp_path / "out")
    assert done.code == 1
    assert not (tmp_path / "out").exists()


def test_build_does_not_overwrite_python_that_it_did_not_write(flowc, good, tmp_path):
    mine = tmp_path / "out/double.py"
    mine.parent.mkdir()
    mine.write_text("print('mine')\n")
    done = flowc("build", good, "-o", tmp_path / "out")
    assert done.code == 2
    assert done.err == (
        f"error[FLOW810]: '{mine}' was not written by flowc\n"
        "  hint: Choose another folder with -o, or overwrite it with --force.\n"
    )
    assert files(tmp_path / "out") == ["double.py"]
    assert mine.read_text() == "print('mine')\n"
    assert flowc("build", good, "-o", tmp_path / "out", "--force").code == 0
    assert "def double(" in mine.read_text()


def test_build_does_not_overwrite_its_source(flowc, good, tmp_path):
    assert flowc("build", good, "-t", "json", "-o", tmp_path).code == 0
    before = (tmp_path / "double.json").read_text()
    done = flowc("build", tmp_path / "double.json", "-o", tmp_path)
    assert (done.code, "FLOW811" in done.err) == (2, True)
    assert (tmp_path / "double.json").read_text() == before
    assert files(tmp_path) == ["double.flow", "double.json"]


def test_two_targets_cannot_be_printed(flowc, good):
    done = flowc("build", good, "--stdout")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error[FLOW812]: --stdout prints one target\n")


def test_build_async(flowc, good):
    done = flowc("build", good, "-t", "python", "--async", "--stdout")
    assert "async def double(" in done.out
    assert "await tools.twice(" in done.out


# check ------------------------------------------------------------------------------------------


def test_check_says_nothing_of_a_good_file(flowc, good):
    done = flowc("check", good)
    assert (done.code, done.out, done.err) == (0, "", "")


def test_check_of_the_order_example_only_warns_of_its_version(flowc):
    done = flowc("check", ORDER)
    assert (done.code, done.out) == (0, "")
    [line] = [line for line in done.err.splitlines() if "FLOW" in line]
    assert line == (
        "warning[FLOW590]: BuiltinTool 'lookup_order' needs Agent Spec 25.4.2, "
        "but the document says 25.4.1"
    )


def test_check_finds_everything_in_one_run(flowc, bad, good):
    done = flowc("check", bad, good, "--format", "json")
    assert done.code == 1
    found = json.loads(done.out)
    titles = [item["title"] for item in found["diagnostics"]]
    assert (
        titles == ["there is no 'twicee'", "there is no node or label 'nowhere'"]
        or len(titles) == 2
    )


def test_json_in_a_flow_file(flowc, tmp_path):
    path = tmp_path / "order.flow"
    path.write_text('{\n  "component_type": "Flow"\n}\n')
    done = flowc("check", path)
    assert done.code == 1
    assert "JSON" in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("none.flow", None, 2),
        ("bytes.flow", b"flow \xff", 2),
        ("what.txt", b"x", 2),
        ("empty.flow", b"", 1),
        ("empty.json", b"", 1),
        ("cut.json", b'{"component_type": "Flow", ', 1),
        ("list.json", b"[1, 2]", 1),
        ("tab.yaml", b"a:\n\t- b\n", 1),
    ],
)
@pytest.mark.parametrize("verb", ["check", "run", "build", "convert"])
def test_bad_files_give_a_code_and_no_traceback(flowc, tmp_path, verb, name, content, code):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    more = ("-t", "json") if verb == "convert" else ()
    done = flowc(verb, path, *more)
    assert done.code == code, done.err
    assert done.err.startswith("error[FLOW")
    assert "Traceback" not in done.err
    assert done.out == ""


def test_a_folder_is_not_a_file(flowc, tmp_path):
    (tmp_path / "d.flow").mkdir()
    done = flowc("check", tmp_path / "d.flow")
    assert (done.code, done.err.startswith("error[FLOW801]: cannot read ")) == (2, True)


# convert ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", [".flow", ".json", ".yaml", ".yml"])
def test_convert_each_to_each(flowc, good, tmp_path, ending):
    one = tmp_path / f"one{ending}"
    assert flowc("convert", good, "-o", one).code == 0
    for other in (".flow", ".json", ".yaml"):
        two = tmp_path / f"two{other}"
        assert flowc("convert", one, "-o", two).code == 0
        assert flowc("convert", two, "-t", "json").out == flowc("convert", good, "-t", "json").out


def test_convert_of_a_flow_file_keeps_its_comments(flowc, good):
    assert flowc("convert", good, "-t", "flow").out == GOOD


def test_convert_needs_to_know_the_form(flowc, good, tmp_path):
    assert flowc("convert", good).code == 2
    done = flowc("convert", good, "-o", tmp_path / "x.txt")
    assert (done.code, "FLOW803" in done.err) == (2, True)


def test_convert_of_a_bad_source_leaves_the_old_output(flowc, bad, tmp_path):
    out = tmp_path / "x.json"
    out.write_text("old")
    assert flowc("convert", bad, "-o", out).code == 1
    assert out.read_text() == "old"


# stub and debug ---------------------------------------------------------------------------------


def test_stub_writes_a_skeleton_once(flowc, good, tmp_path):
    assert flowc("stub", good).code == 0
    text = (tmp_path / "tools.py").read_text()
    assert "def twice(*, n: int) -> int:" in text
    again = flowc("stub", good)
    assert (again.code, "FLOW813" in again.err) == (2, True)
    assert (tmp_path / "tools.py").read_text() == text


@pytest.mark.parametrize("stage", ["tokens", "tree", "ir", "plan"])
def test_debug_shows_every_stage(flowc, good, stage):
    done = flowc("debug", stage, good)
    assert (done.code, done.err) == (0, "")
    assert "twice" in done.out
    assert " at 0x" not in done.out


def test_debug_tokens_of_a_document(flowc, good, tmp_path):
    assert flowc("convert", good, "-o", tmp_path / "d.json").code == 0
    done = flowc("debug", "tokens", tmp_path / "d.json")
    assert (done.code, "FLOW814" in done.err) == (2, True)
    assert flowc("debug", "ir", tmp_path / "d.json").code == 0


# the whole --------------------------------------------------------------------------------------


SYNTAX, DOCUMENTS = ("flowc.syntax", "flowc.semantics.binding"), ("flowc.agentspec",)
HEAVY = ("lark", "black", "pydantic", "yaml", "json5", "ssl", "asyncio", "flowc.runtime.api")
STANDARD = (
    *("ast", "copy", "dataclasses", "decimal", "difflib", "hashlib", "inspect", "linecache"),
    *("logging", "random", "shutil", "tempfile", "tokenize", "uuid"),
)
"""Parts of the standard library that take longer to load than a small file to check: `inspect`
comes with `dataclasses`, `shutil` with argparse's formatters."""
ALWAYS_LATE = (*HEAVY, *STANDARD)
SELDOM = ("flowc.syntax.explain",)
CHECK_ONLY = (*ALWAYS_LATE, "jinja2", "flowc.python", "flowc.diagnostics.rule_docs")


def test_version_loads_nothing_heavy():
    code = (
        "import sys\nfrom flowc.cli import main\n"
        "try:\n    main(['--version'])\nexcept SystemExit:\n    pass\n"
        f"print([name for name in {(*CHECK_ONLY, 'json')!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1:] == ["[]"]


@pytest.mark.parametrize(
    ("command", "absent"),
    [
        (["check", str(ORDER)], (*CHECK_ONLY, *DOCUMENTS, *SELDOM)),
        (["check", str(ORDER.with_suffix(".json"))], (*CHECK_ONLY, *SYNTAX)),
        (["build", str(ORDER), "-t", "json", "--stdout"], CHECK_ONLY),
        (["build", str(ORDER), "-t", "python", "--stdout"], HEAVY),
        (["explain"], (*HEAVY, "jinja2", "flowc.python", *SYNTAX, *DOCUMENTS)),
    ],
    ids=["check", "check-json", "build-json", "build-python", "explain"],
)
def test_verbs_load_only_what_they_need(command, absent):
    tables()  # the parse tables are in the cache from here on
    code = (
        "import io, sys\nfrom contextlib import redirect_stdout\nfrom flowc.cli import main\n"
        f"with redirect_stdout(io.StringIO()):\n    main({command!r})\n"
        f"print([name for name in {absent!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_checks_can_be_left_out_of_the_module(flowc, good):
    def built(*options: str) -> str:
        return flowc("build", good, "-t", "python", "--stdout", *options).out

    assert built() == built("--checks=full") != built("--checks=none")
    assert "Built with --checks=none" in built("--checks=none")
    assert "Built with" not in built()


def test_no_verb_is_a_usage_error(flowc):
    assert flowc().code == 2


def test_an_internal_error_is_exit_code_3(flowc, good, monkeypatch):
    from flowc import api

    monkeypatch.delenv("FLOWC_TRACEBACK", raising=False)
    monkeypatch.setattr(api, "load_text", lambda *given, **options: 1 / 0)
    done = flowc("check", good)
    assert (done.code, done.err.startswith("flowc: internal error: ZeroDivisionError")) == (3, True)


@pytest.mark.parametrize(
    "verb", ["build", "check", "explain", "run", "convert", "fmt", "stub", "debug"]
)
def test_help_says_something_of_everything_that_a_verb_takes(verb, capsys):
    """What is listed without a word has nothing but blanks after its name, or stands alone."""
    with pytest.raises(SystemExit):
        parser().parse_args([verb, "--help"])
    listed = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  ")]
    names = [line for line in listed if not line.startswith("   ")]
    assert names
    silent = [
        line.strip()
        for line, following in zip(listed, [*listed[1:], ""], strict=True)
        if line in names and "  " not in line.strip() and not following.startswith(" " * 20)
    ]
    assert silent == []


def test_help_of_a_closed_pipe_is_quiet(good):
    command = f"{sys.executable} -m flowc build {good} -t json --stdout | head -1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "{\n", "")


def test_an_output_that_cannot_be_written_is_a_file_error(good):
    command = f"{sys.executable} -m flowc build {good} -t json --stdout > /dev/full"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (
        2,
        "flowc: cannot write the output: No space left on device\n",
    )


def test_a_closed_output_is_no_error(good):
    command = f"{sys.executable} -m flowc check {good} >&-"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# folders ----------------------------------------------------------------------------------------


def test_build_makes_its_folder(flowc, good, tmp_path):
    assert flowc("build", "-t", "json", good, "-o", tmp_path / "new/deep").code == 0
    assert [path.name for path in (tmp_path / "new/deep").iterdir()] == [f"{good.stem}.json"]


@pytest.mark.parametrize("verb", ["convert", "stub"])
def test_a_file_is_written_into_a_folder_that_is_there(flowc, good, tmp_path, verb):
    out = tmp_path / "new/deep/out.json"
    done = flowc(verb, good, "-o", out)
    assert (done.code, done.out, done.err) == (
        2,
        "",
        f"error[FLOW804]: cannot write '{out}': there is no folder '{out.parent}'\n"
        "  hint: Make the folder first, or write elsewhere.\n",
    )
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("call", [("build", "out"), ("build", "out/in"), ("convert", "out/x.json")])
def test_a_file_that_stands_where_a_folder_should(flowc, good, tmp_path, call):
    verb, name = call
    (tmp_path / "out").write_text("mine")
    done = flowc(verb, good, "-o", tmp_path / name)
    assert done.code == 2
    assert done.err == (
        f"error[FLOW804]: cannot write '{tmp_path / name}': '{tmp_path / 'out'}' is no folder\n"
    )
    assert (tmp_path / "out").read_text() == "mine"
