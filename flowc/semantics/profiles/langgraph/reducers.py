"""FLOW692: reducers that LangGraph does not look at (SEMANTICS 22)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.nodes import MapNode
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.maps import APPEND

IGNORED_REDUCER = Rule("FLOW692", Severity.WARNING, "LangGraph only appends what a map gives")
"""A map collects the outputs of its runs in lists. The adapter does not look at the other reducers
(`sum`, `average`, `max`, `min`): the output is the list all the same, whatever is declared.

Wrong:

```flow
tool price(item: string) -> (amount: number)

flow one(item: string) -> (amount: number) {
  price(item)
  return price.amount
}

flow main(items: string[]) -> (total: number) {
  m = map one(item = each items) { reducers: { amount: "sum" } }
  return (total = m.collected_amount)
}
```

```console
$ flowc check --target langgraph example.flow
```

Right:

```flow
tool price(item: string) -> (amount: number)
tool sum(amounts: number[]) -> (total: number)

flow one(item: string) -> (amount: number) {
  price(item)
  return price.amount
}

flow main(items: string[]) -> (total: number) {
  m = map one(item = each items)
  sum(amounts = m.collected_amount)
  return sum.total
}
```

```console
$ flowc check --target langgraph example.flow
```
"""


def check_reducers(context: FlowContext) -> Iterator[Diagnostic]:
    """Maps only append."""
    for node in context.flow.nodes:
        for title, reducer in (node.reducers or {}).items() if isinstance(node, MapNode) else ():
            if reducer != APPEND:
                yield IGNORED_REDUCER.at(
                    node.place("reducers", title),
                    f"LangGraph: '{node.name}' gives a list for '{title}', not its {reducer}",
                    label="the reducer is not looked at",
                    hint="Collect a list, and let a tool make one value of it.",
                )
