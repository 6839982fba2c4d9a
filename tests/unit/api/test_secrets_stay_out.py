"""Sensitive fields reach no output: every one of the catalogue, values of every shape."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import yaml

import flowc
from flowc.api import Program
from flowc.diagnostics import FlowcError
from flowc.diagnostics.render import render_json, render_text
from flowc.ir.catalogue import CATALOGUE
from flowc.ir.nodes import NODE_CLASSES

MARK = "Xq7hiddenZ"
NUMBER = 7310000137

SHAPES: dict[str, Any] = {
    "text": MARK,
    "text with a placeholder in it": f"Bearer {MARK} {{{{TOKEN}}}}",
    "lines": f"-----BEGIN-----\n{MARK}\n-----END-----\n",
    "object": {"Authorization": MARK, "more": {"deeper": [MARK]}},
    "list": [MARK, {"key": MARK}],
    "number": NUMBER,
    "number with a fraction": NUMBER / 4,
}
FIELDS = [(type_, name) for type_, entry in CATALOGUE.items() for name in sorted(entry.sensitive)]


def document(type_: str, field: str, value: Any) -> dict[str, Any]:
    """A flow with a component of the type, as its node or beside it."""
    node = type_ in NODE_CLASSES
    secretive = {"component_type": type_, "id": "holder", "name": "holder", field: value}
    start = {"component_type": "StartNode", "id": "s", "name": "s"}
    end = {"component_type": "EndNode", "id": "e", "name": "e"}
    steps = [start, secretive, end] if node else [start, end]
    edges = [
        {
            "component_type": "ControlFlowEdge",
            "id": f"c{number}",
            "name": f"c{number}",
            "from_node": {"$component_ref": steps[number]["id"]},
            "to_node": {"$component_ref": steps[number + 1]["id"]},
        }
        for number in range(len(steps) - 1)
    ]
    return {
        "component_type": "Flow",
        "agentspec_version": "26.1.2",
        "id": "f",
        "name": "f",
        "start_node": {"$component_ref": "s"},
        "nodes": [{"$component_ref": step["id"]} for step in steps],
        "control_flow_connections": edges,
        "$referenced_components": {step["id"]: step for step in [start, secretive, end]},
    }


def source(type_: str, field: str, value: Any) -> str:
    """A `.flow` source with the same component."""
    entry = f"{{ {field}: {json.dumps(value)} }}"
    if type_ in NODE_CLASSES:
        return f'agentspec "26.1.2"\nflow f() {{\n  holder = {type_}() {entry}\n}}\n'
    return f'agentspec "26.1.2"\n{type_} holder {entry}\nflow f() {{}}\n'


def with_override(type_: str, field: str, value: Any) -> str:
    """A `.flow` source in which `@with` sets the field, and the type as well."""
    annotation = f'@with({{ component_type: "{type_}", {field}: {json.dumps(value)} }})\n'
    return (
        f'agentspec "26.1.2"\n{annotation}tool holder()\n'
        f"{annotation}flow f() {{\n{annotation}start\nedges {{ {annotation}start -> end }}\n"
        f"{annotation}end: return\n}}\n"
    )


def outputs(program: Program) -> Iterator[str]:
    """Everything that is made of a program, but a `.flow` source that is only formatted."""
    yield program.to_json()
    yield program.to_yaml()
    yield repr(program.to_dict())
    yield repr(program.document)
    yield render_text(program.diagnostics)
    yield render_json(program.diagnostics)
    if not program.is_flow:
        yield program.to_flow()
        yield program.to_flow(exact=True)
    try:
        yield program.to_python()
    except FlowcError as error:
        yield render_text(error.diagnostics)


def shows(text: str) -> bool:
    return MARK in text or str(NUMBER) in text or str(NUMBER / 4) in text


Read = Callable[[str, str, Any], Program]
FORMS: dict[str, Read] = {
    "object": lambda *field: flowc.from_json(document(*field)),
    "JSON": lambda *field: flowc.from_json(json.dumps(document(*field), indent=1)),
    "JSON on one line": lambda *field: flowc.from_json(json.dumps(document(*field))),
    "YAML": lambda *field: flowc.from_yaml(yaml.safe_dump(document(*field))),
    "flow": lambda *field: flowc.parse(source(*field)),
    "@with": lambda *field: flowc.parse(with_override(*field)),
}


def test_there_are_fields_to_hide() -> None:
    assert len(FIELDS) > 40
    assert ("ApiNode", "sensitive_headers") in FIELDS
    assert ("VllmConfig", "api_key") in FIELDS


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("shape", SHAPES)
def test_no_sensitive_field_reaches_an_output(form: str, shape: str) -> None:
    value = SHAPES[shape]
    # All fields in the plainest form; elsewhere one of each type, because it costs a second each.
    fields = FIELDS if form == "object" and shape == "text" else dict(FIELDS).items()
    if form not in ("object", "flow", "@with"):
        fields = [("ApiNode", "sensitive_headers"), ("VllmConfig", "api_key")]
    for type_, field in fields:
        program = FORMS[form](type_, field, value)
        shown = [text for text in outputs(program) if shows(text)]
        assert not shown, (type_, field, shown[0])


@pytest.mark.parametrize("form", FORMS)
def test_a_warning_names_each_field_that_is_left_out(form: str) -> None:
    for type_, field in FIELDS:
        program = FORMS[form](type_, field, MARK)
        warned = [item for item in program.diagnostics if item.code == "FLOW514"]
        assert warned, (type_, field)
        assert all(f"the value of '{field}'" in item.title for item in warned)
        assert all(item.severity.value == "warning" for item in warned)


def test_the_placeholder_of_the_specification_takes_its_place() -> None:
    for form in ("object", "flow"):
        for type_, field in FIELDS:
            written = FORMS[form](type_, field, MARK).to_dict()
            holder = next(
                item
                for item in written["$referenced_components"].values()
                if item["component_type"] == type_
            )
            assert holder[field] == {"$component_ref": f"{holder['id']}.{field}"}


def test_a_converted_source_says_secret() -> None:
    text = FORMS["object"]("VllmConfig", "api_key", MARK).to_flow()
    assert "api_key: secret" in text


def test_what_the_table_holds_for_a_placeholder_is_not_shown() -> None:
    given = document("VllmConfig", "api_key", {"$component_ref": "holder.api_key"})
    given["$referenced_components"]["holder.api_key"] = MARK
    program = flowc.from_json(json.dumps(given))
    assert "FLOW510" in [item.code for item in program.diagnostics]
    assert not any(map(shows, outputs(program)))


# Texts with faults --------------------------------------------------------------------------------

CUT = [
    'VllmConfig m {{ url: "u", api_key: {0} }}\ntool x(',
    'VllmConfig m {{ url: "u", api_key {0} }}',
    'VllmConfig m {{ url: "u", api_key = {0} }}',
    'VllmConfig m {{ url: "u", api_key {{ key: {0} }} }}',
    'VllmConfig m {{ url: "u", api_key: [{0}',
    'VllmConfig m {{ url: "u", api_key: {{ key: {0} }} x }}',
    "@with({{ api_key: {0} )) VllmConfig m",
    '{{ "component_type": "VllmConfig", "api_key": {0} }}',
    '{{"component_type": "VllmConfig", "api_key": {0}, "url": "u",, }}',
]
LITERALS = [
    f'"{MARK}"',
    f'"""\n{MARK}\n"""',
    f"'{MARK}'",
    f'"{MARK}',
    f'"""\n{MARK}',
    f"{NUMBER}",
    f"sk-{MARK}",
]


