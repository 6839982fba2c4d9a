"""Exact conversion: JSON to `.flow` to JSON is equal in everything but layout."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

import flowc
from flowc import conversion
from flowc.agentspec.layout import exact_differences, layout
from flowc.diagnostics import FlowcError
from flowc.ir.document import Document

Object = dict[str, Any]
UUID = "7f3c9d62-08f5-4d0e-9a5b-3f6f4f1b0c55"


def ref(id_: str) -> Object:
    return {"$component_ref": id_}


def control(source: str, target: str, **more: Any) -> Object:
    ends = {"from_node": ref(source), "to_node": ref(target)}
    return (
        {"component_type": "ControlFlowEdge", "id": f"{source}-{target}", "name": "c"} | ends | more
    )


def data(source: str, output: str, target: str, input_: str, **more: Any) -> Object:
    return {
        "component_type": "DataFlowEdge",
        "id": f"{source}.{output}-{target}.{input_}",
        "name": "d",
        "source_node": ref(source),
        "source_output": output,
        "destination_node": ref(target),
        "destination_input": input_,
        **more,
    }


def text(title: str, **more: Any) -> Object:
    return {"title": title, "type": "string", **more}


def document(**changes: Any) -> Object:
    """A flow of StartNode `s`, ToolNode `t` and EndNode `e`; `changes` replace its fields."""
    return {
        "component_type": "Flow",
        "agentspec_version": "25.4.1",
        "id": "f",
        "name": "f",
        "inputs": [text("x")],
        "outputs": [text("y")],
        "start_node": ref("s"),
        "nodes": [ref("s"), ref("t"), ref("e")],
        "control_flow_connections": [control("s", "t"), control("t", "e")],
        "data_flow_connections": [data("s", "x", "t", "x"), data("t", "y", "e", "y")],
        "$referenced_components": {
            "s": {"component_type": "StartNode", "id": "s", "name": "s", "inputs": [text("x")]},
            "t": {"component_type": "ToolNode", "id": "t", "name": "t", "tool": ref("tool")},
            "e": {"component_type": "EndNode", "id": "e", "name": "e", "outputs": [text("y")]},
            "tool": {
                "component_type": "ServerTool",
                "id": "tool",
                "name": "tool",
                "inputs": [text("x")],
                "outputs": [text("y")],
            },
        },
        **changes,
    }


def with_component(id_: str, **changes: Any) -> Object:
    """The flow with other fields of one component; a field of None is null."""
    found = deepcopy(document())
    found["$referenced_components"][id_] |= changes
    return found


def without(field: str, id_: str | None = None) -> Object:
    found = deepcopy(document())
    del (found if id_ is None else found["$referenced_components"][id_])[field]
    return found


def edges(*items: Any, field: str = "control_flow_connections") -> Object:
    return document(**{field: list(items)})


def bare_edges(field: str) -> Object:
    """The flow with edges that lack a field."""
    found = [control("s", "t"), control("t", "e")]
    return edges(*[{key: edge[key] for key in edge if key != field} for edge in found])


def renamed(old: str, new: str) -> Object:
    return dict(json.loads(json.dumps(document()).replace(f'"{old}"', f'"{new}"')))


def inline(id_: str, field: str, owner: str) -> Object:
    found = deepcopy(document())
    table = found["$referenced_components"]
    component = table.pop(id_)
    table[owner][field] = component
    return found


def inline_without_id() -> Object:
    found = inline("tool", "tool", "t")
    del found["$referenced_components"]["t"]["tool"]["id"]
    return found


def inline_nodes(*, ids: bool) -> Object:
    found = deepcopy(document())
    nodes = [found["$referenced_components"].pop(id_) for id_ in ("s", "t", "e")]
    if not ids:
        for node in nodes:
            del node["id"]
        found = dict(
            json.loads(
                json.dumps(found)
                .replace('"s"', '"f/nodes/0"')
                .replace('"t"', '"f/nodes/1"')
                .replace('"e"', '"f/nodes/2"')
            )
        )
    found["nodes"] = nodes
    return found


def referenced_edge(**more: Any) -> Object:
    found = edges(control("s", "t"), ref("edge"))
    edge = {**control("t", "e"), "id": "edge", **more}
    found["$referenced_components"]["edge"] = edge
    return found


def shared_node() -> Object:
    found = deepcopy(document())
    other = {key: value for key, value in document().items() if key[0] not in "$a"}
    call = {
        "component_type": "FlowNode",
        "id": "t",
        "name": "call",
        "subflow": ref("g"),
    }
    found["$referenced_components"]["t"] = call
    table = found["$referenced_components"]
    table["u"] = {"component_type": "ToolNode", "id": "u", "name": "u", "tool": ref("tool")}
    table["g"] = {
        **other,
        "id": "g",
        "name": "g",
        "nodes": [ref("s"), ref("u"), ref("e")],
        "control_flow_connections": [control("s", "u"), control("u", "e")],
        "data_flow_connections": [data("s", "x", "u", "x"), data("u", "y", "e", "y")],
    }
    return found


def by_version(**fields: Any) -> Object:
    found = without("agentspec_version")
    return {**found, **fields}


def library(**fields: Any) -> Object:
    return {"$referenced_components": document()["$referenced_components"], **fields}


def root_by_reference(**fields: Any) -> Object:
    root = document()
    table = {**root.pop("$referenced_components"), "f": root}
    version = root.pop("agentspec_version")
    return {"$component_ref": "f", "agentspec_version": version, **fields} | {
        "$referenced_components": table
    }


def rootless_id() -> Object:
    found = root_by_reference()
    root = found["$referenced_components"]["f"]
    del root["id"]
    root["name"] = "something else"
    return found


NULLABLE = {"title": "x", "type": ["string", "null"], "default": None}
NESTED = {
    "title": "x",
    "type": "object",
    "properties": {"a": {"title": "a", "type": "string"}, "b": {"title": "B", "type": "null"}},
    "required": ["b", "a"],
}

DOCUMENTS: dict[str, Object] = {
    "plain": document(),
    # ids and names
    "a UUID": renamed("f", UUID),
    "a UUID of a tool": renamed("tool", UUID),
    "ids of nodes": renamed("t", "some node: 1"),
    "an id in other words": renamed("tool", "Some tool/1"),
    "names of start and end": with_component("s", name="begin"),
    "a name that is no identifier": with_component("t", name="Do it!"),
    "a name that is a keyword": with_component("t", name="match"),
    "no id": without("id"),
    "no id of a tool": without("id", "tool"),
    "no id of a node": without("id", "t"),
    "an id that is null": with_component("tool", id=None),
    "an id that is no text": with_component("tool", id=7),
    "no name": without("name"),
    "no name of a tool": without("name", "tool"),
    "no name of a node": without("name", "t"),
    "a name that is null": with_component("e", name=None),
    "a name that is no text": with_component("tool", name=0),
    "an empty name": with_component("t", name=""),
    # nulls, empty and absent fields
    "null": with_component("tool", description=None, requires_confirmation=None, inputs=None),
    "null everywhere": document(description=None, metadata=None, outputs=None),
    "an empty description": with_component("t", description=""),
    "an empty object": with_component("tool", metadata={}),
    "metadata that says nothing": with_component("t", metadata={"__metadata_info__": {}}),
    "metadata that says nothing, among other": with_component("t", metadata={"a": {}, "b": 1}),
    "metadata": document(metadata={"a": [None, {"b": 1.0}], "$component_ref": "tool"}),
    "metadata that flowc obeys": with_component("t", metadata={"flowc": {"timeout": 3.0}}),
    "metadata that flowc would obey": with_component("t", metadata={"flowc": {"timeout": "3"}}),
    "no inputs of the flow": without("inputs"),
    "no outputs of the flow": without("outputs"),
    "other inputs of the flow": document(inputs=[text("x"), text("z")]),
    "an empty list of outputs": with_component("e", outputs=[], inputs=[text("y")]),
    "listed branches": with_component("t", branches=["next"]),
    "no branches": with_component("t", branches=[]),
    "branches that are null": with_component("t", branches=None),
    "a branch name that is null": with_component("e", branch_name=None),
    "a branch name": with_component("e", branch_name="next"),
    # schemas
    "a spelling of nullable": document(inputs=[NULLABLE]),
    "a spelling of nullable on the start": with_component("s", inputs=[NULLABLE]),
    "a spelling of nullable on a tool": with_component("tool", inputs=[NULLABLE]),
    "a spelling of nullable on a node": with_component("t", inputs=[NULLABLE], outputs=[text("y")]),
    "nested titles": with_component("tool", inputs=[NESTED]),
    "a number with an integer as its default": with_component(
        "tool", inputs=[{"title": "x", "type": "number", "default": 1}]
    ),
    "oneOf": with_component("tool", outputs=[{"title": "y", "oneOf": [{"type": "string"}]}]),
    "a schema without a title": with_component("tool", outputs=[{"type": "string"}]),
    "a description that is null": with_component("tool", inputs=[text("x", description=None)]),
    "a title that is none": with_component("tool", inputs=[{"title": 3, "type": "string"}]),
    "two inputs of one title": with_component("tool", inputs=[text("x"), text("x", default="")]),
    # edges
    "edges without ids": bare_edges("id"),
    "edges without names": bare_edges("name"),
    "edges without a type": bare_edges("component_type"),
    "a branch that is null": edges(control("s", "t", from_branch=None), control("t", "e")),
    "a branch that is next": edges(control("s", "t", from_branch="next"), control("t", "e")),
    "more on an edge": edges(
        control("s", "t", description="why", metadata={"a": {}}, extra=[1, None], id=None),
        control("t", "e", description=None, metadata=None),
    ),
    "an edge twice": edges(control("s", "t"), control("t", "e"), control("t", "e")),
    "an edge twice, told apart": edges(
        control("s", "t"), control("t", "e", id="1"), control("t", "e", id="2", description="2")
    ),
    "an edge to nothing": edges(control("s", "t"), control("t", "elsewhere")),
    "an edge that is none": edges(control("s", "t"), control("t", "e"), 5, {"a": 1}),
    "no edges": document(control_flow_connections=[], data_flow_connections=[]),
    "an edge by reference": referenced_edge(),
    "an edge by reference with more": referenced_edge(metadata={}, extra=None),
    "two data edges into one input": edges(
        data("s", "x", "t", "x", id="2"),
        data("s", "x", "t", "x", id="1"),
        data("t", "y", "e", "y"),
        field="data_flow_connections",
    ),
    "a data edge from nothing": edges(
        data("s", "nothing", "t", "x"), data("t", "y", "e", "y"), field="data_flow_connections"
    ),
    "wired by name: null": document(data_flow_connections=None),
    "wired by name: absent": without("data_flow_connections"),
    "wired by nothing": document(data_flow_connections=[]),
    # nodes
    "a node twice": document(nodes=[ref("s"), ref("t"), ref("t"), ref("e")]),
    "a node that is none": document(nodes=[ref("s"), ref("t"), ref("e"), ref("tool")]),
    "a node of no flow": document(nodes=[ref("s"), ref("e")]),
    "no start": without("start_node"),
    "a start that is none": document(start_node=[1]),
    "a start that is no StartNode": document(start_node=ref("t")),
    "a node in two flows": shared_node(),
    "an unknown node": with_component("t", component_type="PluginNode", odd={"a": ref("tool")}),
    "a node without its tool": without("tool", "t"),
    # other fields
    "unknown fields": with_component("tool", extra={"a": [1, None]}, agentspec_version="25.4.2"),
    "unknown fields of a flow": document(extra=None, other={}),
    "a field of the wrong shape": document(description=5, metadata=[]),
    "a reference to elsewhere": with_component("t", tool=ref("elsewhere")),
    "a secret": with_component(
        "tool", component_type="RemoteTool", url="u", sensitive_headers={"a": "b"}, data={}
    ),
    # where components stand
    "an inline tool": inline("tool", "tool", "t"),
    "an inline tool without an id": inline_without_id(),
    "inline nodes": inline_nodes(ids=True),
    "inline nodes without ids": inline_nodes(ids=False),
    "the root by reference": root_by_reference(),
    "the root by reference, with more": root_by_reference(note="kept"),
    "the root by reference, without an id": rootless_id(),
    "a library": library(),
    "a library with a version": library(agentspec_version="26.1.0"),
    "a library with more": library(air_version="25.4.1", note={"a": None}),
    # versions
    "no version": by_version(),
    "a version that is null": by_version(agentspec_version=None),
    "an old name of the version": by_version(air_version="25.4.1"),
    "two versions": document(air_version="25.4.2"),
    "an unknown version": document(agentspec_version="99.1"),
    "a version that is a number": document(agentspec_version=25.4),
}


def there_and_back(given: Object) -> Object:
    source = flowc.from_json(json.dumps(given)).to_flow(exact=True)
    return flowc.parse(source).to_dict()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_exact_conversion_comes_back_equal(name: str) -> None:
    given = DOCUMENTS[name]
    assert exact_differences(given, there_and_back(given)) == ()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_default_conversion_comes_back_with_the_same_meaning(name: str) -> None:
    """`to_flow` proves it, or raises; and what it gives is stable."""
    source = flowc.from_json(DOCUMENTS[name]).to_flow()
    again = flowc.from_json(flowc.parse(source).to_dict()).conversion()
    assert again.text == source
    assert "UUIDs" not in again.summary()


def test_an_exact_source_of_what_flowc_wrote_says_nothing_more_than_the_default_one() -> None:
    written = flowc.parse(flowc.from_json(document()).to_flow()).to_dict()
    program = flowc.from_json(written)
    assert program.to_flow(exact=True) == program.to_flow()
    assert program.conversion().dropped == {}


def test_one_property_that_differs_is_said_before_it() -> None:
    given = with_component("tool", inputs=[NULLABLE, text("z", description=None)])
    assert flowc.from_json(given).to_flow(exact=True).splitlines()[2:6] == [
        "tool tool(",
        '  @with({ type: ["string", "null"], anyOf: absent }) x: string? = null,',
        "  @with({ description: null }) z: string,",
        ") -> (y: string)",
    ]


def test_what_stands_before_agentspec_is_the_document_s_own() -> None:
    given = library(air_version="25.4.1", note=None)
    assert (
        flowc.from_json(given)
        .to_flow(exact=True)
        .startswith(
            '@with({ note: null, air_version: "25.4.1", agentspec_version: absent })\n'
            'agentspec "25.4.1"\n\nlibrary\n'
        )
    )


# Layouts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (document(), inline("tool", "tool", "t")),
        (document(), inline_nodes(ids=True)),
        (document(), root_by_reference()),
        (document(), document(nodes=[ref("e"), ref("t"), ref("s")])),
        (document(), edges(control("t", "e"), control("s", "t"))),
        (edges(control("s", "t"), {**control("t", "e"), "id": "edge"}), referenced_edge()),
        (document(), dict(reversed(list(document().items())))),
        (
            with_component("tool", component_type="VllmConfig", api_key="hidden"),
            with_component("tool", component_type="VllmConfig", api_key=ref("tool.api_key")),
        ),
    ],
)
def test_layout_is_no_content(one: Object, other: Object) -> None:
    assert json.dumps(layout(one)) == json.dumps(layout(other))
    assert exact_differences(one, other) == ()


def test_the_order_of_edges_from_one_node_into_one_input_is_content() -> None:
    first, second = data("s", "x", "t", "x"), data("s", "z", "t", "x")
    assert exact_differences(
        edges(first, second, field="data_flow_connections"),
        edges(second, first, field="data_flow_connections"),
    )
    third = data("t", "y", "e", "y")
    assert not exact_differences(
        edges(first, third, field="data_flow_connections"),
        edges(third, first, field="data_flow_connections"),
    )


def test_every_difference_is_named() -> None:
    other = with_component("tool", name="other", description=None, requires_confirmation=1)
    del other["$referenced_components"]["t"]
    other["agentspec_version"] = "25.4.2"
    assert exact_differences(document(), other) == (
        'beside: {"agentspec_version": "25.4.1"} and {"agentspec_version": "25.4.2"}',
        "ToolNode 't' is only in the first",
        'ServerTool \'tool\': name: "tool" and "other"',
        "ServerTool 'tool': description: absent and null",
        "ServerTool 'tool': requires_confirmation: absent and 1",
    )
    for one, another in ((1, 1.0), (1, True), (None, False), ({}, []), ("1", 1)):
        assert exact_differences(document(a=one), document(a=another))


# Proof --------------------------------------------------------------------------------------------


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decompiler that loses a description."""
    honest: Callable[..., Any] = conversion.decompile

    def decompile(given: Document, *, exact: bool = False) -> Any:
        raw = flowc.agentspec.to_object(given)
        raw["$referenced_components"]["tool"].pop("description")
        return honest(flowc.agentspec.read_object(raw).document, exact=exact)

    monkeypatch.setattr(conversion, "decompile", decompile)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.usefixtures("forgetful")
def test_what_cannot_be_proven_equal_is_an_error(exact: bool) -> None:
    program = flowc.from_json(with_component("tool", description="Says so."))
    with pytest.raises(FlowcError) as refused:
        program.to_flow(exact=exact)
    (found,) = refused.value.diagnostics
    assert (found.code, found.severity.value) == ("FLOW653", "error")
    line = {
        False: "ServerTool 'tool': description is only in the first",
        True: "ServerTool 'tool': description: \"Says so.\" and absent",
    }[exact]
    assert line in found.hint.splitlines()
