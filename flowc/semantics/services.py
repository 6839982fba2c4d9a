"""Which services a flow needs besides its tools, by the names of the parameters that take them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import (
    AgentNode,
    ApiNode,
    InputMessageNode,
    LlmNode,
    Node,
    OutputMessageNode,
    ToolNode,
)
from flowc.semantics.policies import policies

SERVICES = ("user", "llm", "http", "mcp", "agents", "confirm", "state", "clock")
"""All of them, in the order in which they are named."""

_OF_TOOL_KIND = {"RemoteTool": "http", "MCPTool": "mcp"}
"""What runs a tool that has no function (SEMANTICS 17)."""


def services_of(document: Document, flows: Iterable[Flow]) -> tuple[str, ...]:
    """The services that the nodes of these flows need, in the order of :data:`SERVICES`."""
    needed = {name for flow in flows for node in flow.nodes for name in _needs(document, node)}
    return tuple(name for name in SERVICES if name in needed)


def _needs(document: Document, node: Node) -> Iterator[str]:
    match node:
        case OutputMessageNode() | InputMessageNode():
            yield "user"
        case LlmNode():
            yield "llm"
        case ApiNode():
            yield from ("http", *(("clock",) if node.retry_policy is not None else ()))
        case AgentNode():
            yield from ("user", "agents")
        case ToolNode():
            yield from _tool_needs(document, node)


def _tool_needs(document: Document, node: ToolNode) -> Iterator[str]:
    asked = policies(node, document)
    tool = document.components.get(node.tool.id)
    if tool is not None and tool.component_type in _OF_TOOL_KIND:
        yield _OF_TOOL_KIND[tool.component_type]
    if asked.confirmed:
        yield "confirm"
    if asked.state or asked.context:
        yield "state"
    if asked.retry is not None:
        yield "clock"
