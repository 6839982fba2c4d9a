"""YAML scalars without quotes: what they are, where they are text anyway, and the warnings."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from flowc.agentspec import read_yaml
from flowc.agentspec.yaml_text import load_yaml
from flowc.diagnostics import Diagnostic
from flowc.diagnostics.render import render_text
from flowc.ir.flow import Flow
from flowc.ir.nodes import BranchingNode


def said(found: tuple[Diagnostic, ...]) -> list[tuple[str, str]]:
    return [(item.code, item.title) for item in found]


@pytest.mark.parametrize(
    ("written", "value", "shown"),
    [
        ("yes", True, "true"), ("No", False, "false"), ("on", True, "true"),
        ("OFF", False, "false"),
        ("017", 15, "15"), ("1_000", 1000, "1000"), ("0b11", 3, "3"), ("1:30", 90, "90"),
        ("-0x1F", -31, "-31"), ("1:30.5", 90.5, "90.5"), ("1_0.5", 10.5, "10.5"),
        ("08", "08", '"08"'), ("1e3", "1e3", '"1e3"'), ("0o17", "0o17", '"0o17"'),
        ("1.5e3", "1.5e3", '"1.5e3"'), ("12e03", "12e03", '"12e03"'),
    ],
)  # fmt: skip
def test_what_yaml_1_2_reads_otherwise_keeps_its_value_with_a_warning(
    written: str, value: Any, shown: str
) -> None:
    loaded = load_yaml(f"a: [{{b: {written}}}]", "f")
    assert loaded.value == {"a": [{"b": value}]}
    assert type(loaded.value["a"][0]["b"]) is type(value)
    other = "" if isinstance(value, str) else f", else {shown}"
    (found,) = loaded.diagnostics
    title = f"'b' is read as {shown}; YAML 1.2 reads {written} otherwise"
    assert (found.code, found.title) == ("FLOW506", title)
    assert found.hint == f"Write '{written}' in quotes if it is text{other}."
    assert found.location is not None and found.location.span().text == written


SAME_IN_BOTH = [
    "true", "False", "NULL", "~", "12", "-3", "+4", "0", "0x1F", "1.5", ".5", "5.", "1.0e+3", "y",
    "N", "2020-01-01", "2020-01-01T10:00:00Z", "text", "26.1.0", "=", "<<", "'yes'", '"08"',
    "!!str 08", "a:b", "http://x", "1-2", "0x", "_1", "1 2",
]  # fmt: skip


@pytest.mark.parametrize("written", SAME_IN_BOTH)
def test_what_both_versions_read_alike_gets_no_warning(written: str) -> None:
    assert load_yaml(f"- {written}", "f").diagnostics == ()


def test_a_value_in_a_list_is_named_by_the_key_of_the_list() -> None:
    assert said(load_yaml("enum: [[no]]", "f").diagnostics) == [
        ("FLOW506", "'enum' is read as false; YAML 1.2 reads no otherwise")
    ]
    assert said(load_yaml("- no", "f").diagnostics) == [
        ("FLOW506", "this value is read as false; YAML 1.2 reads no otherwise")
    ]


FLOW = """\
component_type: Flow
agentspec_version: 26.10
id: 007
name: on
description: 1.50
metadata: {kept: 1.50}
inputs:
- {title: 404, type: "null", default: 1.50}
- {title: x, type: null, description: off}
start_node: {$component_ref: 1}
nodes: [{$component_ref: 1}]
control_flow_connections:
- {name: e, from_node: {$component_ref: 1}, from_branch: no, to_node: {$component_ref: 1}}
data_flow_connections: ~
$referenced_components:
  '1': {component_type: BranchingNode, id: 1, name: b, mapping: {'a': no, 'b': 2.50}}
  x: {component_type: StdioTransport, id: x, name: x, command: 7z, args: [-p, 08080], env: {D: yes}}
  y: {component_type: Plugin, id: y, name: y, url: 3, args: [1.50]}
