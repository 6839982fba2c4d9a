"""FLOW413: a flow input that nothing in the flow reads."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.env import env_placeholders
from flowc.ir.nodes import StartNode
from flowc.ir.placeholders import placeholders
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.checks.templates import named_in_expressions
from flowc.semantics.checks.text_places import texts_of

UNREAD_INPUT = Rule("FLOW413", Severity.WARNING, "nothing reads a flow input")
"""Whoever runs the flow has to give it a value, and whatever that is, the flow does the same.
Either an edge is missing, or the input is left over.

Wrong:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string, language: string) -> (status: string) {
  lookup(order_id)
  return lookup.status
}
```

Right:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
  return lookup.status
}
```
"""


def check_unused_inputs(context: FlowContext) -> Iterator[Diagnostic]:
    """Some node reads each input of the flow."""
    start = context.flow.start
    if not isinstance(start, StartNode) or not context.has_sound_control:
        return
    if context.is_partly_known("data_flow_connections"):
        return
    read = {edge.source_output for edge in context.graph.data_edges if edge.source_node == start.id}
    titles = {item.title for item in start.outputs}
    if not read <= titles:
        return  # an edge from an input that does not exist may be meant for the one not read
    mirrored = {item.title for item in start.inputs}
    unread = [it for it in start.outputs if it.title in mirrored and it.title not in read]
    expected = _expected(context) if unread else frozenset()
    for item in unread:
        if item.title not in expected:
            yield UNREAD_INPUT.at(
                item.origin or context.place(start),
                f"nothing reads input '{item.title}' of flow '{context.flow.name}'",
                label="never read",
                hint="Feed it to the node that needs it, or remove it.",
            )


def _expected(context: FlowContext) -> frozenset[str]:
    """The titles that some node takes, without an edge, as a placeholder or in an expression: that
    the flow input of that title does not get there is what is reported."""
    found: set[str] = set()
    for node in context.flow.nodes:
        if node.id != context.flow.start_node:
            found.update(
                item.title
                for item in node.inputs
                if (node.id, item.title) not in context.graph.sources
            )
            found.update(env_placeholders(node, context.document.components))
            for text in texts_of(node):
                found |= named_in_expressions(text.text) - set(placeholders(text.text))
    return frozenset(found)
