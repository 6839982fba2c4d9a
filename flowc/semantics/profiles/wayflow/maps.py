"""FLOW674 to FLOW676: the maps that WayFlow does not have (SEMANTICS 22)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.nodes import MapNode, ParallelMapNode
from flowc.ir.types import ArrayType
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.maps import APPEND, AnyMap, MapInput, map_inputs

REDUCER = Rule("FLOW674", Severity.ERROR, "WayFlow only appends what a map gives")
"""A map collects the outputs of its runs in lists. The other reducers (`sum`, `average`, `max`,
`min`) are part of Agent Spec, but WayFlow refuses a map that has one.

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
$ flowc check --target wayflow example.flow
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
$ flowc check --target wayflow example.flow
```
"""

TWO_LISTS = Rule("FLOW675", Severity.ERROR, "WayFlow's maps go over one list")
"""A map may go over several lists of one length. WayFlow's go over one, and it refuses others.

Wrong:

```flow
tool price(item: string, count: integer) -> (amount: number)

flow one(item: string, count: integer) -> (amount: number) {
  price(item, count)
  return price.amount
}

flow main(items: string[], counts: integer[]) -> (amounts: number[]) {
  m = map one(item = each items, count = each counts)
  return (amounts = m.collected_amount)
}
```

```console
$ flowc check --target wayflow example.flow
```

Right:

```flow
tool price(order: { item: string, count: integer }) -> (amount: number)

flow one(order: { item: string, count: integer }) -> (amount: number) {
  price(order)
  return price.amount
}

flow main(orders: { item: string, count: integer }[]) -> (amounts: number[]) {
  m = map one(order = each orders)
  return (amounts = m.collected_amount)
}
```

```console
$ flowc check --target wayflow example.flow
```
"""

BARE_LIST = Rule("FLOW676", Severity.ERROR, "WayFlow wants a map's input to be an item or a list")
"""The specification lets an input of a map be one item or a list of them, and so it is declared if
the document leaves it out. WayFlow refuses one that is declared as a list alone.

Wrong:

```flow
tool size(text: string) -> (size: integer)

flow one(text: string) -> (size: integer) {
  size(text)
  return size.size
}

flow main(texts: string[]) -> (sizes: integer[]) {
  @with({ inputs: [{ title: "iterated_text", type: "array", items: { type: "string" } }] })
  m = map one(text = each texts)
  return (sizes = m.collected_size)
}
```

```console
$ flowc check --target wayflow example.flow
```

Right:

```flow
tool size(text: string) -> (size: integer)

flow one(text: string) -> (size: integer) {
  size(text)
  return size.size
}

flow main(texts: string[]) -> (sizes: integer[]) {
  m = map one(text = each texts)
  return (sizes = m.collected_size)
}
```

```console
$ flowc check --target wayflow example.flow
```
"""


def check_reducers(context: FlowContext) -> Iterator[Diagnostic]:
    """Maps only append."""
    for node in _maps(context):
        for title, reducer in (node.reducers or {}).items():
            if reducer != APPEND:
                yield REDUCER.at(
                    node.place("reducers", title),
                    f"WayFlow: '{node.name}' collects '{title}' with {reducer}",
                    label=f"ReductionMethod {reducer.upper()} is not supported",
                    hint="Collect a list, and let a tool make one value of it.",
                )


def check_lists(context: FlowContext) -> Iterator[Diagnostic]:
    """Maps go over one list, which they do not declare as one."""
    for node in _maps(context):
        iterated = _iterated(context, node)
        if len(iterated) > 1:
            titles = ", ".join(f"'{each.inner.title}'" for each in iterated)
            yield TWO_LISTS.at(
                context.place(node),
                f"WayFlow: '{node.name}' goes over {len(iterated)} lists, {titles}",
                label="Only one input can be iterated on",
                hint="Make one list of them, of objects that have an item of each.",
            )
        for each in iterated:
            if isinstance(each.item.type, ArrayType):
                yield BARE_LIST.at(
                    each.item.origin or context.place(node),
                    f"WayFlow: the input '{each.item.title}' of '{node.name}' is declared as a "
                    "list alone",
                    label="has the wrong type. Expected UnionProperty",
                    hint="Leave the node's 'inputs' out.",
                )


def _maps(context: FlowContext) -> Iterator[AnyMap]:
    return (it for it in context.flow.nodes if isinstance(it, (MapNode, ParallelMapNode)))


def _iterated(context: FlowContext, node: AnyMap) -> list[MapInput]:
    called = context.document.flow(node.subflow.id)
    if called is None or called.extern:
        return []
    return [each for each in map_inputs(node, called, context.graph) if each.iterated]
