"""Small documents that say what no form of a source says: they come back all the same."""

from __future__ import annotations

from typing import Any

import pytest

import flowc
from flowc.agentspec.layout import lay_out, same_layout
from flowc.ir.meaning import differences

X, N = {"title": "x", "type": "string"}, {"title": "n", "type": "integer"}


def ref(id_: str) -> dict[str, str]:
    return {"$component_ref": id_}


def library(**components: dict[str, Any]) -> dict[str, Any]:
    return {
        "$referenced_components": {key.replace("__", "/"): it for key, it in components.items()}
    }


def flow(*nodes: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A flow of a StartNode `s`, these nodes, and whatever else is said."""
    start = {"component_type": "StartNode", "id": "s", "name": "s", "outputs": [X]}
    return {
        "component_type": "Flow",
        "id": "f",
        "name": "f",
        "start_node": start,
        "nodes": [ref("s"), *nodes],
        "control_flow_connections": [],
        "data_flow_connections": [],
        **fields,
    }


def node(type_: str, id_: str, **fields: Any) -> dict[str, Any]:
    return {"component_type": type_, "id": id_, "name": id_, **fields}


def control(source: str, target: str, **more: Any) -> dict[str, Any]:
    return {
        "component_type": "ControlFlowEdge",
        "from_node": ref(source),
        "to_node": ref(target),
    } | more


def data(source: str, output: str, target: str, input_: str, **more: Any) -> dict[str, Any]:
    return {
        "component_type": "DataFlowEdge",
        "source_node": ref(source),
        "source_output": output,
        "destination_node": ref(target),
        "destination_input": input_,
    } | more


AGENT = node("Agent", "a", inputs=[X], outputs=[X, N], llm_config=ref("llm"), system_prompt="")
SUB = flow(node("EndNode", "sub/e"), id="sub", name="sub", start_node=ref("sub/s"))
SUB["nodes"] = [node("StartNode", "sub/s", inputs=[X]), node("EndNode", "sub/e", branch_name="")]
CAUGHT = flow(
    id="caught",
    name="caught",
    start_node=node("StartNode", "caught/s"),
    nodes=[ref("caught/s"), node("EndNode", "caught/e", outputs=[X, N])],
    outputs=[{**X, "default": ""}, {**N, "default": 1}],
)
INFO = {"title": "caught_exception_info", "type": ["string", "null"]}
UUID = "0b7e7a7c-4a4e-4b6c-9f0a-2d2f6a1c9d3e"
POLICIES = {"flowc": {"retry": {"max_attempts": 3}, "timeout": 5, "context": True, "state": ["x"]}}
COPY = data("s", "x", "t", "x")

DOCUMENTS = {
    "policies where they mean nothing": library(
        a=node("Agent", "a", metadata=POLICIES), e=node("EndNode", "e", metadata=POLICIES)
    ),
    "a policy that no annotation can say": library(
        t=node("ServerTool", "t", metadata={"flowc": {"retry": {"often": 3}, "timeout": -1}})
    ),
    "policies of an edge": flow(
        node("EndNode", "e"), control_flow_connections=[control("s", "e", metadata=POLICIES)]
    ),
    "unreachable ends": flow(
        node("EndNode", "f/end_2", branch_name="a"), node("EndNode", "f/end", branch_name="b")
    ),
    "ends named after others": flow(node("EndNode", "e", name="x"), node("LLMNode", "x", name="e")),
    "a second start": flow(node("StartNode", "t", inputs=[N])),
    "a node called start": flow(node("LLMNode", "n", name="start")),
    "a start that is no StartNode": flow(node("LLMNode", "n"), start_node=ref("n")),
    "a start among no nodes": flow(node("EndNode", "e"), nodes=[], start_node=ref("elsewhere")),
    "a start that takes other than it gives": {
        **flow(),
        "start_node": node("StartNode", "s", inputs=[N], outputs=[X], branches=["a", "b"]),
    },
    "a start that lists nothing": flow(inputs=[X], start_node=node("StartNode", "s")),
    "an end with branches": flow(node("EndNode", "e", branches=["next", "next"])),
    "edges to nowhere": flow(
        control_flow_connections=[control("s", "nowhere"), control("nowhere", "s")],
        data_flow_connections=[data("nowhere", "y", "s", "x")],
    ),
    "no edge among edges": flow(data_flow_connections=[False, {}, None, COPY]),
    "edges that stand elsewhere, among what is none": {
        **flow(node("EndNode", "e"), control_flow_connections=[0.5, ref("s->e")]),
        "data_flow_connections": [ref("s.x->e.x")],
        "$referenced_components": {"s->e": control("s", "e", id="s->e"), "s.x": AGENT},
    },
    "no edges at all": {"component_type": "Flow", "id": "f", "name": "f"},
    "wired by name, and by edges": {
        key: value
        for key, value in flow(
            node("EndNode", "e"), control_flow_connections=[control("s", "e", x=1)] * 2
        ).items()
        if key != "data_flow_connections"
    },
    "copies of an edge, one of them with more to say": flow(
        node("ToolNode", "t", inputs=[X], tool=ref("elsewhere")),
        data_flow_connections=[COPY, {**COPY, "description": "again"}, COPY],
    ),
    "one source of an input that no reference can name": flow(
        node("EndNode", "t", inputs=[X], outputs=[X]),
        data_flow_connections=[data("t", "x", "t", "x"), COPY],
    ),
    "a flow and its end list a title twice": flow(node("EndNode", "e", outputs=[X, X])),
    "a tool lists a title twice": library(t=node("ServerTool", "t", inputs=[X, N, X])),
    "a tool of such a tool": flow(
        node("ToolNode", "t", tool=node("ServerTool", "tool", outputs=[X, {"title": "x"}]))
    ),
    "lists of inputs that are none": library(
        a=node("Agent", "a", inputs=[None], outputs={"x": {"type": "string"}})
    ),
    "an input that the callee lacks": flow(
        node("FlowNode", "t", inputs=[X, {**N, "default": 1}], subflow=SUB)
    ),
    "no output where the callee has some": flow(
        node("AgentNode", "t", inputs=[], outputs=[], agent=AGENT),
        node("AgentNode", "u", inputs=[X], outputs=[N, X], agent=ref("a")),
    ),
    "no input at a switch": flow(node("BranchingNode", "b", inputs=[], mapping={"a": "a"})),
    "two inputs and an output at a switch": flow(
        node("BranchingNode", "b", inputs=[N, X], outputs=[X], mapping={})
    ),
    "a map over nothing that is known": flow(
        node("MapNode", "m", inputs=[X], subflow=ref("elsewhere")),
        node("ParallelMapNode", "p", inputs=[{"title": "iterated_x"}], subflow=SUB),
    ),
    "no subflows": flow(node("ParallelFlowNode", "p", inputs=[X], outputs=[N], subflows=[])),
    "a branch without a name": flow(
        node("FlowNode", "t", subflow=SUB), node("AgentNode", "u", agent=AGENT, branches=["", ""])
    ),
    "a catch of what is elsewhere": flow(
        node("CatchExceptionNode", "t", subflow=ref("elsewhere"), branches=["a", "next"])
    ),
    "a catch that catches nothing": flow(
        node("CatchExceptionNode", "t", subflow=ref("elsewhere"), branches=["next"])
    ),
    "a catch that leaves its defaults to the flow": flow(
        node("CatchExceptionNode", "t", subflow=CAUGHT, outputs=[X, N, INFO]),
    ),
    "a catch whose defaults the flow has in another type": flow(
        node("CatchExceptionNode", "t", subflow=CAUGHT, outputs=[{"title": "n"}, X, INFO]),
    ),
    "nodes without what makes them their kind": flow(
        node("ToolNode", "t"), node("MapNode", "m"), node("LlmNode", "l", prompt_template=[5])
    ),
    "node types that are no names of types": flow(node("plain", "p"), node("tool", "q", x=1)),
    "nodes that stand in no flow": library(
        e=node("EndNode", "e", zeal=[]),
        t=node("ToolNode", "t", tool=ref("tool")),
        w=node("PluginThing", "w", inner=node("BranchingNode", "b", mapping={"a": "b"})),
    ),
    "a node that a field refers to": flow(
        node("EndNode", "e"), node("EndNode", "e2"), x=[ref("e2")], y={"component_type": "A"}
    ),
    "a flow that only contains itself": {
        **flow(),
        "$referenced_components": {
            "again": {
                **flow(node("ParallelFlowNode", "p", subflows=[ref("again")])),
                "id": "again",
                "name": "again",
                "nodes": [node("ParallelFlowNode", "p", subflows=[ref("again")])],
            }
        },
    },
    "an inline component above others": library(
        a=node("Agent", "a", toolboxes=[{"component_type": "MCPToolBox"}]),
        b=node("TlsOracleDatabaseConnectionConfig", "b"),
    ),
    "names that are ids of others": library(
        a__refuse=node("ToolNode", "a/refuse", name="refuse", tool=ref("refuse")),
        refuse=node("ServerTool", "refuse"),
    ),
    "a reference to what hangs on a UUID": flow(
        node("ToolNode", UUID, name="t"),
        control_flow_connections=[{"from_node": ref(f"{UUID}/15")}],
    ),
    "references to what hangs on a node and on a tool": library(
        f=flow(node("EndNode", "e")),
        t=node("ServerTool", UUID, name="t"),
        u=node("PluginUser", "u", uses=[ref("e/part"), ref("e.x"), ref(f"{UUID}/part")]),
    ),
    "the secret of another component": library(
        llm=node("OpenAiConfig", UUID, name="llm", api_key=ref(f"{UUID}.api_key")),
        u=node("PluginUser", "u", key=ref(f"{UUID}.api_key")),
    ),
    "references to nowhere by ids that a source gives": library(
        f=flow(node("EndNode", "e")),
        t=node("ServerTool", UUID, name="t"),
        u=node("PluginUser", "u", uses=[ref("f/end"), ref("f/start/part"), ref("t")]),
    ),
    "components whose ids a source gives to others": library(
        f=flow(node("EndNode", "e"), node("EndNode", "e2")),
        t=node("ServerTool", UUID, name="t"),
        f__end=node("PluginTwin", "f/end", name="twin"),
        twin=node("PluginTwin", "t", name="twin"),
    ),
    "a node that keeps the id which another gets": library(
        f=flow(node("EndNode", "f/x", name="y"), node("LLMNode", "n", name="x")),
        u=node("PluginUser", "u", uses=ref("f/x")),
    ),
    "nodes of a flow that keeps its UUID": library(
        f=flow(node("LLMNode", "n", name="x"), id=UUID),
        u=node("PluginUser", "u", uses=[ref(f"{UUID}/x"), ref(f"{UUID}/y")]),
    ),
    "an edge that refers to what looks like its secret": flow(
        node("EndNode", "e"),
        control_flow_connections=[control("s", "e", id="edge", x=ref("edge.x"))],
    ),
    "an edge that refers to a component inside another": flow(
        node("ToolNode", "t", tool=node("ServerTool", "t/tool")),
        control_flow_connections=[control("s", "t", x=ref("t/tool"))],
    ),
    "empty ids": {**flow(node("EndNode", "")), "id": ""},
    "a version in the component that the root refers to": {
        "$component_ref": "f",
        "$referenced_components": {"f": {**flow(), "agentspec_version": "25.4.1"}},
    },
    "titles that are no text": library(
        t=node("ServerTool", "t", inputs=[{"title": None, "type": "string"}, {"title": ["x"]}])
    ),
    "a type that is null": library(
        t=node("ServerTool", "t", inputs=[{"title": "x", "type": None}])
    ),
    "schemas that are true": library(
        t=node("ServerTool", "t", inputs=[{"title": "x", "items": True, "anyOf": [True, {}]}])
    ),
    "placeholders in several components": library(
        b=node("LlmConfig", "b", url="{{B}}", model_id="{{A}}"),
        a=node("LlmConfig", "a", url="{{A}}", model_id="{{C}}"),
    ),
}


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS)
def test_it_means_the_same_in_json_yaml_and_flow(document: dict[str, Any]):
    program = flowc.from_json(document)
    source = flowc.parse(program.to_flow())
    again = flowc.from_json(source.to_json())
    assert differences(program.document, again.document) == ()
    assert again.to_flow() == source.to_flow()
    yaml = flowc.from_yaml(program.to_yaml())
    assert differences(program.document, yaml.document) == ()
    assert program.to_json() == flowc.from_json(program.to_json()).to_json()


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS)
def test_an_exact_source_compiles_to_it(document: dict[str, Any]):
    source = flowc.parse(flowc.from_json(document).to_flow(exact=True))
    assert same_layout(lay_out(document), lay_out(source.to_dict()))


def test_policies_are_annotations_only_where_they_mean_something():
    tool = node("ServerTool", "t", inputs=[X], metadata=POLICIES)
    agent = node("Agent", "a", metadata={"flowc": {"timeout": 5}})
    text = flowc.from_json(library(t=tool, a=agent)).to_flow()
    assert '@retry(max_attempts = 3)\n@timeout(5)\n@context\n@state("x")\ntool t' in text
    assert "@meta({ flowc: { timeout: 5 } })\nAgent a" in text
