"""Which services a flow needs besides its tools, by the names of the parameters that take them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from flowc.ir.components import Component
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
from flowc.ir.values import Ref
from flowc.semantics.policies import policies

SERVICES = ("user", "llm", "http", "mcp", "agents", "confirm", "state", "clock")
"""All of them, in the order in which they are named."""

_OF_TOOL_KIND = {"RemoteTool": "http", "MCPTool": "mcp"}
"""What runs a tool that has no function (SEMANTICS 17)."""


def services_of(document: Document, flows: Iterable[Flow]) -> tuple[str, ...]:
    """The services that runs of these flows need, in the order of :data:`SERVICES`."""
    nodes = [node for flow in flows for node in flow.nodes]
    needed = {name for node in nodes for name in _used_by(document, node)}
    for node in nodes:
        if isinstance(node, ToolNode):
            needed.update(_used_around(document, node))
    return _in_order(needed)


def services_used(document: Document, flows: Iterable[Flow]) -> tuple[str, ...]:
    """Those of them that the nodes themselves use. The others make, before the first node, what
    nodes use: functions of tools, and contexts of calls."""
    return _in_order(
        {name for flow in flows for node in flow.nodes for name in _used_by(document, node)}
    )


def indispensable_services(flows: Iterable[Flow]) -> tuple[str, ...]:
    """The services that nodes of these flows cannot run without (SEMANTICS 17). A user who only
    listens can be missing, and so can what has a substitute: nobody's consent, an empty state, real
    time, a function of `tools`."""
    return _in_order(
        {name for flow in flows for node in flow.nodes for name in _indispensable(node)}
    )


def called_tools(document: Document, flows: Iterable[Flow]) -> tuple[Component, ...]:
    """The tools that ToolNodes of the flows call, each once, in the order of the nodes."""
    ids = dict.fromkeys(
        node.tool.id for flow in flows for node in flow.nodes if isinstance(node, ToolNode)
    )
    return tuple(document.components[id_] for id_ in ids if id_ in document.components)


def served_tools(document: Document, flows: Iterable[Flow]) -> tuple[Component, ...]:
    """Those of them that services run if they have no function."""
    called = called_tools(document, flows)
    return tuple(tool for tool in called if tool.component_type in _OF_TOOL_KIND)


def described(document: Document, flows: Iterable[Flow]) -> tuple[Component, ...]:
    """The components that services are given as JSON: models, agents, requests, served tools."""
    flows = tuple(flows)
    nodes = [node for flow in flows for node in flow.nodes]
    ids = dict.fromkeys(ref.id for node in nodes for ref in _given_to_services(node))
    requests = [node for node in nodes if isinstance(node, ApiNode)]
    named = [document.components[id_] for id_ in ids if id_ in document.components]
    return (*named, *requests, *served_tools(document, flows))


def _given_to_services(node: Node) -> Iterator[Ref]:
    match node:
        case LlmNode(llm_config=Ref() as config):
            yield config
        case AgentNode(agent=agent):
            yield agent


def _in_order(needed: Collection[str]) -> tuple[str, ...]:
    return tuple(name for name in SERVICES if name in needed)


def _indispensable(node: Node) -> Iterator[str]:
    match node:
        case InputMessageNode():
            yield "user"
        case LlmNode():
            yield "llm"
        case ApiNode():
            yield "http"
        case AgentNode():
            yield "agents"


def _used_by(document: Document, node: Node) -> Iterator[str]:
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
            asked = policies(node, document)
            yield from ("confirm",) if asked.confirmed else ()
            yield from ("state",) if asked.state else ()
            yield from ("clock",) if asked.retry is not None else ()


def _used_around(document: Document, node: ToolNode) -> Iterator[str]:
    tool = document.components.get(node.tool.id)
    if tool is not None and tool.component_type in _OF_TOOL_KIND:
        yield _OF_TOOL_KIND[tool.component_type]
        yield from ("clock",) if _has_retry_policy(document, tool) else ()
    if policies(node, document).context:
        yield "state"


def _has_retry_policy(document: Document, tool: Component) -> bool:
    """Whether calls of the tool are repeated after failures: by its own policy, or that of the
    transport of an MCPTool."""
    transport = tool.fields.get("client_transport")
    around = document.components.get(transport.id) if isinstance(transport, Ref) else None
    return any(
        part is not None and part.fields.get("retry_policy") is not None for part in (tool, around)
    )
