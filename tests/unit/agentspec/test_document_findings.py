"""What is wrong with documents: every finding in full, and that nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest
from documents import X, control, data, flow, flow_with, ref

import flowc
from flowc.agentspec import Read, read_object, to_object
from flowc.diagnostics import FlowcError
from flowc.ir.flow import Flow
from flowc.ir.nodes import OtherNode
from flowc.ir.values import ABSENT, Ref


def findings(read: Read) -> list[str]:
    return [f"{item.code} {item.severity.value}: {item.title}" for item in read.diagnostics]


NOT_ONE = "FLOW500: this is no Agent Spec document"
NO_TYPE = f"{NOT_ONE}: it has no 'component_type'"


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ({}, NO_TYPE),
        ([], "FLOW500: this is a list, not an Agent Spec document"),
        (5, "FLOW500: this is a number, not an Agent Spec document"),
        (None, "FLOW500: this is null, not an Agent Spec document"),
        ([{"component_type": "A"}], "FLOW500: this is a list, not an Agent Spec document"),
        ({"component_type": 5}, f"{NOT_ONE}: its 'component_type' is a number, not text"),
        ({"component_type": None}, f"{NOT_ONE}: its 'component_type' is null, not text"),
        ({"component_type": ["A"]}, f"{NOT_ONE}: its 'component_type' is a list, not text"),
        ({"$component_ref": "a"}, NO_TYPE),
        ({"$referenced_components": {}}, NO_TYPE),
        ({"$referenced_components": [{"component_type": "A"}]}, NO_TYPE),
        ({"$component_ref": "a", "$referenced_components": {"a": []}}, NO_TYPE),
        ({"$component_ref": "a", "$referenced_components": {"a": ref("a")}}, NO_TYPE),
        ({"component_type": "A", 1: 2}, "FLOW503: the key 1 is no text"),
        ({"x": {1, 2}}, "FLOW503: a value of the Python type set is no JSON value"),
        ({"x": float("nan")}, "FLOW503: 'nan' is a number that JSON cannot hold"),
        (
            {"$component_ref": "x", "$referenced_components": {"y": {"component_type": "A"}}},
            "FLOW500: the root refers to 'x', which is not in '$referenced_components'",
        ),
        *(
            (
                {"$component_ref": root, "$referenced_components": {"a": {"component_type": "A"}}},
                f"FLOW500: the root's '$component_ref' is {kind}, not text",
            )
            for root, kind in [
                (["a"], "a list"),
                ({"a": 1}, "an object"),
                (1, "a number"),
                (True, "a boolean"),
            ]
        ),
    ],
)
def test_what_is_no_document_is_refused(document: Any, expected: str) -> None:
    with pytest.raises(FlowcError) as error:
        read_object(document)
    assert str(error.value) == expected


USUAL = (
    "An Agent Spec document is an object with a 'component_type', or with '$referenced_components' "
    "alone."
)
HAS = "There is 'a'."
DRAFT = (
    "This is a draft of the format, with 'type' for 'component_type'. Rename these fields, and "
    "'$ref' to '$component_ref'."
)


@pytest.mark.parametrize(
    ("document", "hint"),
    [
        ({"nodes": []}, USUAL),
        ({"$component_ref": "a"}, USUAL),
        ({"$referenced_components": {}}, USUAL),
        ({"component_type": ["A"]}, USUAL),
        ({"$component_ref": ["a"], "$referenced_components": {"a": {"component_type": "A"}}}, HAS),
        ({"type": "object", "properties": {}}, USUAL),
        ({"type": "Flow", "name": "f"}, DRAFT),
        ({"$referenced_components": {"t": {"id": "1", "type": "OldTool", "name": "t"}}}, DRAFT),
        ({"componentType": "Flow"}, "Rename the field 'componentType' to 'component_type'."),
        (
            {"_component_type": "Flow", "_referenced_objects": {}},
            "This is WayFlow's own format. Export it as Agent Spec: "
            "AgentSpecExporter().to_yaml(component), of the package wayflowcore.",
        ),
        (
            {"$component_ref": "aa", "$referenced_components": {"a": {"component_type": "A"}}},
            "Did you mean 'a'?",
        ),
        (
            {
                "compnent_type": "Agent",
                "name": "a",
                "$referenced_components": {"b": {"component_type": "B"}},
            },
            "Rename the field 'compnent_type' to 'component_type'.",
        ),
        (
            {"$refrenced_components": {"a": {"component_type": "A"}}},
            "Rename the field '$refrenced_components' to '$referenced_components'.",
        ),
    ],
)
def test_what_is_no_document_is_told_what_it_is(document: Any, hint: str) -> None:
    with pytest.raises(FlowcError) as error:
        read_object(document)
    [found] = error.value.diagnostics
    assert (found.code, found.hint) == ("FLOW500", hint)


def test_fields_beside_a_library_are_kept():
    """None of them says a known type, so the root is not one whose type is misspelt."""
    table = {"t": {"component_type": "ServerTool", "id": "t", "name": "t"}}
    read = read_object({"compnent_type": "mine", "$referenced_components": table})
    assert findings(read) == [
        "FLOW512 warning: a document without a root component has no field 'compnent_type'; it is "
        "kept as it is"
    ]


@pytest.mark.parametrize("name", ["$refrenced_components", "referenced_components"])
def test_a_misspelt_table_of_components(name):
    tool = {"component_type": "ServerTool", "id": "t", "name": "t", name: {}}
    [found] = read_object(tool).diagnostics
    assert (found.code, found.hint) == ("FLOW512", "Did you mean '$referenced_components'?")


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (
            flow_with("t", tool=5),
            [
                "FLOW510 error: field 'tool' of ToolNode 't' must be a component or a reference to"
                " one, not a number"
            ],
        ),
        (flow_with("t", tool=...), ["FLOW511 error: ToolNode 't' has no field 'tool'"]),
        (
            flow_with("t", inputs="x"),
            ["FLOW510 error: field 'inputs' of ToolNode 't' must be a list, not text"],
        ),
        (
            flow_with("tool", inputs=[X, 5]),
            [
                "FLOW510 error: field 'inputs.1' of ServerTool 'tool' must be an object, not a"
                " number"
            ],
        ),
        (
            flow_with("t", component_type="BranchingNode", mapping={"a": 1}, tool=...),
            ["FLOW510 error: field 'mapping.a' of BranchingNode 't' must be text, not a number"],
        ),
        (
            flow_with("t", nam="x"),
            ["FLOW512 warning: ToolNode has no field 'nam'; it is kept as it is"],
        ),
        (flow_with("t", name=...), ["FLOW513 warning: ToolNode 't' has no name; its id is used"]),
        (
            flow_with("t", id=5),
            ["FLOW510 error: field 'id' of ToolNode 't' must be text, not a number"],
        ),
        (
            flow(nodes=[ref("s"), ref("t"), ref("e"), ref("tool"), ref("ghost")]),
            [
                "FLOW522 error: Flow 'f' lists 'tool' as a node, which is a ServerTool",
                "FLOW522 error: Flow 'f' lists 'ghost' as a node, which is not in the document",
            ],
        ),
        (
            flow(nodes=[ref("s"), ref("t"), ref("e"), ref("t")]),
            ["FLOW517 warning: Flow 'f' lists the node 't' twice"],
        ),
        (
            flow(control_flow_connections=[5]),
            ["FLOW510 error: Flow 'f' has no edge at 'control_flow_connections.0', but a number"],
        ),
        (
            flow(data_flow_connections=[data("s", "x", "t", "x", destination_node=None)]),
            ["FLOW511 error: DataFlowEdge 'd' has no field 'destination_node'"],
        ),
        (
            flow(control_flow_connections=[{"from_node": ref("s"), "to_node": ref("t")}]),
            ["FLOW516 warning: this edge has no 'component_type'; it is read as a ControlFlowEdge"],
        ),
        (
            flow(start_node={"$component_ref": "s", "more": 1}),
            [
                "FLOW515 warning: a reference has nothing beside '$component_ref'; 'more' is left"
                " out"
            ],
        ),
        (
            flow(agentspec_version=26.1),
            ["FLOW510 error: 'agentspec_version' must be text, not a number"],
        ),
    ],
)
def test_what_is_wrong_with_a_document_is_reported(document: Any, expected: list[str]) -> None:
    assert findings(read_object(document)) == expected


@pytest.mark.parametrize("field", ["nodes", "start_node", "control_flow_connections"])
@pytest.mark.parametrize("suffix", ["s", None])
def test_a_field_that_a_flow_must_have_is_the_only_finding_that_its_lack_causes(
    field: str, suffix: str | None
) -> None:
    document: Any = flow()
    value = document.pop(field)
    told = f"Flow 'f' has no field '{field}'"
    if suffix is not None:
        document[field + suffix] = value
        told += f", but one named '{field}{suffix}'"
    found = flowc.from_json(document).diagnostics
    assert [f"{item.code}: {item.title}" for item in found] == [f"FLOW511: {told}"]


@pytest.mark.parametrize("listed", [None, [X]])
def test_inputs_of_a_tool_that_cannot_be_read_are_one_finding(listed: Any) -> None:
    """Whether the node that runs it lists its own or derives them, and whether an edge feeds it."""
    document = flow_with("tool", inputs="none")
    document["$referenced_components"]["t"]["inputs"] = listed
    found = flowc.from_json(document).diagnostics
    assert [f"{item.code}: {item.title}" for item in found] == [
        "FLOW510: field 'inputs' of ServerTool 'tool' must be a list, not text"
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {"nodes": "x"},
        {"nodes": [ref("s"), ref("ghost")]},
        {"control_flow_connections": [5, control("s", "t", from_node=1)]},
        {"data_flow_connections": "x"},
        {"inputs": [5]},
        {"name": 5},
    ],
)
def test_fields_of_a_flow_of_the_wrong_shape_are_written_back(changes: dict[str, Any]) -> None:
    read = read_object(flow(**changes))
    assert any(item.code in ("FLOW510", "FLOW522") for item in read.diagnostics)
    assert to_object(read.document).items() >= changes.items()


@pytest.mark.parametrize(
    "changes",
    [{"tool": 5}, {"foo": [1]}, {"inputs": "x", "branches": 5, "metadata": []}, {"description": 1}],
)
def test_fields_of_a_node_of_the_wrong_shape_are_written_back(changes: dict[str, Any]) -> None:
    read = read_object(flow_with("t", **changes))
    assert read.diagnostics != ()
    table = to_object(read.document)["$referenced_components"]
    assert table["t"].items() >= changes.items()


def test_a_node_that_cannot_be_its_class_is_kept_whole() -> None:
    root = read_object(flow_with("t", tool=..., foo=1)).document.root_component
    assert isinstance(root, Flow)
    assert root.node("t") == OtherNode(
        component_type="ToolNode",
        id="t",
        name="t",
        fields={"foo": 1},
        overrides={"branches": ABSENT, "inputs": ABSENT, "outputs": ABSENT},
    )


def test_secrets_are_not_read_and_never_shown() -> None:
    document = {
        "component_type": "VllmConfig",
        "id": "m",
        "name": "m",
        "model_id": "m",
        "url": "u",
        "api_key": "sk-very-secret",
    }
    read = read_object(document)
    assert findings(read) == [
        "FLOW514 warning: the value of 'api_key' of VllmConfig 'm' is a secret; it is left out"
    ]
    assert read.document.components["m"].fields["api_key"] == Ref("m.api_key")
    assert "sk-very-secret" not in repr(read)


@pytest.mark.parametrize("harmless", [ref("m.api_key"), "{{API_KEY}}", None])
def test_placeholders_are_no_secrets(harmless: Any) -> None:
    read = read_object({"component_type": "GeminiAIStudioAuthConfig", "id": "m", "name": "m",
                        "api_key": harmless})  # fmt: skip
    assert findings(read) == []


def test_versions_are_kept_whatever_they_say() -> None:
    assert read_object(flow(agentspec_version="27.9")).document.version == "27.9"
    assert read_object(flow(agentspec_version=None)).document.version is None


def test_a_table_that_is_a_component_is_said_once() -> None:
    """The whole document stands one level too deep: none of its fields is a finding of its own."""
    fields = flow()
    table = fields.pop("$referenced_components") | fields
    read = read_object({"$referenced_components": table})
    assert findings(read) == [
        "FLOW510 error: the fields of a component stand in '$referenced_components'; "
        "they are left out"
    ]
    assert "s" in read.document.components


def test_an_edge_in_another_form_leaves_no_dead_end() -> None:
    """What is reported is the form of the edge, not that its node leads nowhere."""
    edges = [{"component_type": "ControlFlowEdge", "name": "e", "from_node": "s", "to_node": "e"}]
    program = flowc.from_json(flow(control_flow_connections=edges))
    errors = [item for item in program.diagnostics if item.is_error]
    assert [f"{item.code}: {item.title}" for item in errors] == [
        "FLOW510: field 'from_node' of ControlFlowEdge 'f/control_flow_connections/0' must be a "
        "component or a reference to one, not text",
        "FLOW510: field 'to_node' of ControlFlowEdge 'f/control_flow_connections/0' must be a "
        "component or a reference to one, not text",
    ]
    assert {item.hint for item in errors} == {'Refer to it by its id: {"$component_ref": "…"}.'}


class Text(str):
    """Text of a type of its own, as other libraries have."""


@pytest.mark.parametrize("of", [str, Text])
def test_keys_and_texts_may_be_of_a_type_of_their_own(of: type[str]) -> None:
    tool = {"component_type": "ServerTool", "id": "t", "name": "t", "metadata": {"k": {"l": "m"}}}
    given = {of(key): value if key == "metadata" else of(value) for key, value in tool.items()}
    given[of("metadata")] = {of("k"): {of("l"): of("m")}}
    program = flowc.from_json(given)
    assert program.diagnostics == flowc.from_json(tool).diagnostics
    assert program.to_json() == flowc.from_json(tool).to_json()
