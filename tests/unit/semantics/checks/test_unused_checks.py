"""What nothing uses: flow inputs, components, types, env placeholders and imports."""

from __future__ import annotations

from dataclasses import replace

import pytest
from check_builder import (
    document,
    end,
    flow,
    flow_node,
    found_in,
    port,
    start,
    switch,
    tool_node,
)
from check_texts import lines, of_flow, place, said

from flowc import api
from flowc.ir.components import Component
from flowc.ir.values import ABSENT, Ref
from flowc.semantics.check import check


def unread(title: str) -> str:
    return (
        f"FLOW413 warning: nothing reads input '{title}' of flow 'f' | never read | "
        "Feed it to the node that needs it, or remove it."
    )


# Flow inputs --------------------------------------------------------------------------------------


def test_a_flow_input_that_nothing_reads():
    lonely = flow(
        start("x", "y"),
        tool_node("t", ["x"]),
        end(),
        control_edges="start -> t -> end",
        data_edges="start.x -> t.x",
    )
    assert found_in(lonely) == [unread("y")]


def test_a_flow_input_that_is_wired_by_name():
    by_name = flow(
        start("x", "y"),
        tool_node("t", ["x"]),
        end(),
        control_edges="start -> t -> end",
        data_edges=None,
    )
    assert found_in(by_name) == [unread("y")]


def test_a_flow_input_that_only_a_switch_or_an_end_reads():
    read = flow(
        start("x", "y"),
        switch("m", {"a": "a"}),
        end("y"),
        control_edges="start -> m[a] -> end, m[default] -> end",
        data_edges="start.x -> m.key, start.y -> end.y",
    )
    assert found_in(read) == []


def test_a_missing_or_misspelt_edge_is_one_finding():
    flow_ = flow(start("x"), tool_node("t", ["x"]), end(), control_edges="start -> t -> end")
    assert [line[:7] for line in found_in(flow_)] == ["FLOW402"]
    misspelt = flow(
        start("topic"),
        tool_node("t", ["x"]),
        end(),
        control_edges="start -> t -> end",
        data_edges="start.topci -> t.x",
    )
    assert [line[:7] for line in found_in(misspelt)] == ["FLOW401"]
    literal = flow(
        start("x"),
        tool_node("t", [port("x", default="a")]),
        end(),
        control_edges="start -> t -> end",
    )
    assert [line[:7] for line in found_in(literal)] == ["FLOW406"]


def test_edges_that_only_overrides_say_may_read_an_input():
    lonely = flow(start("x"), end(), control_edges="start -> end")
    assert found_in(lonely) == [unread("x")]
    assert found_in(replace(lonely, overrides={"data_flow_connections": ABSENT})) == []


def test_the_place_is_the_parameter():
    text = "flow main(a: string, b: integer = 3) -> (a: string) {\n  return a\n}"
    assert said(text) == [
        "FLOW413 warning `b: integer = 3`: nothing reads input 'b' of flow 'main' | never read | "
        "Feed it to the node that needs it, or remove it."
    ]


# Components ---------------------------------------------------------------------------------------


def component(id_: str, *uses: str, type_: str = "ServerTool") -> Component:
    fields = {"parts": [Ref(used) for used in uses]} if uses else {}
    return Component(component_type=type_, id=id_, name=id_, fields=fields)


def unused(*components: Component) -> list[str]:
    """The names of those that are said to be unused; the first is the root."""
    found = check(document(*components))
    return [item.title.split("'")[1] for item in found if item.code == "FLOW414"]


def test_a_component_that_nothing_uses():
    runs = flow(start(), flow_node("n", "g"), end(), control_edges="start -> n -> end")
    inner = flow(start(), tool_node("t"), end(), control_edges="start -> t -> end", id="g")
    assert found_in(runs, inner, component("lost")) == [
        "FLOW414 warning: nothing uses ServerTool 'lost' | never used | Remove it."
    ]


def test_what_only_an_unused_component_uses_is_not_told():
    root = component("root", "a", type_="X")
    parts = [component("a"), component("b", "c"), component("c", "d"), component("d")]
    assert unused(root, *parts) == ["b"]


