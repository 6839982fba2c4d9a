"""FLOW316: the rest of a switch that leaves nothing over (SEMANTICS 19)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.flow import ControlEdge
from flowc.ir.nodes import DEFAULT, BranchingNode
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.checks.switch_values import left_out

DEAD_DEFAULT = Rule("FLOW316", Severity.NOTE, "no value takes the default branch")
"""Each value that the input can have has a branch of its own, so the nodes behind `default`, or in
the `else` of a `match`, never run. (A value that its enum does not list fails before it gets there,
SEMANTICS 9.) It may stand there as a safeguard; but it is not what happens.

Wrong:

```flow
tool paid(order_id: string) -> (paid: boolean)

flow main(order_id: string) {
  paid(order_id)
  match paid.paid {
    true => say "Thank you."
    false => reminder = say "Please pay."
    else => unclear = say "We do not know."
  }
}
```

Right:

```flow
tool paid(order_id: string) -> (paid: boolean)

flow main(order_id: string) {
  paid(order_id)
  match paid.paid {
    true => say "Thank you."
    false => reminder = say "Please pay."
  }
}
```
"""


def check_dead_default(context: FlowContext) -> Iterator[Diagnostic]:
    """What only the default branch of a BranchingNode leads to is there for some value."""
    for node in context.flow.nodes:
        if not isinstance(node, BranchingNode) or DEFAULT in node.mapping.values():
            continue
        edge = _default_edge(context, node)
        if edge is not None and left_out(context, node) == ():
            yield DEAD_DEFAULT.at(
                context.place(edge),
                f"node '{node.name}' never takes its branch '{DEFAULT}'",
                label=f"{context.name(edge.to_node)} never runs: all values have branches",
                hint="Remove it, unless it is there as a safeguard.",
            )


def _default_edge(context: FlowContext, node: BranchingNode) -> ControlEdge | None:
    """The edge for all other values, if it is the only way to where it leads."""
    for edge in context.graph.out_edges[node.id]:
        if edge.branch == DEFAULT and len(context.graph.in_edges[edge.to_node]) == 1:
            return edge
    return None
