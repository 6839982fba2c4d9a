"""FLOW696, FLOW698: how the LangGraph adapter hands values on otherwise (SEMANTICS 6 and 9)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.nodes import ToolNode
from flowc.ir.notation import type_text
from flowc.ir.types import (
    AnyType,
    ArrayType,
    BaseType,
    ObjectType,
    Scalar,
    Type,
    UnionType,
    members_of,
)
from flowc.semantics.checks.context import FlowContext

NOT_CONVERTED = Rule("FLOW696", Severity.WARNING, "LangGraph does not convert inside of a value")
"""A number becomes text, or an integer a number, wherever it goes. The adapter converts whole
values, but nothing in lists, in objects, or to one of several types: the tool then refuses it
(SEMANTICS 9).

Wrong:

```flow
tool look() -> (sizes: integer[])
tool show(sizes: string[])

flow main() {
  look()
  show(sizes = look.sizes)
}
```

```console
$ flowc check --target langgraph example.flow
```

Right:

```flow
tool look() -> (sizes: string[])
tool show(sizes: string[])

flow main() {
  look()
  show(sizes = look.sizes)
}
```

```console
$ flowc check --target langgraph example.flow
```
"""

MODEL = Rule("FLOW698", Severity.WARNING, "LangGraph gives a tool a model for an object")
"""flowc, as WayFlow, calls a tool with the object itself, a dict. The adapter makes a pydantic
model of it: it has attributes for the properties that the type names, without their defaults, and
nothing of the others.

Wrong:

```flow
tool send(to: { street: string })

flow main(to: { street: string }) {
  send(to)
}
```

```console
$ flowc check --target langgraph example.flow
```

Right:

```flow
tool send(street: string)

flow main(street: string) {
  send(street)
}
```

```console
$ flowc check --target langgraph example.flow
```
"""


def check_conversions(context: FlowContext) -> Iterator[Diagnostic]:
    """What goes to a tool needs no conversion but of the whole value."""
    for edge in context.graph.data_edges:
        output = context.outputs.get(edge.source_node, {}).get(edge.source_output)
        taker = context.inputs.get(edge.destination_node, {}).get(edge.destination_input)
        if output is None or taker is None:
            continue
        is_tool = isinstance(context.graph.nodes[edge.destination_node], ToolNode)
        if is_tool and not _hands_on(output.type, taker.type):
            yield NOT_CONVERTED.at(
                context.place(edge),
                f"LangGraph: {context.source(edge)} is not converted for {context.target(edge)}",
                label=f"{type_text(output.type)} goes to {type_text(taker.type)}",
                hint=f"Declare both as {type_text(taker.type)}, or convert in a tool.",
            )


def _hands_on(source: Type, taker: Type) -> bool:
    """Whether values of one type are good for the other after LangGraph's conversion, which is of
    whole scalars and of anything to a string."""
    if isinstance(taker, Scalar):
        return True
    return _passes(source, taker)


def _passes(source: Type, taker: Type) -> bool:
    """Whether each value of one type is one of the other as it is; an integer is a number."""
    if isinstance(taker, AnyType) or source == taker:
        return True
    if isinstance(source, UnionType) or isinstance(taker, UnionType):
        targets = members_of(taker)
        return all(any(_passes(one, other) for other in targets) for one in members_of(source))
    match source, taker:
        case Scalar(), Scalar():
            return taker.enum is None and (source.name, taker.name) in _SAME
        case ArrayType(items=one), ArrayType(items=other):
            return other is None or (one is not None and _passes(one, other))
        case ObjectType(), ObjectType():
            given = {item.name: item.type for item in source.fields or ()}
            return all(
                it.name in given and _passes(given[it.name], it.type) for it in taker.fields or ()
            )
    return False


_SAME = frozenset({(name, name) for name in ("string", "integer", "number", "boolean", "null")}) | {
    ("integer", "number")
}


def check_models(context: FlowContext) -> Iterator[Diagnostic]:
    """Tools take no objects."""
    for node in context.flow.nodes:
        for item in node.inputs if isinstance(node, ToolNode) else ():
            type_ = item.type
            if isinstance(type_, ObjectType) and not isinstance(type_.additional, BaseType):
                yield MODEL.at(
                    context.place(node),
                    f"LangGraph: the tool of '{node.name}' gets a model for '{item.title}', no "
                    "object",
                    label=f"'{item.title}' is {type_text(type_)}",
                    hint="Pass the properties as inputs of their own.",
                )
