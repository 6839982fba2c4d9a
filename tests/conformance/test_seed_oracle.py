"""The second seed, sentence by sentence: ToolNodes, and the runnable example in and out."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from test_seed_document import seed_document

import flowc
from flowc.ir.nodes import ToolNode
from flowc.semantics import check

STATUS = {"7812": "OUT_FOR_DELIVERY", "7930": "PROCESSING", "8041": "DELIVERED"}


@pytest.fixture
def document(corpus: Path) -> dict[str, Any]:
    return copy.deepcopy(seed_document(corpus))


def plsql(calls: list[Any]) -> dict[str, Any]:
    """An executor of BuiltinTools that notes what it is asked to run."""

    def execute(tool: dict[str, Any], arguments: dict[str, Any]) -> Any:
        calls.append((tool["configuration"], dict(arguments)))
        return STATUS.get(arguments["order_id"], "UNKNOWN")

    return {"plsql_exec": execute}


def codes(document: dict[str, Any]) -> list[str]:
    return [found.code for found in flowc.from_json(document).diagnostics]


def node_of(document: dict[str, Any]) -> dict[str, Any]:
    return document["$referenced_components"]["lookup-order"]


# The runnable example -----------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["interpreter", "python"])
@pytest.mark.parametrize(
    ("order_id", "status"), [*STATUS.items(), ("1", "UNKNOWN")], ids=lambda it: it
)
def test_the_example_gives_the_order_status(document, engine, order_id, status):
    calls: list[Any] = []
    inputs = json.dumps([{"name": "order_id", "value": order_id}])
    result = flowc.run(document, inputs, tools={}, executors=plsql(calls), engine=engine)
    assert dict(result) == {"order_status": status}
    configuration = {"package_name": "ORDER_TOOLS", "procedure_name": "LOOKUP_ORDER"}
    assert calls == [(configuration, {"order_id": order_id})]


def test_no_model_selects_the_operation(document):
    """The tool that the node refers to is called, whatever else the document holds."""
    other = copy.deepcopy(document["$referenced_components"]["lookup-orders-tool"])
    other |= {"id": "other", "name": "other"}
    document["$referenced_components"]["other"] = other
    calls: list[Any] = []
    flowc.run(document, {"order_id": "7812"}, tools={}, executors=plsql(calls))
    assert len(calls) == 1


def test_a_function_of_the_tools_name_wins_over_the_executor(document):
    tools = {"lookup_order": lambda order_id: f"mine {order_id}"}
    result = flowc.run(document, {"order_id": "7812"}, tools=tools, executors=plsql([]))
    assert result["order_status"] == "mine 7812"


def test_without_an_executor_nothing_runs(document):
    with pytest.raises(NotImplementedError, match="no implementation for lookup_order"):
        flowc.run(document, {"order_id": "7812"}, tools={})


# Fields and contracts -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "code"), [("component_type", "FLOW510"), ("name", "FLOW513"), ("tool", "FLOW511")]
)
def test_required_fields(document, field, code):
    del node_of(document)[field]
    assert code in codes(document)


@pytest.mark.parametrize("field", ["inputs", "outputs", "branches"])
def test_optional_fields_follow_from_the_tool(document, field):
    before = codes(document)
    del node_of(document)[field]
    assert codes(document) == before
    result = flowc.run(document, {"order_id": "7930"}, tools={}, executors=plsql([]))
    assert result["order_status"] == "PROCESSING"


def test_the_node_resolves_its_tool_reference(document):
    [node] = [
        node
        for flow in flowc.from_json(document).document.flows
        for node in flow.nodes
        if isinstance(node, ToolNode)
    ]
    assert (node.id, node.name, node.tool.id) == (
        "lookup-order",
        "lookup_order",
        "lookup-orders-tool",
    )


def test_a_tool_that_is_elsewhere_is_read_but_does_not_run(document):
    node_of(document)["tool"] = {"$component_ref": "nowhere"}
    with pytest.raises(flowc.FlowcError) as caught:
        flowc.run(document, {"order_id": "7812"}, tools={}, executors=plsql([]))
    assert [(found.code, found.title) for found in caught.value.diagnostics] == [
        ("FLOW702", "the tool 'nowhere' of node 'lookup_order' is not in the document")
    ]


def test_the_contracts_of_node_and_tool_must_be_compatible(document):
    node_of(document)["inputs"] = [{"title": "other", "type": "string"}]
    assert "FLOW223" in codes(document)


def test_connections_refer_to_the_node_not_to_the_tool(document):
    for edge in document["data_flow_connections"]:
        if edge["destination_node"]["$component_ref"] == "lookup-order":
            edge["destination_node"] = {"$component_ref": "lookup-orders-tool"}
    assert "FLOW302" in codes(document)


def test_the_example_itself_has_only_the_warning_about_its_version(document):
    program = flowc.from_json(document)
    assert [found.code for found in program.diagnostics] == ["FLOW590"]
    assert [found.code for found in check(program.document)] == ["FLOW590"]
