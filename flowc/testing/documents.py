"""Random documents of everything that Agent Spec has: for converters, which run nothing."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from flowc.ir.components import Component
from flowc.ir.derived import signature
from flowc.ir.document import Document
from flowc.ir.flow import ControlEdge, DataEdge, Flow
from flowc.ir.nodes import (
    DEFAULT,
    NEXT,
    AgentNode,
    ApiNode,
    CatchExceptionNode,
    EndNode,
    FlowNode,
    InputMessageNode,
    LlmNode,
    MapNode,
    Node,
    OtherNode,
    OutputMessageNode,
    ParallelFlowNode,
    ParallelMapNode,
    StartNode,
)
from flowc.ir.types import STRING, Property
from flowc.ir.values import FieldValue, Json, Ref
from flowc.ir.versions import KNOWN_VERSIONS
from flowc.records import replace
from flowc.testing.cases import CHOICES, ROOT, draw_case
from flowc.testing.choices import Choices, choices
from flowc.testing.types import draw_type, draw_value

TEXTS = (
    "plain",
    "",
    'with "quotes" and \\ at the end\\',
    '"""',
    "two\nlines\n",
    "  indented\n\n\ttab",
    "{{ name }} {% x %} ${y} \\N{x}",
    "# no comment",
    "\u202e \u00a0 \u2028 日本 🎉 e\u0301",
    "\x00\x1b\r\n",
    "no",
    "08",
    "1e3",
    "2020-01-01",
    "true",
)
"""Texts that break careless printers and parsers."""

_CHAIN: tuple[tuple[type[Node], Mapping[str, Any]], ...] = (
    (LlmNode, {"llm_config": Ref("llm"), "prompt_template": "Say {{who}}"}),
    (AgentNode, {"agent": Ref("agent")}),
    (ApiNode, {"url": "https://example.com/{{path}}", "http_method": "GET"}),
    (InputMessageNode, {"message": "Which {{thing}}?"}),
    (InputMessageNode, {}),
    (OutputMessageNode, {"message": "Hello {{who}}"}),
    (MapNode, {"subflow": Ref(ROOT)}),
    (ParallelMapNode, {"subflow": Ref(ROOT), "reducers": {}}),
    (ParallelFlowNode, {"subflows": (Ref(ROOT),)}),
    (CatchExceptionNode, {"subflow": Ref(ROOT)}),
    (FlowNode, {"subflow": Ref(ROOT)}),
    (OtherNode, {"fields": {"knob": 5, "llm": Ref("llm")}}),
)


def documents() -> st.SearchStrategy[Document]:
    """Documents with every node kind and many component types, odd names, texts and fields.

    They hold the flows of :func:`~flowc.testing.cases`, a flow that chains nodes of all other
    kinds, and tools, agents and components of unknown types. All references resolve; nothing in
    them is meant to run.
    """
    return choices(2 * CHOICES).map(_document)


def _document(choices: Choices) -> Document:
    case = draw_case(choices, size=3, faults=False)
    components: dict[str, Component] = dict(case.document.components)
    for item in _others(choices):
        components[item.id] = item
    if choices.chance(85):
        chain = _chain(choices, components)
        components[chain.id] = chain
    return Document(
        version=choices.pick((*KNOWN_VERSIONS, None, "26.2.0")),
        root=case.document.root if choices.chance(90) else None,
        components={id_: _decorated(choices, item) for id_, item in components.items()},
    )


def _others(choices: Choices) -> list[Component]:
    """Components that are no flows; the chain refers to the first two."""
    found = [
        Component(
            component_type="VllmConfig",
            id="llm",
            name="llm",
            fields={"url": "http://localhost", "model_id": "m"},
        ),
        Component(
            component_type="Agent",
            id="agent",
            name=choices.pick(("agent", "An agent")),
            inputs=(Property("topic", STRING),),
            outputs=(Property("answer", STRING),),
            fields={"llm_config": Ref("llm"), "system_prompt": "About {{topic}}", "tools": []},
        ),
    ]
    for number in range(choices.count(0, 3)):
        type_ = choices.pick(("BuiltinTool", "ClientTool", "AcmeThing", "RemoteTool"))
        found.append(
            Component(
                component_type=type_,
                id=choices.pick((f"c{number}", f"odd id/{number}", f"日本-{number}")),
                name=choices.pick(TEXTS) or "unnamed",
                inputs=_properties(choices) if choices.chance(70) else None,
                outputs=_properties(choices) if choices.chance(70) else None,
                fields=_fields(choices, type_),
            )
        )
    return found


