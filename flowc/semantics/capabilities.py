"""What a target can hold: a node kind or tool feature it lacks is a coded error, never a skip."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.components import Component, flowc_metadata
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import Node, ToolNode

UNSUPPORTED_NODE = Rule("FLOW601", Severity.ERROR, "a target cannot hold a node")
IGNORED_POLICY = Rule("FLOW603", Severity.WARNING, "a target does not obey an annotation")
UNCONFIRMED_TOOL = Rule("FLOW602", Severity.ERROR, "a target cannot ask for confirmation")

POLICIES = ("retry", "timeout", "state", "context")
"""What `metadata.flowc` may ask of the runtime (SEMANTICS 15)."""


def reachable_flows(document: Document, root: Flow) -> tuple[Flow, ...]:
    """The root flow and every flow it runs at any depth, each once, the root first."""
    found: dict[str, Flow] = {}
    work: list[Component] = [root]
    seen = {root.id}
    while work:
        component = work.pop(0)
        if isinstance(component, Flow):
            found[component.id] = component
            wanted = [id_ for node in component.nodes for id_ in node.references()]
        else:
            wanted = list(component.references())
        for id_ in wanted:
            if id_ not in seen and id_ in document.components:
                seen.add(id_)
                work.append(document.components[id_])
    return tuple(found.values())


def lacking(
    document: Document,
    root: Flow,
    kinds: Collection[type[Node]],
    target: str,
    *,
    confirms: bool = False,
) -> Iterator[Diagnostic]:
    """One error for every node under `root` whose kind is not in `kinds`, and unless the target
    `confirms`, for every tool that requires it (SEMANTICS 16: it never runs unconfirmed)."""
    for flow in reachable_flows(document, root):
        for node in flow.nodes:
            if type(node) not in kinds:
                yield UNSUPPORTED_NODE.at(
                    node.origin,
                    f"the {target} target cannot hold {node.component_type} '{node.name}'",
                    hint="Its node kinds are "
                    + ", ".join(sorted(kind.__name__ for kind in kinds))
                    + ". It can still be checked, converted and built with -t json.",
                )
            elif isinstance(node, ToolNode) and not confirms:
                tool = document.components.get(node.tool.id)
                if tool is not None and tool.fields.get("requires_confirmation") is True:
                    yield UNCONFIRMED_TOOL.at(
                        node.origin,
                        f"the {target} target cannot ask before it calls tool '{tool.name}'",
                        hint="A tool with requires_confirmation never runs unconfirmed.",
                    )


def ignored(document: Document, root: Flow) -> Iterator[Diagnostic]:
    """One warning for every node under `root` that asks, itself or by its tool, for what neither
    execution does yet (SEMANTICS 15)."""
    for flow in reachable_flows(document, root):
        for node in flow.nodes:
            if not isinstance(node, ToolNode):
                continue
            tool = document.components.get(node.tool.id)
            asked = {**(flowc_metadata(tool) if tool else {}), **flowc_metadata(node)}
            names = [name for name in POLICIES if name in asked]
            if names:
                yield IGNORED_POLICY.at(
                    node.origin,
                    f"{', '.join('@' + name for name in names)} of node '{node.name}' "
                    f"{'has' if len(names) == 1 else 'have'} no effect yet when the flow runs",
                    label="called once, without limit or context",
                    hint="It is kept in the document, for runtimes that obey it.",
                )