def test_unused_components_that_use_each_other_are_told_once():
    round_ = [component("b", "c"), component("c", "b"), component("d", "d")]
    assert unused(component("root"), *round_) == ["b", "d"]


def test_a_component_that_the_document_itself_refers_to():
    found = document(component("root"), component("a"), component("b"))
    assert check(replace(found, overrides={"extra": [Ref("a"), Ref("b")]})) == ()


def test_a_library_is_there_for_others():
    assert check(replace(document(component("a"), component("b")), root=None)) == ()


def test_nothing_is_called_unused_while_names_are_unknown():
    text = """
tool lookup(id: string) -> (status: string)
flow main(id: string) -> (status: string) {
  lookpu(id)
  return "x"
}
"""
    assert [item.code for item in of_flow(text) if item.is_error] == ["FLOW117"]
    assert of_flow(text, "FLOW413", "FLOW414", "FLOW415") == []


def test_an_unused_declaration_of_a_flow_file():
    text = "tool t()\ntool lost()\nflow main() {\n  t()\n}"
    assert said(text) == [
        "FLOW414 warning `lost`: nothing uses ServerTool 'lost' | never used | "
        "Remove it, or write `library` instead of a root if the file only serves others."
    ]


# Names --------------------------------------------------------------------------------------------

MAIN = "tool t(x: string)\nflow main(x: string) {\n  t(x)\n}\n"


@pytest.mark.parametrize(
    ("line", "what", "name"),
    [
        ("type Status = string", "type", "Status"),
        ("type string = integer", "type", "string"),
        ("env KEY", "placeholder", "KEY"),
    ],
)
def test_a_name_that_nothing_in_the_file_uses(line: str, what: str, name: str):
    assert said(f"{line}\n{MAIN}") == [
        f"FLOW415 warning `{name}`: nothing in this file uses the {what} '{name}' | never used | "
        "Remove it."
    ]
    assert said(f"{line}\n{MAIN.partition('flow')[0]}library") == []


@pytest.mark.parametrize(
    "line",
    [
        "type Status = string\ntype More = Status[]\nflow main(x: More) -> (x: More) { return x }",
        'type Status = string\nAgent a { schema: type Status, llm_config: ref("m"), '
        'system_prompt: "Hi" }',
        'env KEY\nflow main() { ApiNode() { url: "https://example.com/{{KEY}}", '
        'http_method: "GET" } }',
        'env KEY\nflow main() { say "The key is {{ KEY }}." }',
    ],
)
def test_a_name_that_something_uses(line: str):
    assert [item for item in said(line) if item.startswith("FLOW415")] == []


def test_an_env_placeholder_that_is_an_input_everywhere():
    text = 'env NAME\nflow main(NAME: string) {\n  say "Hi {{NAME}}" (NAME = NAME)\n}'
    assert said(text) == [
        "FLOW415 warning `NAME`: nothing in this file uses the placeholder 'NAME' | never used | "
        "Remove it."
    ]


def test_an_import_that_nothing_uses():
    program = api.parse(
        'import { a, b as c, d } from "tools.flow"\nflow main() {\n  a()\n}',
        filename="d.flow",
        resolve=lambda path: "tool a()\ntool b()\ntool d()\nlibrary",
    )
    assert lines(list(program.diagnostics)) == [
        "FLOW415 warning `c`: nothing in this file uses the import 'c' | never used | Remove it.",
        "FLOW415 warning `d`: nothing in this file uses the import 'd' | never used | Remove it.",
    ]


def test_no_name_is_called_unused_beside_an_error():
    text = f"type Status = string\ntool s() -> (status: Statsu)\n{MAIN}"
    assert of_flow(text, "FLOW415") == []


def test_an_input_that_an_expression_names_is_not_unread():
    """What is reported is the expression; a placeholder that another source fills is none."""
    text = 'flow main(name: string) {\n  say "Hello {{ name | upper }}"\n}\n'
    assert of_flow(text, "FLOW413") == []
    other = """
tool lookup() -> (n: string)
flow main(name: string) {
  lookup()
  say "{{name}}" (name = lookup.n)
}
"""
    assert [place(found.location) for found in of_flow(other, "FLOW413")] == ["name: string"]