def _fields(choices: Choices, type_: str) -> dict[str, FieldValue]:
    match type_:
        case "BuiltinTool":
            return {"tool_type": "plsql_exec", "configuration": {"package_name": "P"}}
        case "RemoteTool":
            return {"url": "https://example.com", "http_method": "POST"}
        case "AcmeThing":
            return {"value": _field_value(choices, 2), "match": choices.pick(TEXTS)}
        case _:
            return {}


def _field_value(choices: Choices, depth: int) -> FieldValue:
    kind = choices.count(0, 7)
    if depth == 0 or kind < 3:
        plain: tuple[FieldValue, ...] = (0, 1.5, False, -1, 10**20, 1e300, Ref("llm"), *TEXTS)
        return choices.pick(plain)
    if kind < 5:
        return [_field_value(choices, depth - 1) for _ in range(choices.count(0, 3))]
    keys = choices.some(("a", "b-c", "true", "", "日本", "name"), 3)
    return {key: _field_value(choices, depth - 1) for key in keys}


def _properties(choices: Choices) -> tuple[Property, ...]:
    return tuple(_property(choices, title) for title in choices.some(("a", "class", "x-y"), 2))


def _property(choices: Choices, title: str) -> Property:
    item = Property(title, draw_type(choices, 2, keywords=True))
    if choices.chance(30):
        item = replace(item, default=draw_value(choices, item.type))
    return replace(item, description=choices.pick(TEXTS)) if choices.chance(30) else item


def _chain(choices: Choices, components: Mapping[str, Component]) -> Flow:
    """A flow that runs nodes of other kinds one after the other; some are fed by its input."""
    who = Property("who", STRING)
    start = StartNode(
        component_type="StartNode", id="chain/start", name="start", inputs=(who,), outputs=(who,)
    )
    nodes: list[Node] = [start]
    data: list[DataEdge] = []
    for kind, fields in choices.some(_CHAIN, 9):
        node = _chain_node(kind, fields, len(nodes), components)
        for item in node.inputs:
            if item.type == STRING and choices.chance(70):
                data.append(_data_edge(start.id, "who", node.id, item.title))
        nodes.append(node)
    end = EndNode(component_type="EndNode", id="chain/end", name="end")
    nodes.append(end)
    return Flow(
        id="chain",
        name="chain",
        inputs=(who,),
        outputs=(),
        nodes=tuple(nodes),
        start_node=start.id,
        control_edges=tuple(
            ControlEdge(
                from_node=node.id,
                from_branch=None if branch == NEXT else branch,
                to_node=after.id,
            )
            for node, after in pairwise(nodes)
            for branch in node.branches
        ),
        data_edges=tuple(data) if choices.chance(80) else None,
    )


def _chain_node(
    kind: type[Node], fields: Mapping[str, Any], number: int, components: Mapping[str, Component]
) -> Node:
    type_ = "AcmeNode" if kind is OtherNode else kind.__name__
    node = kind(component_type=type_, id=f"chain/{number}", name=f"step {number}", **fields)
    found = signature(node, components)
    if kind is OtherNode:
        return replace(node, branches=("left", DEFAULT))
    return replace(node, inputs=found.inputs, outputs=found.outputs, branches=found.branches)


def _data_edge(source: str, output: str, destination: str, title: str) -> DataEdge:
    return DataEdge(
        source_node=source,
        source_output=output,
        destination_node=destination,
        destination_input=title,
    )


def _decorated(choices: Choices, item: Component) -> Component:
    """The component with a description or metadata, its nodes too."""
    if isinstance(item, Flow):
        item = replace(item, nodes=tuple(_decorated(choices, node) for node in item.nodes))  # type: ignore[misc]
    if choices.chance(15):
        item = replace(item, description=choices.pick(TEXTS))
    if choices.chance(10):
        metadata: dict[str, Json] = {choices.pick(("note", "x y")): choices.pick((1, True, "no"))}
        item = replace(item, metadata=metadata)
    return item
