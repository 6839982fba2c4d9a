"""FLOW660 to FLOW662: what a graph of Google's Agent Development Kit cannot hold."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.document import Document
from flowc.ir.nodes import CatchExceptionNode, FlowNode, MapNode, ParallelMapNode
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.maps import APPEND
from flowc.semantics.parts import parts_of
from flowc.semantics.profiles.profile import SDK_ONLY, Profile

NO_IDENTIFIER = Rule("FLOW660", Severity.ERROR, "ADK does not allow a node's name")
"""The name of a node in an ADK workflow must be a Python identifier, and no other node may have
it.

Wrong:

```flow
tool look() -> (note: string)

flow main() -> (note: string) {
  @name("look it up")
  look()
  return look.note
}
```

```console
$ flowc check --target adk example.flow
```

Right:

```flow
tool look() -> (note: string)

flow main() -> (note: string) {
  look()
  return look.note
}
```

```console
$ flowc check --target adk example.flow
```
"""

NO_COUNTERPART = Rule("FLOW661", Severity.ERROR, "ADK has no counterpart for a node")
"""A failing node fails an ADK workflow: nothing catches it, so there is no counterpart for a
CatchExceptionNode. And what runs over a list gives a list: there are no reducers.

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
$ flowc check --target adk example.flow
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
$ flowc check --target adk example.flow
```
"""

NO_ROUTE = Rule("FLOW662", Severity.ERROR, "ADK takes no branch from a nested workflow")
"""A FlowNode goes on by the branch in which its subflow ended. A nested ADK workflow has an output,
but no route: a node after it has to choose by the output.

Wrong:

```flow
tool check(id: string) -> (ok: string)

flow inner(id: string) {
  check(id)
  match check.ok {
    "yes" => return as good
    else => return as bad
  }
}

export flow main(id: string) {
  i = inner(id) {
    good => return as sold
    bad => return as kept
  }
}
```

```console
$ flowc check --target adk example.flow
```

Right:

```flow
tool check(id: string) -> (ok: string)

flow inner(id: string) -> (ok: string) {
  check(id)
  return check.ok
}

export flow main(id: string) {
  i = inner(id)
  match i.ok {
    "yes" => return as sold
    else => return as kept
  }
}
```

```console
$ flowc check --target adk example.flow
```
"""


def check_names(document: Document) -> Iterator[Diagnostic]:
    """The names of nodes are identifiers."""
    for flow in document.flows:
        for node in flow.nodes:
            if not node.name.isidentifier():
                yield NO_IDENTIFIER.at(
                    node.place("name"),
                    f"ADK: the name of node '{node.name}' is no Python identifier",
                    label=f"Node name '{node.name}' must be a valid Python identifier",
                    hint="Use letters, digits and _.",
                )


def check_counterparts(document: Document) -> Iterator[Diagnostic]:
    """Nothing catches exceptions, and maps only append."""
    for node in parts_of(document):
        if isinstance(node, CatchExceptionNode):
            yield NO_COUNTERPART.at(
                node.origin,
                f"ADK: there is no counterpart for CatchExceptionNode '{node.name}'",
                label="a failing node fails the workflow",
                hint="Catch exceptions inside a tool, and branch on what it gives.",
            )
        elif isinstance(node, (MapNode, ParallelMapNode)):
            for title, reducer in (node.reducers or {}).items():
                if reducer != APPEND:
                    yield NO_COUNTERPART.at(
                        node.place("reducers", title),
                        f"ADK: there is no reducer {reducer} for '{title}' of '{node.name}'",
                        label="only lists are collected",
                        hint="Collect a list, and let a tool make one value of it.",
                    )


def check_routes(context: FlowContext) -> Iterator[Diagnostic]:
    """FlowNodes have one branch."""
    for node in context.flow.nodes:
        branches = context.branches[node.id]
        if isinstance(node, FlowNode) and len(branches) > 1:
            listed = ", ".join(f"'{branch}'" for branch in branches)
            yield NO_ROUTE.at(
                context.place(node),
                f"ADK: '{node.name}' goes on by the branch in which its subflow ended",
                label=f"one of {listed}; a nested workflow has no route",
                hint="Give the subflow an output that says it, and branch on that.",
            )


ADK = Profile(
    "ADK",
    document_checks=(check_names, check_counterparts),
    flow_checks=(check_routes,),
    says={"FLOW311": "'Graph validation failed. Duplicate node names found'."},
    moot=SDK_ONLY,
)
"""The profile of the graphs of ADK 2."""
