"""Inputs, outputs and branches of nodes that list none, kind by kind.

The kinds that refer to flows are in the tests of the reader.
"""

from __future__ import annotations

import pytest

from flowc.ir.components import Component
from flowc.ir.derived import Signature, component_inputs, component_outputs, signature
from flowc.ir.nodes import (
    AgentNode,
    ApiNode,
    InputMessageNode,
    MapNode,
    Node,
    OtherNode,
    OutputMessageNode,
    ParallelFlowNode,
    ToolNode,
)
from flowc.ir.placeholders import placeholders
from flowc.ir.types import ANY, INTEGER, STRING, Property
from flowc.ir.values import FieldValue, Ref


def component(id_: str, type_: str = "ServerTool", **more: object) -> Component:
    return Component(component_type=type_, id=id_, name=id_, **more)


def text(*titles: str) -> tuple[Property, ...]:
    return tuple(Property(title, STRING) for title in titles)


COMPONENTS = {
    item.id: item
    for item in (
        component("tool", inputs=text("a"), outputs=(Property("n", INTEGER),)),
        component("bare"),
        component("agent", "Agent", fields={"system_prompt": "Be {{ kind }} to {{who}}."}),
        component(
            "remote",
            "RemoteTool",
            fields={"url": "http://h/{{id}}", "data": {"{{k}}": ["{{v}}", 1]}, "headers": {}},
        ),
        component("params", "AgentSpecializationParameters", inputs=text("who", "more")),
        component(
            "special",
            "SpecializedAgent",
            fields={"agent": Ref("agent"), "agent_specialization_parameters": Ref("params")},
        ),
    )
}


def node(cls: type[Node], **fields: object) -> Node:
    return cls(component_type=cls.__name__, id="n", name="n", **fields)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("{{a}} {{ b }}{{a}}", ("a", "b")),
        ("{a} {{}} {{a.b}} {{ a b }} {% x %}", ()),
        ({"{{k}}": [1, None, {"x": "{{v}}"}]}, ("k", "v")),
        (Ref("{{a}}"), ()),
        (None, ()),
    ],
)
def test_placeholders(value: FieldValue, expected: tuple[str, ...]) -> None:
    assert placeholders(value) == expected


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (node(ToolNode, tool=Ref("tool")), Signature(text("a"), (Property("n", INTEGER),))),
        (node(ToolNode, tool=Ref("bare")), Signature()),
        (node(ToolNode, tool=Ref("remote")), Signature(text("id", "k", "v"))),
        (node(ToolNode, tool=Ref("elsewhere")), Signature()),
        (node(AgentNode, agent=Ref("agent")), Signature(text("kind", "who"))),
        (node(AgentNode, agent=Ref("special")), Signature(text("kind", "who", "more"))),
        (
            node(
                ApiNode, url="{{u}}", query_params={"q": "{{q}}"}, sensitive_headers={"h": "{{s}}"}
            ),
            Signature(text("u", "q"), (Property("response", ANY),)),
        ),
        (node(InputMessageNode, message="{{q}}?"), Signature(text("q"), text("user_input"))),
        (node(InputMessageNode), Signature((), text("user_input"))),
        (node(OutputMessageNode, message="Hi {{who}}"), Signature(text("who"))),
        (node(MapNode, subflow=Ref("elsewhere")), Signature()),
        (
            node(ParallelFlowNode, subflows=(Ref("tool"), Ref("agent"), Ref("special"))),
            Signature(text("a", "kind", "who", "more"), (Property("n", INTEGER),)),
        ),
        (node(OtherNode, inputs=text("a")), Signature()),
    ],
)
def test_signatures(made: Node, expected: Signature) -> None:
    assert signature(made, COMPONENTS) == expected


def test_what_a_component_lists_counts() -> None:
    listed = component("x", "Agent", inputs=(), fields={"system_prompt": "{{who}}"})
    assert component_inputs(listed, COMPONENTS) == ()
    assert component_outputs(listed, COMPONENTS) == ()
