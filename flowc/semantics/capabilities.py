"""What a target can hold: a node kind that it lacks is a coded error, never a skip."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import Node

UNSUPPORTED_NODE = Rule("FLOW601", Severity.ERROR, "a target cannot hold a node")


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
    document: Document, root: Flow, kinds: Collection[type[Node]], target: str
) -> Iterator[Diagnostic]:
    """One error for every node under `root` whose kind is not in `kinds`."""
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
