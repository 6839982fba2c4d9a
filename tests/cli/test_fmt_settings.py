"""`[tool.flowc]` in pyproject.toml."""

from __future__ import annotations

from pathlib import Path

import pytest

from flowc.cli.settings import Projects

TEXT = "tool name(first: string, second: string) -> (third: string)\n"
SHORT = "tool name(\n  first: string,\n  second: string,\n) -> (third: string)\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which the commands run in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_the_line_length_is_that_of_the_project(flowc, project):
    path = written(project / "flows/x.flow", TEXT)
    assert flowc("fmt", path).err == "1 file left as is\n"
    written(project / "pyproject.toml", "[tool.flowc]\nline-length = 40\n")
    assert flowc("fmt", path).code == 0
    assert path.read_text() == SHORT


def test_the_nearest_table_counts_and_a_project_without_one_says_nothing(project):
    written(project / "pyproject.toml", "[tool.flowc]\nline-length = 60\n")
    written(project / "a/pyproject.toml", "[tool.other]\nline-length = 70\n")
    written(project / "a/b/pyproject.toml", "tool.flowc.line-length = 80\n")
    written(project / "a/b/c/pyproject.toml", "[tool.flowc]\n")
    projects = Projects()
    widths = [
        projects.of(Path(name, "x.flow")).width for name in (".", "a", "a/b", "a/b/c", "a/b/../d")
    ]
    assert widths == [60, 60, 80, None, 60]
    assert projects.warnings == []


def test_every_pyproject_is_read_once(project):
    path = written(project / "pyproject.toml", "[tool.flowc]\nline-length = 60\n")
    projects = Projects()
    assert projects.of(project / "a.flow").width == 60
    path.unlink()
    assert projects.of(project / "b.flow").width == 60


WRONG = "'line-length' is a whole number from 1 to 320"


@pytest.mark.parametrize(
    ("text", "code", "title", "place"),
    [
        ("[tool.flowc]\nline-length = 0\n", "FLOW821", WRONG, ":2:1"),
        ("[tool.flowc]\nline-length = 321\n", "FLOW821", WRONG, ":2:1"),
        ("[tool.flowc]\nline-length = true\n", "FLOW821", WRONG, ":2:1"),
        ("[tool.flowc]\nline-length = 80.0\n", "FLOW821", WRONG, ":2:1"),
        ('[a]\nline-length = 1\n[tool.flowc]\n"line-length" = "80"\n', "FLOW821", WRONG, ":4:2"),
        ("[tool]\nflowc = { line-length = [] }\n", "FLOW821", WRONG, ":2:11"),
        ("[tool]\nflowc = 100\n", "FLOW821", "'tool.flowc' is a table", ":2:1"),
        (
            "[tool.flowc\n",
            "FLOW820",
            "'pyproject.toml' is no TOML: "
            "Expected ']' at the end of a table declaration (at line 1, column 12)",
            "",
        ),
        (f"a = {'[' * 5000}", "FLOW820", "'pyproject.toml' is no TOML: it nests too deep", ""),
    ],
)
def test_what_cannot_be_is_said_once_and_no_file_is_formatted(
    flowc, project, text, code, title, place
):
    written(project / "pyproject.toml", text)
    paths = [written(project / name, "tool   a()\n") for name in ("a.flow", "b.flow")]
    done = flowc("fmt", *paths)
    assert (done.code, done.out) == (2, "")
    header, *rest = done.err.splitlines()
    assert header == f"error[{code}]: {title}"
    assert [line for line in rest if line.startswith(" --> ")] == (
        [f" --> pyproject.toml{place}"] if place else []
    )
    assert rest[-1] == "2 files not formatted"
    assert done.err.count("FLOW") == 1
    assert [path.read_text() for path in paths] == ["tool   a()\n"] * 2


def test_an_unknown_setting_is_a_warning_with_a_suggestion(flowc, project):
    written(project / "pyproject.toml", "[tool.flowc]\nline_length = 40\nwidth = 3\n")
    path = written(project / "x.flow", TEXT)
    done = flowc("fmt", path)
    assert (done.code, path.read_text()) == (0, TEXT)
    assert done.err == (
        "warning[FLOW822]: there is no setting 'line_length' in [tool.flowc]\n"
        " --> pyproject.toml:2:1\n"
        "  |\n"
        "2 | line_length = 40\n"
        "  | ^^^^^^^^^^^\n"
        "  |\n"
        "  hint: Did you mean 'line-length'?\n"
        "\n"
        "warning[FLOW822]: there is no setting 'width' in [tool.flowc]\n"
        " --> pyproject.toml:3:1\n"
        "  |\n"
        "3 | width = 3\n"
        "  | ^^^^^\n"
        "  |\n"
        "  hint: There is 'check', 'line-length'.\n"
        "1 file left as is\n"
    )


def test_a_project_that_cannot_be_read_is_an_error(flowc, project):
    (project / "pyproject.toml").write_bytes(b"\xff")
    path = written(project / "x.flow", "tool   a()\n")
    done = flowc("fmt", path)
    assert (done.code, path.read_text()) == (2, "tool   a()\n")
    assert done.err.startswith("error[FLOW802]: ")


def test_a_folder_named_pyproject_is_no_project(flowc, project):
    (project / "pyproject.toml").mkdir()
    assert flowc("fmt", written(project / "x.flow", TEXT)).code == 0
