"""Which Agent Spec version components need (SEMANTICS 8)."""

from __future__ import annotations

import pytest

from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import ApiNode, LlmNode, ParallelMapNode
from flowc.ir.types import INTEGER, STRING, Property, UnionType
from flowc.ir.values import ABSENT, Ref, secret
from flowc.ir.versions import Requirement, is_lower, lowest_version, needs, requirements


def component(type_: str, **fields) -> Component:
    return Component(component_type=type_, id="c", name="c", fields=fields)


@pytest.mark.parametrize(
    ("type_", "fields", "version"),
    [
        ("ServerTool", {}, "25.4.1"),
        ("ServerTool", {"requires_confirmation": False}, "25.4.1"),
        ("ServerTool", {"requires_confirmation": True}, "25.4.2"),
        ("MCPToolBox", {"requires_confirmation": True}, "26.1.2"),
        ("BuiltinTool", {}, "25.4.2"),
        ("Swarm", {}, "25.4.2"),
        ("Agent", {"toolboxes": []}, "25.4.1"),
        ("Agent", {"toolboxes": [Ref("box")]}, "25.4.2"),
        ("Agent", {"human_in_the_loop": True}, "25.4.1"),
        ("Agent", {"human_in_the_loop": False}, "25.4.2"),
        ("Agent", {"human_in_the_loop": False, "transforms": [Ref("t")]}, "26.1.2"),
        ("VllmConfig", {"url": "u", "api_type": "chat_completions"}, "25.4.1"),
        ("VllmConfig", {"api_type": "responses"}, "25.4.2"),
        ("OpenAiConfig", {"api_key": secret("c", "api_key")}, "25.4.2"),
        ("OciGenAiConfig", {"api_type": "oci", "provider": "META"}, "25.4.1"),
        ("OciGenAiConfig", {"provider": "XAI"}, "26.1.2"),
        ("LlmConfig", {}, "26.1.2"),
        ("GeminiConfig", {}, "26.1.2"),
        ("VllmConfig", {"ca_file": "ca.pem"}, "26.1.2"),
        ("A2AConnectionConfig", {"ca_file": "ca.pem"}, "25.4.1"),
        ("RemoteTool", {"data": {"a": 1}}, "25.4.1"),
        ("RemoteTool", {"data": "text"}, "25.4.2"),
        ("RemoteTool", {"retry_policy": {}}, "26.1.2"),
        ("MCPTool", {"retry_policy": {}}, "26.3.1"),
        ("SSETransport", {"auth": Ref("oauth")}, "26.1.2"),
        ("DbmsVectorChainLlmConfig", {}, "26.3.1"),
        ("PluginTool", {"retry_policy": {}, "auth": "x"}, "25.4.1"),
    ],
)
def test_the_lowest_version_of_a_component(type_: str, fields: dict, version: str):
    assert needs(component(type_, **fields)) == version


def test_nodes():
    def llm(*types):
        outputs = tuple(Property(f"o{index}", type_) for index, type_ in enumerate(types))
        return LlmNode(component_type="LlmNode", id="n", name="n", outputs=outputs)

    assert needs(llm(STRING)) == "25.4.1"
    assert needs(llm(STRING, STRING)) == "25.4.2"
    assert needs(llm(INTEGER)) == "25.4.2"
    assert needs(llm(UnionType(members=(STRING, INTEGER)))) == "25.4.2"
    api = ApiNode(component_type="ApiNode", id="n", name="n", url_allow_list=("https://a",))
    assert list(requirements(api)) == [Requirement("26.1.2", "field 'url_allow_list'")]


def test_overrides_count():
    plain = component("BuiltinTool", retry_policy={})
    as_server = Component(
        component_type="BuiltinTool", id="c", name="c", overrides={"component_type": "ServerTool"}
    )
    without = Component(
        component_type="RemoteTool",
        id="c",
        name="c",
        fields={"retry_policy": {}},
        overrides={"retry_policy": ABSENT},
    )
    assert needs(plain) == "25.4.2"
    assert needs(as_server) == "25.4.1"
    assert needs(without) == "25.4.1"


def test_the_lowest_version_of_a_document_looks_into_its_flows_but_not_elsewhere():
    node = ParallelMapNode(component_type="ParallelMapNode", id="n", name="n", subflow=Ref("g"))
    flow = Flow(id="f", name="f", nodes=(node,))
    far = Component(component_type="GeminiConfig", id="g", name="g", extern=True)
    assert lowest_version(Document(version=None, root="f", components={"f": flow, "g": far})) == (
        "25.4.2"
    )
    assert lowest_version(Document(version=None, root=None, components={})) == "25.4.1"


def test_versions_are_compared_by_number():
    assert is_lower("25.4.1", "25.4.2")
    assert is_lower("26.2.0", "26.10.0")
    assert not is_lower("26.1.2", "26.1.2")
    assert not is_lower("{{VERSION}}", "25.4.2")
    assert not is_lower("25.4.1", "latest")
