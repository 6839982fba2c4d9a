"""`load_text`: a text that stands in no file yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from flowc import FlowcError
from flowc.api import load_text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.flow", "tool a\n"),
        ("a.json", '{"component_type": "ServerTool", "name": "a"}'),
        ("a.yml", "component_type: ServerTool\nname: a\n"),
    ],
)
def test_the_name_says_what_a_text_is(name: str, text: str) -> None:
    program = load_text(text, name)
    assert (program.source.name, program.document.root_component.name) == (name, "a")


def test_a_name_without_a_known_ending_needs_a_kind() -> None:
    assert load_text("tool a\n", "<stdin>", kind="flow").document.root_component.name == "a"
    with pytest.raises(FlowcError) as error:
        load_text("tool a\n", "<stdin>")
    assert [item.code for item in error.value.diagnostics] == ["FLOW803"]


def test_imports_are_looked_up_beside_the_name(tmp_path: Path) -> None:
    (tmp_path / "lib.flow").write_text("library\ntool a\n")
    text = 'import { a } from "lib.flow"\nlibrary\nflow f() {\n  a()\n}\n'
    assert load_text(text, tmp_path / "new.flow").diagnostics == ()
    assert [item.code for item in load_text(text, tmp_path / "x/new.flow").diagnostics] != []
