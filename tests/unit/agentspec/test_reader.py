"""Reading documents: what the IR holds, and every finding in full."""

from __future__ import annotations

import json
from typing import Any

import pytest
from documents import X, Y, data, flow, flow_with, ref

from flowc.agentspec import Read, read_json, read_object, read_yaml, to_object
from flowc.ir.components import Component
from flowc.ir.flow import Flow
from flowc.ir.nodes import BranchingNode, EndNode, LlmNode, Node, StartNode, ToolNode
from flowc.ir.types import NULL, STRING, ArrayType, Property, UnionType
from flowc.ir.values import Ref
from flowc.text import Span


def findings(read: Read) -> list[str]:
    return [f"{item.code} {item.severity.value}: {item.title}" for item in read.diagnostics]


def the_flow(read: Read) -> Flow:
    root = read.document.root_component
    assert isinstance(root, Flow)
    return root


def node(document: dict[str, Any], id_: str) -> Node:
    found = the_flow(read_object(document)).node(id_)
    assert found is not None
    return found


# The whole ----------------------------------------------------------------------------------------


def test_a_flow_is_read_whole() -> None:
    read = read_object(flow())
    x, y = Property("x", STRING), Property("y", STRING)
    found = the_flow(read)
    assert findings(read) == []
    assert (read.document.version, read.document.root) == ("25.4.1", "f")
    assert list(read.document.components) == ["f", "tool"]
    assert found.nodes == (
        StartNode(component_type="StartNode", id="s", name="s", inputs=(x,), outputs=(x,)),
        ToolNode(
            component_type="ToolNode",
            id="t",
            name="t",
            inputs=(x,),
            outputs=(y,),
            tool=Ref("tool"),
        ),
        EndNode(component_type="EndNode", id="e", name="e", inputs=(y,), outputs=(y,)),
    )
    assert [(e.id, e.name, e.from_node, e.branch, e.to_node) for e in found.control_edges] == [
        (None, "c", "s", "next", "t"),
        (None, "c", "t", "next", "e"),
    ]


@pytest.mark.parametrize("absent", [{}, {"data_flow_connections": None}])
def test_a_flow_without_data_edges_is_wired_by_name(absent: dict[str, Any]) -> None:
    document = flow()
    del document["data_flow_connections"]
    assert the_flow(read_object({**document, **absent})).data_edges is None


def test_an_empty_list_of_data_edges_is_no_edges() -> None:
    assert the_flow(read_object(flow(data_flow_connections=[]))).data_edges == ()


def test_any_component_may_be_the_root() -> None:
    read = read_object({"component_type": "LlmNode", "id": "n", "name": "n"})
    assert isinstance(read.document.root_component, LlmNode)
    read = read_object({"component_type": "Unheard", "id": "u", "name": "u", "x": [1]})
    assert read.document.root_component == Component(
        component_type="Unheard", id="u", name="u", fields={"x": [1]}
    )


def test_the_root_may_be_a_reference_into_the_table() -> None:
    table = {"k": {"component_type": "ServerTool", "id": "tool", "name": "tool"}}
    document = {
        "agentspec_version": "25.4.1",
        "$component_ref": "k",
        "$referenced_components": table,
    }
    read = read_object(document)
    assert (read.document.root, read.document.version, findings(read)) == ("tool", "25.4.1", [])


def test_a_table_alone_is_a_library() -> None:
    table = {"a": {"component_type": "ServerTool", "id": "a", "name": "a"}}
    read = read_object({"$referenced_components": table})
    assert (read.document.root, read.document.version) == (None, None)
    assert list(read.document.components) == ["a"]


def test_the_version_field_of_drafts_is_read() -> None:
    document = flow(agentspec_version=None, air_version="25.3.0")
    read = read_object(document)
    assert (read.document.version, findings(read)) == ("25.3.0", [])
    assert "air_version" not in to_object(read.document)


def test_null_and_empty_optional_fields_read_as_absent() -> None:
    changes = {"metadata": {}, "description": None, "requires_confirmation": None}
    read = read_object(flow_with("tool", **changes))
    assert read == read_object(flow())


@pytest.mark.parametrize(
    ("fields", "kept"),
    [
        ({"component_type": "MapNode", "subflow": ref("f"), "reducers": {}}, "reducers"),
        (
            {"component_type": "MessageSummarizationTransform", "max_cache_size": None},
            "max_cache_size",
        ),
    ],
)
def test_empty_and_null_stay_where_they_say_something(fields: dict[str, Any], kept: str) -> None:
    read = read_object({"id": "m", "name": "m", **fields})
    assert kept in to_object(read.document)


def test_metadata_is_kept_as_it_is() -> None:
    inside = {"a": ref("tool"), "b": {"component_type": "ServerTool"}}
    read = read_object(flow_with("tool", metadata=inside))
    assert read.document.components["tool"].metadata == inside


