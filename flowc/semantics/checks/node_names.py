"""FLOW311: two nodes of a flow have one name (SEMANTICS 3)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Related, Rule, Severity
from flowc.ir.nodes import Node
from flowc.semantics.checks.context import FlowContext

SAME_NAME = Rule("FLOW311", Severity.WARNING, "two nodes of a flow have one name")


def check_node_names(context: FlowContext) -> Iterator[Diagnostic]:
    """Names are no identity, so this runs; but messages and traces name nodes, and some engines
    key on the name.

    Wrong: two ToolNodes named `lookup` in one flow.
    Right: `lookup` and `lookup_again`.
    """
    first: dict[str, Node] = {}
    for node in context.flow.nodes:
        known = first.setdefault(node.name, node)
        if known is not node:
            place = context.place(known)
            yield SAME_NAME.at(
                context.place(node),
                f"two nodes of flow '{context.flow.name}' are named '{node.name}'",
                label=f"a {node.component_type}",
                hint="Give each node a name of its own.",
                related=[Related(place, "the first one")] if place is not None else (),
            )