"""


def test_text_of_the_specification_is_what_was_written() -> None:
    read = read_yaml(FLOW)
    document = read.document
    flow = document.components["007"]
    assert isinstance(flow, Flow)
    assert (document.version, flow.name, flow.description) == ("26.10", "on", "1.50")
    assert flow.metadata == {"kept": 1.5}
    assert [(item.title, item.description) for item in flow.inputs or ()] == [
        ("404", None),
        ("x", "off"),
    ]
    assert (flow.inputs or ())[0].type == (flow.inputs or ())[1].type
    (branching,) = flow.nodes
    assert isinstance(branching, BranchingNode)
    assert branching.mapping == {"a": "no", "b": "2.50"}
    assert flow.control_edges[0].from_branch == "no"
    assert document.components["x"].fields["args"] == ["-p", "08080"]
    assert document.components["x"].fields["env"] == {"D": "yes"}
    assert document.components["y"].fields == {"url": 3, "args": [1.5]}


def test_every_such_text_is_warned_of_once() -> None:
    found = read_yaml(FLOW).diagnostics
    number = "'{}' is text, but {} without quotes is a number; it is read as '{}'"
    boolean = "'{}' is text, but {} without quotes is a boolean; it is read as '{}'"
    assert [title for code, title in said(found) if code in ("FLOW506", "FLOW523")] == [
        number.format("agentspec_version", "26.10", "26.10"),
        number.format("id", "007", "007"),
        boolean.format("name", "on", "on"),
        number.format("description", "1.50", "1.50"),
        number.format("title", "404", "404"),
        "'type' is text, but null without quotes is null; it is read as 'null'",
        boolean.format("description", "off", "off"),
        number.format("$component_ref", "1", "1"),
        number.format("$component_ref", "1", "1"),
        number.format("$component_ref", "1", "1"),
        boolean.format("from_branch", "no", "no"),
        number.format("$component_ref", "1", "1"),
        number.format("id", "1", "1"),
        boolean.format("a", "no", "no"),
        number.format("b", "2.50", "2.50"),
        "'args' is read as \"08080\"; YAML 1.2 reads 08080 otherwise",
        boolean.format("D", "yes", "yes"),
    ]


def test_the_warning_as_it_is_shown() -> None:
    text = "component_type: ServerTool\nname: t\nid: t\ndescription: &d 1.50 # not two digits\n"
    assert render_text(read_yaml(text, "t.yaml").diagnostics) == (
        "warning[FLOW523]: 'description' is text, but 1.50 without quotes is a number; "
        "it is read as '1.50'\n"
        " --> t.yaml:4:14\n"
        "  |\n"
        "4 | description: &d 1.50 # not two digits\n"
        "  |              ^^^^^^^\n"
        "  |\n"
        "  hint: Write '1.50' in quotes.\n"
    )


def test_numbers_in_json_are_no_text() -> None:
    from flowc.agentspec import read_json

    text = '{"component_type": "ServerTool", "id": "t", "name": 5}'
    assert said(read_json(text).diagnostics) == [
        ("FLOW510", "field 'name' of ServerTool 't' must be text, not a number")
    ]


def test_secrets_without_quotes_are_named_in_no_warning() -> None:
    text = """\
component_type: VllmConfig
id: v
name: v
url: u
model_id: m
api_key: 0123
"""
    read = read_yaml(text, "v.yaml")
    assert [code for code, _ in said(read.diagnostics)] == ["FLOW514"]
    assert "0123" not in render_text(read.diagnostics) + repr(read)


def test_the_fallback_without_libyaml_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        FLOW + '  z: {component_type: Plugin, name: "\\ud83d\\ude00", "\\ud83d": "\\ud83d"} # z\n'
    )
    fast = read_yaml(text)
    monkeypatch.setattr("flowc.agentspec.yaml_events.LOADER", yaml.SafeLoader)
    slow = read_yaml(text)
    assert slow.document == fast.document
    assert said(slow.diagnostics) == said(fast.diagnostics)
    assert [item.comments for item in slow.document.components.values()] == [
        item.comments for item in fast.document.components.values()
    ]
    spans = [
        [item.location.span().start for item in read.diagnostics if item.location]
        for read in (fast, slow)
    ]
    assert spans[0] == spans[1]


SURROGATES = r"""
a: "\ud83d\ude00 \uE83D"
b: plain \ud83d\ue83d # c
c: 'single \uD83d'
d: |
  block \ud83d \uE83D
"\ud83d\ude00": "x\
  \ud800"
e: &x "\ud83d\ude00"
f: *x
"""


@pytest.mark.parametrize("fast", [True, False])
def test_escaped_surrogates_cost_nothing_but_are_right(
    fast: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not fast:
        monkeypatch.setattr("flowc.agentspec.yaml_events.LOADER", yaml.SafeLoader)
    assert load_yaml(SURROGATES, "f").value == {
        "a": "\U0001f600 \ue83d",
        "b": "plain \\ud83d\\ue83d",
        "c": "single \\uD83d",
        "d": "block \\ud83d \\uE83D\n",
        "\U0001f600": "x\ud800",
        "e": "\U0001f600",
        "f": "\U0001f600",
    }