@pytest.mark.parametrize("literal", LITERALS)
@pytest.mark.parametrize("text", CUT)
def test_errors_in_a_broken_source_show_no_secret(text: str, literal: str) -> None:
    program = flowc.parse(text.format(literal))
    assert program.diagnostics
    assert not shows(render_text(program.diagnostics))
    assert not shows(render_json(program.diagnostics))


def test_errors_in_a_broken_source_still_show_what_is_no_secret() -> None:
    program = flowc.parse('tool login(user: string, password: string) -> (x: "a" "b")\n')
    assert 'tool login(user: string, password: string) -> (x: "a" "b")' in render_text(
        program.diagnostics
    )


def test_a_name_that_is_no_key_hides_nothing() -> None:
    text = """flow f(user: string, password: string) -> (o: string) {
  if user != "quiet" { return "quiet" }
  match password { "quiet" return "quiet" }
  return b ** "quiet"
}
"""
    shown = render_text(flowc.parse(text).diagnostics)
    assert "there is no operator '!='" in shown
    assert "there is no operator '*'" in shown
    for line in text.splitlines()[1:4]:
        assert f" | {line}\n" in shown


@pytest.mark.parametrize("read", [flowc.from_json, flowc.from_yaml])
@pytest.mark.parametrize(
    "text",
    [
        f'{{"component_type": "VllmConfig", "api_key": "{MARK}", "url": [}}',
        f'{{"component_type": "VllmConfig", "api_key": "{MARK}',
        f'{{"component_type": "VllmConfig", "url": "u", "url": "v", "api_key": "{MARK}"}}',
        f'{{"api_key": "{MARK}"}}',
    ],
)
def test_errors_in_a_broken_document_show_no_secret(
    read: Callable[[str], Program], text: str
) -> None:
    with pytest.raises(FlowcError) as refused:
        read(text)
    assert not shows(render_text(refused.value.diagnostics) + str(refused.value))
