"""FLOW628 to FLOW630: types, data edges and outputs as Oracle's runtime wants them."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Related, Rule, Severity
from flowc.ir.document import Document
from flowc.ir.flow import DataEdge
from flowc.ir.nodes import EndNode
from flowc.ir.types import AnyType
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.profiles.parts import ports, types_in

TYPELESS = Rule("FLOW628", Severity.ERROR, "a type that says neither type nor anyOf")
"""`any` is a type without `type`. Oracle's runtime wants to know what a value is, in lists and
objects as well: each type has to say `type` or `anyOf`.

Wrong:

```flow
BuiltinTool look(id: string) -> (order: any) {
  tool_type: "plsql_exec"
  configuration: { procedure_name: "LOOK" }
}

flow main(id: string) {
  look(id)
}
```

```console
$ flowc check --target oracle example.flow
```

Right:

```flow
BuiltinTool look(id: string) -> (order: string | number) {
  tool_type: "plsql_exec"
  configuration: { procedure_name: "LOOK" }
}

flow main(id: string) {
  look(id)
}
```

```console
$ flowc check --target oracle example.flow
```
"""

NOT_WIRED = Rule("FLOW629", Severity.ERROR, "Oracle does not wire a flow by name")
"""A flow without the field `data_flow_connections` is wired by name: every output is connected to
every input of its title (SEMANTICS 6). Oracle's runtime follows the edges that are there, and equal
titles mean nothing to it: the inputs stay empty.

Wrong:

```flow
BuiltinTool look(id: string) -> (status: string) {
  tool_type: "plsql_exec"
  configuration: { procedure_name: "LOOK" }
}

flow main(id: string) by name {
  look()
}
```

```console
$ flowc check --target oracle example.flow
```

Right:

```flow
BuiltinTool look(id: string) -> (status: string) {
  tool_type: "plsql_exec"
  configuration: { procedure_name: "LOOK" }
}

flow main(id: string) -> (status: string) {
  look(id)
  return look.status
}
```

```console
$ flowc check --target oracle example.flow
```
"""

TWO_VALUES = Rule("FLOW630", Severity.WARNING, "an EndNode's output has several values")
"""Of several edges into one input, the source that ran last counts (SEMANTICS 4). Oracle's runtime
wants one value for each output of an EndNode, and may refuse several (ORA-50717).

Wrong:

```flow
BuiltinTool look(id: string) -> (status: string) {
  tool_type: "plsql_exec"
  configuration: { procedure_name: "LOOK" }
}

flow main(id: string, now: string) -> (status: string) {
  match now {
    "yes" => first = look(id)
    else => second = look(id)
  }
  return (status = first.status | second.status)
}
```

```console
$ flowc check --target oracle example.flow
```

Right:

```flow
BuiltinTool look(id: string) -> (status: string) {
  tool_type: "plsql_exec"
  configuration: { procedure_name: "LOOK" }
}

flow main(id: string, now: string) -> (status: string) {
  match now {
    "yes" => {
      first = look(id)
      return first.status
    }
    else => second = look(id)
  }
  return second.status
}
```

```console
$ flowc check --target oracle example.flow
```
"""


def check_typeless(document: Document) -> Iterator[Diagnostic]:
    """Every type says what it is."""
    for component, word, item in ports(document):
        if any(isinstance(type_, AnyType) for type_ in types_in(item.type)):
            yield TYPELESS.at(
                item.origin or component.origin,
                f"Oracle: {word} '{item.title}' of '{component.name}' may be anything (ORA-50731)",
                label='must contain either "type" or "anyOf"',
                hint="Say what it is; a text that holds JSON is a string.",
            )


def check_by_name(context: FlowContext) -> Iterator[Diagnostic]:
    """Flows are wired by edges."""
    flow = context.flow
    if flow.data_edges is None and context.graph.data_edges:
        edge = context.graph.data_edges[0]
        yield NOT_WIRED.at(
            flow.origin,
            f"Oracle: nothing is transferred in flow '{flow.name}', which is wired by name",
            label=f"such as {context.source(edge)} to {context.target(edge)}",
            hint="Write the data edges: flowc does for a flow that is not `by name`.",
        )


def check_end_values(context: FlowContext) -> Iterator[Diagnostic]:
    """One edge leads to each output of an EndNode."""
    for end in context.flow.ends if context.flow.data_edges is not None else ():
        for title in context.inputs[end.id]:
            edges = context.graph.sources.get((end.id, title), [])
            if len(edges) > 1:
                yield _two_values(context, end, title, edges)


def _two_values(
    context: FlowContext, end: EndNode, title: str, edges: list[DataEdge]
) -> Diagnostic:
    return TWO_VALUES.at(
        context.place(end),
        f"Oracle: {len(edges)} edges lead to output '{title}' of '{end.name}' (ORA-50717)",
        label="the last source that ran counts elsewhere",
        hint="End each path at an EndNode of its own.",
        related=[Related(it.origin, "one of them") for it in edges if it.origin is not None],
    )
