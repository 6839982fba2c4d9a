"""FLOW406: a literal argument that some engine replaces by a flow input (SEMANTICS 5)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.nodes import StartNode
from flowc.semantics.checks.context import FlowContext

SHADOWED = Rule("FLOW406", Severity.WARNING, "a literal argument has the title of a flow input")
"""A literal argument is the default of a node's input that no edge feeds. WayFlow fills such an
input from the flow input of the same title, if there is one; flowc and others do not (SEMANTICS 5).
So the flow would do one thing here and another there.

Wrong:

```flow
tool notify(channel: string)

flow main(channel: string) {
  notify(channel = "sms")
}
```

Right:

```flow
tool notify(channel: string)

flow main(channel: string) {
  notify(channel)
}
```
"""


def check_literals(context: FlowContext) -> Iterator[Diagnostic]:
    """An input that no edge feeds does not have a default and the title of a flow input."""
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
                    item.origin or context.place(node),
                    f"input '{item.title}' of node '{node.name}' has a fixed value, but flow "
                    f"'{context.flow.name}' has an input '{item.title}' too",
                    label="WayFlow takes the flow's input instead",
                    hint=f"Rename the flow's input, or feed it to '{item.title}'.",
                )


def _is_fed(context: FlowContext, node: str, title: str) -> bool:
    return (node, title) in context.graph.sources
