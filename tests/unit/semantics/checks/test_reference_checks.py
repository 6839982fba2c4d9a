"""FLOW527, FLOW528, FLOW529: what the fields of components refer to."""

from __future__ import annotations

import pytest
from findings_shown import component, in_flow, in_json

import flowc

LLM = component("OpenAiConfig", "gpt", model_id="m")
TOOL = component("ServerTool", "search", inputs=[], outputs=[])
AGENT = component("Agent", "helper", llm_config=LLM, system_prompt="Help.")


def ref(id_: str) -> dict[str, str]:
    return {"$component_ref": id_}


# Components of the wrong kind ---------------------------------------------------------------------


def test_a_tool_as_llm_of_an_agent_in_both_forms():
    told = (
        "'llm_config' of Agent 'helper' must be an LLM configuration, but 'search' is of type "
        "ServerTool | of type ServerTool | Refer to an LLM configuration: DbmsVectorChainLlmConfig,"
        " GeminiConfig, LlmConfig, OciGenAiConfig, OllamaConfig, OpenAiCompatibleConfig, "
        "OpenAiConfig, VllmConfig."
    )
    text = 'tool search()\nAgent helper {\n  llm_config: search\n  system_prompt: "Help."\n}\n'
    assert in_flow(text, "FLOW529") == [f"FLOW529 3:15 'search' {told}"]
    document = AGENT | {"llm_config": ref("search"), "$referenced_components": {"search": TOOL}}
    [found] = in_json(document, "FLOW529")
    assert found.startswith("FLOW529 5:16 '{") and found.endswith(told)


@pytest.mark.parametrize(
    ("text", "place", "kind"),
    [
        (
            "flow f() {\n  x = ToolNode() { tool: g }\n}\nflow g() {\n}\n",
            "2:26 'g' 'tool' of ToolNode 'x'",
            "a tool, but 'g' is of type Flow",
        ),
        (
            "flow f() {\n  x = FlowNode() { subflow: t }\n}\ntool t()\n",
            "2:29 't' 'subflow' of FlowNode 'x'",
            "a flow, but 't' is of type ServerTool",
        ),
        (
            'flow f() {\n  x = LlmNode() { llm_config: t, prompt_template: "a" }\n}\ntool t()\n',
            "2:31 't' 'llm_config' of LlmNode 'x'",
            "an LLM configuration, but 't' is of type ServerTool",
        ),
        (
            "flow f() {\n  x = AgentNode() { agent: t }\n}\ntool t()\n",
            "2:28 't' 'agent' of AgentNode 'x'",
            "an agent, but 't' is of type ServerTool",
        ),
        (
            "flow f() {\n  x = ParallelFlowNode() { subflows: [g, t] }\n}\n"
            "flow g() {\n}\ntool t()\n",
            "2:42 't' 'subflows' of ParallelFlowNode 'x'",
            "a flow, but 't' is of type ServerTool",
        ),
        (
            "MCPTool m() { client_transport: t }\ntool t()\nlibrary\n",
            "1:33 't' 'client_transport' of MCPTool 'm'",
            "an MCP transport, but 't' is of type ServerTool",
        ),
        (
            'library\nAgent a {\n  llm_config: OpenAiConfig c { model_id: "m" }\n'
            '  system_prompt: ""\n'
            "  tools: [t, f]\n}\ntool t()\nflow f() {\n}\n",
            "5:14 'f' 'tools' of Agent 'a'",
            "a tool, but 'f' is of type Flow",
        ),
    ],
)
def test_a_component_of_the_wrong_kind_stands_at_its_place(text: str, place: str, kind: str):
    [found] = in_flow(text, "FLOW529")
    assert found.startswith(f"FLOW529 {place} must be {kind} | ")


def test_an_item_of_a_list_in_a_document_is_the_place():
    document = AGENT | {"tools": [ref("search"), ref("gpt")], "$referenced_components": {}}
    document["$referenced_components"] = {"search": TOOL}
    [found] = in_json(document, "FLOW529")
    assert found.startswith(
        "FLOW529 16:3 '{\\n   \"$component_ref\": \"gpt\"\\n  }' 'tools' of Agent 'helper' must be "
        "a tool, but 'gpt' is of type OpenAiConfig | of type OpenAiConfig | "
    )


def test_right_kinds_and_types_that_nobody_knows_are_fine():
    assert in_json(AGENT | {"tools": [TOOL]}, "FLOW529", "FLOW527") == []
    plugin = component("AcmeTool", "acme")
    assert in_json(AGENT | {"tools": [plugin]}, "FLOW529") == []
    unknown = component("AcmeAgent", "acme", llm_config=TOOL)
    assert in_json(unknown, "FLOW529") == []
    swarm = component(
        "Swarm", "s", first_agent=AGENT, relationships=[[ref("helper"), ref("helper")]]
    )
    assert in_json(swarm, "FLOW529", "FLOW527") == []