# Components anywhere -----------------------------------------------------------------------------


def test_inline_components_are_hoisted_with_ids_from_their_place() -> None:
    document = {
        "component_type": "Agent",
        "id": "agent 1",
        "name": "a",
        "system_prompt": "",
        "llm_config": {"component_type": "VllmConfig", "name": "m", "model_id": "m", "url": "u"},
        "tools": [{"component_type": "ServerTool", "name": "t"}],
    }
    read = read_object(document)
    assert list(read.document.components) == ["agent 1", "agent 1/llm_config", "agent 1/tools/0"]
    agent = read.document.components["agent 1"]
    assert agent.fields["llm_config"] == Ref("agent 1/llm_config")
    assert agent.fields["tools"] == [Ref("agent 1/tools/0")]


def test_data_is_no_component_even_if_it_looks_like_one() -> None:
    body = {"component_type": "ServerTool", "name": "x"}
    document = {"component_type": "RemoteTool", "id": "r", "name": "r", "url": "u",
                "http_method": "POST", "data": body}  # fmt: skip
    read = read_object(document)
    assert list(read.document.components) == ["r"]
    assert read.document.components["r"].fields["data"] == body


def test_tables_stand_at_any_level() -> None:
    document = flow_with("t", tool={**flow()["$referenced_components"]["tool"], "id": "inner",
                                    "$referenced_components": {"deep": {"component_type": "A",
                                                                        "name": "n"}}})  # fmt: skip
    assert list(read_object(document).document.components) == ["f", "inner", "tool", "deep"]


INNER_TABLE = """{
  "component_type": "A", "id": "a", "name": "a", "x": %s "b": {
    "component_type": "B", "id": "b", "name": "b",
    "%s": { "deep": { "component_type": "C", "name": "c" } }
  }
}"""


@pytest.mark.parametrize("own", ["1,", '1, "$referenced_components": {},'])
@pytest.mark.parametrize(
    "table",
    ["$referenced_components", r"\u0024referenced_components", r"$re\u0066erenced_components"],
)
def test_a_table_is_found_whatever_its_text(own: str, table: str) -> None:
    text = INNER_TABLE % (own, table)
    for written in (text, json.dumps(json.loads(text), separators=(",", ":")), f"// json5\n{text}"):
        assert list(read_json(written).document.components) == ["a", "deep", "b"]
    assert list(read_yaml(text).document.components) == ["a", "deep", "b"]


def test_a_key_that_is_not_the_components_id_is_resolved() -> None:
    read = read_object(flow_with("t", id="another"))
    assert [item.id for item in the_flow(read).nodes] == ["s", "another", "e"]
    assert [edge.to_node for edge in the_flow(read).control_edges] == ["another", "e"]


def test_a_reference_to_what_is_elsewhere_stays() -> None:
    read = read_object(flow_with("t", tool=ref("elsewhere")))
    assert findings(read) == []
    assert the_flow(read).nodes[1] == ToolNode(
        component_type="ToolNode", id="t", name="t", tool=Ref("elsewhere")
    )


def test_equal_copies_are_one_component_with_a_warning() -> None:
    tool = flow()["$referenced_components"]["tool"]
    read = read_object(flow_with("t", tool=tool))
    assert findings(read) == [
        "FLOW521 warning: component 'tool' stands in the document more than once"
    ]
    assert read.document == read_object(flow()).document


def test_one_id_for_different_components_is_an_error_and_nothing_is_lost() -> None:
    other = {"component_type": "ServerTool", "id": "tool", "name": "another"}
    read = read_object(flow_with("t", tool=other))
    assert findings(read) == ["FLOW520 error: two different components have the id 'tool'"]
    call = the_flow(read).node("t")
    assert isinstance(call, ToolNode)
    names = {item.id: item.name for item in read.document.components.values()}
    assert names == {"f": "f", "tool": "another", "tool/2": "tool"}
    assert call.tool == Ref("tool")


def test_edges_of_a_flow_follow_its_own_node_if_the_id_is_taken() -> None:
    inner = flow(id="g", name="g")
    table = inner.pop("$referenced_components")
    inner["nodes"] = [{**table["s"], "description": "inner"}, table["t"], table["e"]]
    outer = flow()
    outer["$referenced_components"]["g"] = inner
    read = read_object(outer)
    found = read.document.flow("g")
    assert found is not None
    assert [item.id for item in found.nodes] == ["s/2", "t", "e"]
    assert found.control_edges[0].from_node == "s/2"
    assert "FLOW520 error: two different components have the id 's'" in findings(read)


# What is derived ----------------------------------------------------------------------------------


def test_branches_of_a_branching_node_are_its_mappings_and_default() -> None:
    branching = {"component_type": "BranchingNode", "mapping": {"1": "b", "2": "a", "3": "b"},
                 "tool": ...}  # fmt: skip
    found = node(flow_with("t", **branching), "t")
    assert isinstance(found, BranchingNode)
    assert found.branches == ("b", "a", "default")
    assert found.inputs == (Property("branching_mapping_key", STRING),)
    assert found.outputs == ()


