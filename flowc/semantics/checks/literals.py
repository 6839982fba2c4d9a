"""FLOW406: a literal argument that some engine replaces by a flow input (SEMANTICS 5)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.nodes import StartNode
from flowc.semantics.checks.context import FlowContext

SHADOWED = Rule("FLOW406", Severity.WARNING, "a literal argument has the title of a flow input")


def check_literals(context: FlowContext) -> Iterator[Diagnostic]:
    """A literal argument is the default of a node's input that has no edge. WayFlow fills such an
    input from the flow input of the same title, so the flow would mean two things.

    Wrong: `notify(channel = "sms")` in a flow that has an input `channel`.
    Right: another name for the flow input, or its value as the argument.
    """
    titles = {item.title for item in context.flow.effective_inputs()}
    for node in context.flow.nodes:
        if isinstance(node, StartNode):
            continue
        for item in node.inputs:
            if (
                item.title in titles
                and item.has_default
                and not _is_fed(context, node.id, item.title)
            ):
                yield SHADOWED.at(
                    context.place(node),
                    f"input '{item.title}' of node '{node.name}' has a fixed value, but flow "
                    f"'{context.flow.name}' has an input '{item.title}' too",
                    label="WayFlow takes the flow's input instead",
                    hint=f"Rename the flow's input, or feed it to '{item.title}'.",
                )


def _is_fed(context: FlowContext, node: str, title: str) -> bool:
    return (node, title) in context.graph.sources
