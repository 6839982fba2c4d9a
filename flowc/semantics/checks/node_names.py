"""FLOW311: two nodes of a flow have one name (SEMANTICS 3)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Related, Rule, Severity
from flowc.ir.nodes import Node
from flowc.semantics.checks.context import FlowContext

SAME_NAME = Rule("FLOW311", Severity.WARNING, "two nodes of a flow have one name")
"""Nodes are told apart by their ids, so such a flow runs (SEMANTICS 3). But messages, logs and
traces name them, and some engines refuse two nodes of one name.

Wrong:

```flow
tool send()

flow main() {
  @name("send")
  first = send()
  @name("send")
  second = send()
}
```

Right:

```flow
tool send()

flow main() {
  first = send()
  second = send()
}
```
"""


def check_node_names(context: FlowContext) -> Iterator[Diagnostic]:
    """Each node of a flow has a name of its own."""
    first: dict[str, Node] = {}
    for node in context.flow.nodes:
        known = first.setdefault(node.name, node)
        if known is not node:
            place = known.place("name") or context.flow.origin
            yield SAME_NAME.at(
                node.place("name") or context.flow.origin,
                f"two nodes of flow '{context.flow.name}' are named '{node.name}'",
                label=f"a {node.component_type}",
                hint="Give each node a name of its own.",
                related=[Related(place, "the first one")] if place is not None else (),
            )
