"""Documents that say what no form of the source says; and placeholders that are no inputs."""

from __future__ import annotations

from itertools import pairwise
from textwrap import dedent
from typing import Any

import pytest

import flowc
from flowc.agentspec import to_object
from flowc.agentspec.layout import exact_differences
from flowc.ir.meaning import differences

X, Y = {"title": "x", "type": "string"}, {"title": "y", "type": "string"}


def ref(id_: str) -> dict[str, str]:
    return {"$component_ref": id_}


def control(source: str, target: str) -> dict[str, Any]:
    ends = {"from_node": ref(source), "to_node": ref(target)}
    return {"component_type": "ControlFlowEdge", "name": "c", **ends}


def data(source: str, output: str, target: str, input_: str) -> dict[str, Any]:
    return {
        "component_type": "DataFlowEdge",
        "name": "d",
        "source_node": ref(source),
        "source_output": output,
        "destination_node": ref(target),
        "destination_input": input_,
    }


def component(type_: str, id_: str, **fields: Any) -> dict[str, Any]:
    return {"component_type": type_, "id": id_, "name": id_, **fields}


def flow(id_: str, nodes: str, edges: list[Any], start: str | None = "s") -> dict[str, Any]:
    """A flow through some nodes, one after the other; `edges` are its data edges."""
    ids = nodes.split()
    ways = ids if start is None or start in ids else [start, *ids]
    found = {
        "inputs": [X],
        "outputs": [],
        "start_node": ref(start or ""),
        "nodes": [ref(id_) for id_ in ids],
        "control_flow_connections": [control(*pair) for pair in pairwise(ways)],
        "data_flow_connections": edges,
    }
    if start is None:
        del found["start_node"]
    return component("Flow", id_, **found)


S = component("StartNode", "s", inputs=[X])
N = component("ToolNode", "n", tool=ref("t"))
E = component("EndNode", "e")
T = component("ServerTool", "t", inputs=[X], outputs=[Y])


def document(root: dict[str, Any], *others: dict[str, Any]) -> dict[str, Any]:
    table = {item["id"]: item for item in others}
    return {**root, "agentspec_version": "25.4.1", "$referenced_components": table}


DOCUMENTS = {
    "a start that is no StartNode": (
        document(flow("f", "n e", [], start="n"), N, E, T),
        """
        agentspec "25.4.1"

        tool t(x: string) -> (y: string)

        @with({ start_node: ref("n") })
        flow f(x: string) by edges {
          @id("n")
          n = t(x: string)
          end: return
          edges {
            n -> end
          }
        }
        """,
    ),
    "a start outside the flow": (
        document(flow("f", "n e", [data("s", "x", "n", "x")]), S, N, E, T),
        """
        agentspec "25.4.1"

        StartNode s(x: string) -> (x: string)
        tool t(x: string) -> (y: string)

        @with({ start_node: s })
        flow f(x: string) by edges {
          n = t(x)
          end: return
          edges {
            start -> n
            n -> end
          }
        }
        """,
    ),
    "no start": (
        document(flow("f", "n e", [], start=None), N, E, T),
        """
        agentspec "25.4.1"

        tool t(x: string) -> (y: string)

        @with({ start_node: absent })
        flow f(x: string) by edges {
          n = t(x: string)
          end: return
          edges {
            n -> end
          }
        }
        """,
    ),
    "a title twice": (
        document(
            flow("f", "s n e", [data("s", "x", "n", "x")]),
            {**S, "inputs": [X, X]},
            N,
            E,
            {**T, "inputs": [X, {**X, "type": "integer"}]},
        ),
        """
        agentspec "25.4.1"

        @with({ inputs: [{ title: "x", type: "string" }, { title: "x", type: "integer" }] })
        tool t(x: string) -> (y: string)

        flow f(x: string) {
          @with({
            inputs: [{ title: "x", type: "string" }, { title: "x", type: "string" }]
            outputs: [{ title: "x", type: "string" }, { title: "x", type: "string" }]
          })
          start
          n = t(x)
          return
        }
        """,
    ),
    "nodes that stand in two flows": (
        document(
            flow("f", "s n g e", [data("s", "x", "n", "x"), data("s", "x", "g", "x")]),
            S,
            N,
            component("FlowNode", "g", subflow=ref("f2")),
            E,
            T,
            flow("f2", "s n e", [data("s", "x", "n", "x")]),
        ),
        """
        agentspec "25.4.1"

        tool t(x: string) -> (y: string)

        flow f2(x: string) {
          @id("s")
          start
          @id("n")
          n = t(x)
          @id("e")
          end: return
        }

        flow f(x: string) {
          @id("s")
          start
          @id("n")
          n = t(x)
          g = f2(x)
          @id("e")
          end: return
        }
        """,
    ),
    "placeholders that are no inputs": (
        document(
            flow("f", "s a b c e", [data("s", "x", "a", "x"), data("s", "x", "b", "HOST")]),
            S,
            component("OutputMessageNode", "a", message="{{HOST}}: {{x}}", inputs=[X]),
            component("OutputMessageNode", "b", message="{{ HOST }} or {{PORT}}"),
            component("AgentNode", "c", agent=ref("agent")),
            E,
            component("Agent", "agent", system_prompt="For {{COMPANY}}.", llm_config=ref("llm")),
            component("VllmConfig", "llm", url="{{LLM}}/v1", model_id="m"),
            component("RemoteTool", "get", url="{{URL}}/{{x}}", http_method="GET", inputs=[X]),
            component("RemoteTool", "put", url="{{URL}}/{{it}}", http_method="PUT"),
        ),
        """
        agentspec "25.4.1"

        env COMPANY
        env HOST
        env LLM
        env PORT
        env URL

        VllmConfig llm { model_id: "m", url: "{{LLM}}/v1" }

        Agent agent { llm_config: llm, system_prompt: "For {{COMPANY}}." }

        RemoteTool get(x: string) { url: "{{URL}}/{{x}}", http_method: "GET" }

        RemoteTool put { url: "{{URL}}/{{it}}", http_method: "PUT" }

        flow f(x: string) {
          a = say "{{HOST}}: {{x}}" (x)
          b = say "{{ HOST }} or {{PORT}}" (HOST = x)
          c = agent()
          return
        }
        """,
    ),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_no_form_says_is_stated_and_comes_back(name: str):
    value, text = DOCUMENTS[name]
    program = flowc.from_json(value)
    flow_text = program.to_flow()
    assert flow_text == dedent(text).lstrip("\n")
    back = flowc.parse(flow_text)
    assert differences(program.document, back.document) == ()
    exact = flowc.parse(program.to_flow(exact=True)).document
    assert exact_differences(value, to_object(exact)) == ()
    titles = {item.title for item in program.diagnostics}
    assert {item.title.replace("'end'", "'e'") for item in back.diagnostics} <= titles


def test_a_node_with_env_placeholders_lists_no_inputs_that_go_without_saying():
    """The SDK refuses a node that lists its inputs but not all that its placeholders name."""
    value, _ = DOCUMENTS["placeholders that are no inputs"]
    document = flowc.parse(flowc.from_json(value).to_flow())
    table = document.to_dict()["$referenced_components"]
    assert {id_: "inputs" in node for id_, node in table.items() if id_.startswith("f/")} == {
        "f/start": True,
        "f/a": False,
        "f/b": False,
        "f/c": False,
        "f/end": True,
    }