def test_a_pair_of_agents_is_looked_into():
    swarm = component("Swarm", "s", first_agent=AGENT, relationships=[[ref("helper"), ref("gpt")]])
    [found] = in_json(swarm, "FLOW529")
    assert (
        "'relationships' of Swarm 's' must be an agent, but 'gpt' is of type OpenAiConfig" in found
    )


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"llm_config": "gpt"}, "'llm_config' of Agent 'helper' must be an LLM configuration"),
        ({"llm_config": {"model_id": "m"}}, "'llm_config' of Agent 'helper' must be an LLM config"),
        ({"tools": TOOL}, "'tools' of Agent 'helper' must be a list, each of them a tool"),
        ({"tools": ["search"]}, "'tools' of Agent 'helper' must be a tool"),
    ],
)
def test_what_is_no_component_at_all(fields: dict, told: str):
    found = in_json(AGENT | fields, "FLOW529")
    assert [told in item for item in found] == [True]


@pytest.mark.parametrize("fields", [{"llm_config": "{{LLM}}"}, {"llm_config": None}, {"tools": []}])
def test_placeholders_and_nothing_are_no_wrong_kinds(fields: dict):
    assert in_json(AGENT | fields, "FLOW529") == []


# References to nothing ----------------------------------------------------------------------------


def test_a_reference_to_nothing():
    document = AGENT | {"llm_config": ref("gtp"), "$referenced_components": {"gpt": LLM}}
    assert in_json(document, "FLOW527") == [
        "FLOW527 5:16 '{\\n  \"$component_ref\": \"gtp\"\\n }' Agent 'helper' refers to 'gtp', "
        "which is not in the document | nothing has this id | Did you mean 'gpt'?"
    ]


def test_a_suggestion_is_of_the_right_kind():
    document = AGENT | {"llm_config": ref("searh"), "$referenced_components": {"search": TOOL}}
    [found] = in_json(document, "FLOW527")
    assert found.endswith(
        " | Add it to '$referenced_components', or give it when the document is loaded."
    )


def test_placeholders_of_secrets_refer_to_nothing_rightly():
    secret = LLM | {"api_key": ref("gpt.api_key")}
    assert in_json(AGENT | {"llm_config": secret}, "FLOW527") == []
    headers = component(
        "RemoteTool", "r", url="https://a.b", http_method="GET", headers={"k": ref("r.headers.k")}
    )
    assert in_json(headers, "FLOW527") == []


def test_a_source_says_itself_that_a_component_lives_elsewhere():
    text = 'Agent a {\n  llm_config: ref("far")\n  system_prompt: ""\n}\n'
    assert in_flow(text, "FLOW527") == []
    assert in_flow(text.replace('ref("far")', "far") + "extern VllmConfig far\n", "FLOW527") == []


def test_unknown_fields_are_reported_as_such_alone():
    assert in_json(AGENT | {"helpers": [ref("nobody")]}, "FLOW527") == []


# Components that contain themselves ---------------------------------------------------------------


def test_agents_that_contain_each_other():
    text = (
        "library\n"
        "ManagerWorkers a { group_manager: b, workers: [] }\n"
        "ManagerWorkers b { group_manager: a, workers: [] }\n"
    )
    assert in_flow(text, "FLOW528", "FLOW312") == [
        "FLOW528 2:35 'b' ManagerWorkers 'a' contains itself | a -> b -> a | Take one of these "
        "references away."
    ]


def test_a_component_in_a_document_that_contains_itself():
    manager = component("ManagerWorkers", "m", group_manager=AGENT, workers=[ref("m")])
    assert in_json(manager, "FLOW528", "FLOW312", "FLOW527") == [
        "FLOW528 18:3 '{\\n   \"$component_ref\": \"m\"\\n  }' ManagerWorkers 'm' contains itself "
        "| m -> m | Take one of these references away."
    ]


def test_components_that_share_a_part_contain_no_cycle():
    team = component("ManagerWorkers", "m", group_manager=AGENT, workers=[ref("helper")])
    assert in_json(team, "FLOW528", "FLOW312") == []


def test_what_a_node_cannot_run_is_said_once():
    """Neither that the node is unlike it, nor that the flow would contain itself."""
    text = "tool t(a: string)\nflow main(a: string) {\n  t(a)\n}\n"
    document = flowc.parse(text).to_dict()
    parts = document["$referenced_components"].values()
    node = next(it for it in parts if it["component_type"] == "ToolNode")
    node["tool"] = {"$component_ref": "main"}
    errors = [it.code for it in flowc.from_json(document).diagnostics if it.is_error]
    assert errors == ["FLOW529"]
