"""Imports: names of other files, from `.flow` trees and from documents."""

from __future__ import annotations

from binding_support import bound, document, shown

from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.notation import type_text
from flowc.ir.types import STRING, Property
from flowc.semantics.binding import bind
from flowc.syntax import parse
from flowc.text import Source

TOOLS = """tool a(x: string) -> (y: string)
tool unused()
type T = integer
export flow g(x: string) { a(x) }
"""


def test_what_is_used_of_an_import_comes_along() -> None:
    found = document(
        'import { g, a as look, T } from "lib/tools.flow"\n'
        "flow f(x: string, n: T) {\n  look(x)\n  g(x)\n}",
        {"lib/tools.flow": TOOLS},
    )
    assert list(found.components) == ["f", "a", "g"]
    root = found.root_component
    assert isinstance(root, Flow)
    assert [node.name for node in root.nodes] == ["start", "look", "g", "end"]
    assert found.root == "f"


def test_paths_are_relative_to_the_importing_file() -> None:
    found = document(
        'import { b } from "lib/b.flow"\nflow f() {\n  b()\n}',
        {
            "lib/b.flow": 'import { c } from "./c.flow"\nflow b() {\n  c()\n}',
            "lib/c.flow": 'import { b } from "../lib/b.flow"\ntool c()',
        },
    )
    assert list(found.components) == ["f", "b", "c"]


def test_a_component_of_a_document_is_found_by_name_or_id() -> None:
    tool = Component(
        component_type="ServerTool",
        id="0b0e",
        name="my tool",
        inputs=(Property("x", STRING),),
        outputs=(),
    )
    library = Document(version="25.4.1", root=None, components={"0b0e": tool})
    found = document(
        'import { `my tool` as t, `0b0e` as u } from "tools.json"\n'
        "flow f(x: string) {\n  t(x)\n  u(x)\n}",
        {"tools.json": library},
    )
    assert found.components["0b0e"] == tool


def test_missing_names_and_files_are_reported_once() -> None:
    result = bound(
        'import { aa, g } from "tools.flow"\nimport { q } from "nowhere.flow"\n'
        "flow f(x: string) {\n  aa(x)\n  r = q(x)\n  aa(x = r.y)\n  g(x)\n}",
        {"tools.flow": TOOLS},
    )
    assert [shown(item) for item in result.diagnostics if item.is_error] == [
        "FLOW160 error 1:10 `aa` 'tools.flow' declares no 'aa' / not in that file / Did you mean "
        "'a'?",
        "FLOW801 error 2:19 `\"nowhere.flow\"` no file 'nowhere.flow' /  / ",
    ]


def test_flows_that_use_what_could_not_be_imported_are_not_checked_further() -> None:
    result = bound(
        'import { aa } from "tools.flow"\n'
        "export flow f(x: string) -> (y: string) {\n  aa(x)\n  return aa.y\n}\n"
        'flow other() {\n  say "hello"\n}',
        {"tools.flow": TOOLS},
    )
    assert [item.code for item in result.diagnostics if item.is_error] == ["FLOW160"]
    assert result.broken == {"f"}


def test_without_files_an_import_cannot_be_had() -> None:
    tree = parse(source := Source("t.flow", 'import { a } from "b.flow"\nlibrary')).tree
    assert [shown(item) for item in bind(tree, source).diagnostics] == [
        "FLOW159 error 1:19 `\"b.flow\"` 'b.flow' cannot be imported here / no files at hand / "
        "Imports need a program that is loaded from a file."
    ]


def test_mistakes_in_an_imported_file_are_placed_there() -> None:
    result = bound(
        'import { a } from "tools.flow"\nflow f() {\n  a()\n}', {"tools.flow": "tool a(x: strin)"}
    )
    places = [item.location.span().source.name for item in result.diagnostics if item.location]
    assert places == ["test.flow", "tools.flow"]


def test_a_mistake_in_an_imported_file_names_the_line_that_imports_it() -> None:
    result = bound(
        'flow f() {\n  a(x = "")\n}\nimport { a } from "tools.flow"',
        {"tools.flow": 'import { b } from "more.flow"\ntool a(x: strin)', "more.flow": "tool b()"},
    )
    assert [shown(item) for item in result.diagnostics] == [
        "FLOW200 error 2:11 `strin` there is no type 'strin' / not a type / Did you mean "
        "'string'? [imported here: line 4]"
    ]


def test_a_file_may_import_the_entry_file() -> None:
    found = document(
        'import { a } from "lib.flow"\nexport flow f(x: string) {\n  a(x)\n}\ntool t(x: string)',
        {"lib.flow": 'import { t } from "test.flow"\nflow a(x: string) {\n  t(x)\n}'},
    )
    assert list(found.components) == ["f", "t", "a"]


def test_one_id_in_two_files_is_an_error() -> None:
    result = bound(
        'import { b } from "tools.flow"\ntool a()\nflow f() {\n  b()\n}',
        {"tools.flow": "tool a(x: string)\ntool b()"},
    )
    assert [shown(item) for item in result.diagnostics] == [
        "FLOW109 error 1:6 `a` two components have the id 'a' / the same id again / Give one of "
        'them another id: @id("…"). [first used here: line 2] [imported here: line 1]'
    ]


def test_of_two_types_with_one_name_the_importing_file_keeps_it() -> None:
    found = document(
        'import { t, T as U } from "tools.flow"\ntype T = string\ntool own(a: T, b: U)\nlibrary',
        {"tools.flow": "type T = integer\ntype V = boolean\ntool t(a: T, b: V)"},
    )
    assert list(found.types) == ["T", "V"]
    assert found.types["T"] == STRING
    own = found.components["own"].inputs
    assert own is not None
    assert [(item.type.alias, type_text(item.type)) for item in own] == [
        ("T", "string"),
        (None, "integer"),
    ]
