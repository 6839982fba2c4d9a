"""FLOW119: component types that look like known ones."""

from __future__ import annotations

import pytest
from findings_shown import component, in_flow, in_json


@pytest.mark.parametrize(
    ("text", "place", "type_", "meant"),
    [
        ("flwo f() {}\n", "1:1", "flwo", "flow"),
        ("tol t(a: string)\n", "1:1", "tol", "tool"),
        ("evn X\n", "1:1", "evn", "env"),
        ("ServerTol t()\n", "1:1", "ServerTol", "ServerTool"),
        ("flow f() {\n  x = ToloNode()\n}\n", "2:7", "ToloNode", "ToolNode"),
        ("flow f() {\n  x = LLMNode()\n}\n", "2:7", "LLMNode", "LlmNode"),
        ("flow f() {\n  x = LmNode()\n}\n", "2:7", "LmNode", "LlmNode"),
        (
            'Agent a { llm_config: OpenAIConfig c { model_id: "m" }, system_prompt: "" }\n',
            "1:23",
            "OpenAIConfig",
            "OpenAiConfig",
        ),
    ],
)
def test_a_misspelt_type_in_a_source(text: str, place: str, type_: str, meant: str):
    assert in_flow(text, "FLOW119") == [
        f"FLOW119 {place} '{type_}' '{type_}' is taken for a component type that flowc does not "
        f"know | unknown type | Did you mean '{meant}'?"
    ]


def test_a_misspelt_type_in_a_document():
    assert in_json(component("ServerTol", "t"), "FLOW119") == [
        "FLOW119 2:20 '\"ServerTol\"' 'ServerTol' is taken for a component type that flowc does "
        "not know | unknown type | Did you mean 'ServerTool'?"
    ]


@pytest.mark.parametrize(
    "type_",
    [
        "PluginServerTool",
        "ExtendedAgent",
        "AcmeTool",
        "PluginTlsOracleDatabaseConnectionConfig",
    ],
)
def test_types_of_plugins_are_fine(type_: str):
    assert in_json(component(type_, "t"), "FLOW119") == []


def test_what_is_called_almost_like_a_tool_is_told_once():
    text = "tool ChargeCard()\nflow f() {\n  Chargecard()\n}\n"
    assert in_flow(text, "FLOW119") == [
        "FLOW119 3:3 'Chargecard' 'Chargecard' is taken for a node type that flowc does not know | "
        "unknown node type | Did you mean 'ChargeCard'?"
    ]


def test_what_a_node_of_a_misspelt_type_does_not_list_is_not_missing():
    start = component("StartNode", "s", inputs=[{"title": "q", "type": "string"}])
    tool = component("ServerTool", "look", inputs=[{"title": "q", "type": "string"}])
    document = component(
        "Flow",
        "f",
        start_node={"$component_ref": "s"},
        nodes=[start, component("toolnode", "t", tool=tool), component("EndNode", "e")],
        control_flow_connections=[_edge("Control", "s", "t"), _edge("Control", "t", "e")],
        data_flow_connections=[
            _edge("Data", "s", "t", source_output="q", destination_input="q"),
        ],
        agentspec_version="25.4.1",
    )
    [found] = in_json(document, "FLOW119", "FLOW401", "FLOW402", "FLOW403")
    assert found.startswith("FLOW119 ")
    assert found.endswith("Did you mean 'ToolNode'?")


def _edge(kind: str, from_: str, to: str, **fields: str):
    ends = ("from_node", "to_node") if kind == "Control" else ("source_node", "destination_node")
    pair = {end: {"$component_ref": id_} for end, id_ in zip(ends, (from_, to), strict=True)}
    return component(f"{kind}FlowEdge", f"{from_}_{to}_{kind}", **pair, **fields)