def test_a_prompt_has_an_input_for_each_placeholder() -> None:
    fields = {"component_type": "LlmNode", "tool": ..., "llm_config": ref("m"),
              "prompt_template": "{{ b }} and {{a}} and {{b}}"}  # fmt: skip
    fed = [data("s", "x", "t", "a"), data("s", "x", "t", "b")]
    found = node(flow_with("t", **fields) | {"data_flow_connections": fed}, "t")
    assert found.inputs == (Property("b", STRING), Property("a", STRING))
    assert found.outputs == (Property("generated_text", STRING),)


def test_a_placeholder_that_nothing_feeds_is_no_input() -> None:
    fields = {"component_type": "LlmNode", "tool": ..., "llm_config": ref("m"),
              "prompt_template": "{{x}} {{BASE_URL}}"}  # fmt: skip
    wired = flow_with("t", **fields)
    assert node(wired, "t").inputs == (Property("x", STRING),)
    by_name = wired | {"data_flow_connections": None}
    assert node(by_name, "t").inputs == (Property("x", STRING),)
    listed = flow_with("t", **fields, inputs=[{"title": "BASE_URL", "type": "string"}])
    assert [item.title for item in node(listed, "t").inputs] == ["BASE_URL"]


def subflow_document(type_: str, **fields: Any) -> dict[str, Any]:
    """A flow whose node `t` runs another flow with an end of its own branch `done`."""
    inner = flow(id="g", name="g")
    for id_ in ("s", "t", "e"):
        inner["$referenced_components"][f"g{id_}"] = {
            **inner["$referenced_components"].pop(id_),
            "id": f"g{id_}",
        }
    inner = json.loads(json.dumps(inner).replace('_ref": "', '_ref": "g').replace("gtool", "tool"))
    inner["$referenced_components"]["ge"]["branch_name"] = "done"
    del inner["$referenced_components"]["tool"]
    document = flow_with("t", component_type=type_, subflow=ref("g"), tool=..., **fields)
    document["$referenced_components"]["g"] = inner
    return document


def test_a_flow_node_has_its_subflows_signature() -> None:
    found = node(subflow_document("FlowNode"), "t")
    assert found.inputs == (Property("x", STRING),)
    assert found.outputs == (Property("y", STRING),)
    assert found.branches == ("done",)


def test_a_map_node_takes_lists_and_collects_them() -> None:
    found = node(subflow_document("MapNode"), "t")
    either = UnionType(members=(STRING, ArrayType(items=STRING)))
    assert found.inputs == (Property("iterated_x", either),)
    assert found.outputs == (Property("collected_y", ArrayType(items=STRING)),)
    assert found.branches == ("next",)
    reduced = node(subflow_document("ParallelMapNode", reducers={"y": "max"}), "t")
    assert reduced.outputs == (Property("collected_y", STRING),)


def test_a_catch_exception_node_adds_its_branch_and_its_output() -> None:
    found = node(subflow_document("CatchExceptionNode"), "t")
    assert found.branches == ("done", "caught_exception_branch")
    info = Property("caught_exception_info", UnionType(members=(STRING, NULL)), default=None)
    assert found.outputs == (Property("y", STRING), info)


@pytest.mark.parametrize("side", ["inputs", "outputs"])
def test_start_and_end_nodes_have_both_sides(side: str) -> None:
    other = "outputs" if side == "inputs" else "inputs"
    for id_, items in (("s", [X]), ("e", [Y])):
        found = node(flow_with(id_, **{side: items, other: []}), id_)
        assert found.inputs == found.outputs == (Property(items[0]["title"], STRING),)


# Places -------------------------------------------------------------------------------------------


def line_of(read: Read, code: str) -> int:
    (found,) = [item for item in read.diagnostics if item.code == code]
    assert found.location is not None
    return found.location.line


def test_findings_and_components_know_their_place_in_json() -> None:
    text = json.dumps(flow_with("t", nam="x"), indent=1)
    read = read_json(text, "f.json")
    assert text.splitlines()[line_of(read, "FLOW512") - 1].strip() == '"nam": "x"'
    tool = read.document.components["tool"].origin
    assert tool is not None and json.loads(tool.span().text)["id"] == "tool"
    edge = the_flow(read).control_edges[1].origin
    assert edge is not None and json.loads(edge.span().text)["from_node"] == ref("t")


def test_findings_know_their_place_in_yaml() -> None:
    text = "component_type: ServerTool\nid: t\nname: t\nreq: true # no such field\n"
    read = read_yaml(text, "t.yaml")
    (found,) = read.diagnostics
    assert found.location is not None
    span = found.location.span()
    assert isinstance(span, Span)
    assert (span.line, span.column, span.text) == (4, 6, "true")
