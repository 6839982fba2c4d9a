"""FLOW137: a map goes over at least one list (SEMANTICS 22)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.nodes import MapNode, Node, ParallelMapNode
from flowc.ir.types import UnionType
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.maps import goes_over

NOTHING_ITERATED = Rule("FLOW137", Severity.ERROR, "a map goes over no list")
"""A MapNode runs its subflow once for each item of a list. It goes over an input if everything that
feeds it is a list of exactly what the subflow takes (SEMANTICS 22). A map without such an input
would have nothing to repeat for, so flowc refuses it.

Wrong:

```flow
tool length(text: string) -> (size: integer)

flow measure(text: string) -> (size: integer) {
  length(text)
  return length.size
}

flow main(text: string) -> (sizes: integer[]) {
  m = map measure(text)
  return (sizes = m.collected_size)
}
```

Right:

```flow
tool length(text: string) -> (size: integer)

flow measure(text: string) -> (size: integer) {
  length(text)
  return length.size
}

flow main(texts: string[]) -> (sizes: integer[]) {
  m = map measure(text = each texts)
  return (sizes = m.collected_size)
}
```
"""


def check_iterating(context: FlowContext) -> Iterator[Diagnostic]:
    """Every map goes over a list."""
    for node in context.flow.nodes:
        if not isinstance(node, (MapNode, ParallelMapNode)) or node.id not in context.contracts:
            continue
        if not any(_is_iterated(context, node, title) for title in context.inputs[node.id]):
            yield NOTHING_ITERATED.at(
                context.place(node),
                f"'{node.name}' goes over no list",
                label="no `each` among its arguments",
                hint="Mark the list it goes over: `item = each xs`.",
            )


def _is_iterated(context: FlowContext, node: Node, title: str) -> bool:
    """Whether the map goes over the input; so it may where not all is known."""
    edges = context.graph.sources.get((node.id, title), ())
    outputs = [context.outputs.get(edge.source_node, {}).get(edge.source_output) for edge in edges]
    inner = (context.contracts[node.id].inputs or {}).get(title)
    if not isinstance(inner, UnionType) or None in outputs:
        return True
    types = [item.type for item in outputs if item is not None]
    return bool(types) and goes_over(types, inner.members[0])
