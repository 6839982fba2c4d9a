"""FLOW680 to FLOW683: how WayFlow treats values otherwise (SEMANTICS 6, 9 and 10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.defaults import fits
from flowc.ir.document import Document
from flowc.ir.nodes import EndNode, StartNode
from flowc.ir.notation import json_text, type_text
from flowc.ir.types import ObjectType, Property, Scalar, Type
from flowc.ir.values import ABSENT
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.profiles.parts import ports, types_in
from flowc.semantics.values import converts

WRONG_DEFAULT = Rule("FLOW680", Severity.ERROR, "WayFlow converts no defaults")
"""A default of another type than declared is converted before it is used. WayFlow refuses it, and
even `5` where a number is declared, which has to be `5.0`. flowc writes defaults in the form of
their types (SEMANTICS 10).

Wrong:

```json
{
  "component_type": "ServerTool",
  "agentspec_version": "25.4.1",
  "id": "pay",
  "name": "pay",
  "inputs": [{"title": "amount", "type": "number", "default": 5}]
}
```

```console
$ flowc check --target wayflow example.json
```

Right:

```json
{
  "component_type": "ServerTool",
  "agentspec_version": "25.4.1",
  "id": "pay",
  "name": "pay",
  "inputs": [{"title": "amount", "type": "number", "default": 5.0}]
}
```

```console
$ flowc check --target wayflow example.json
```
"""

OTHER_KEYS = Rule("FLOW681", Severity.ERROR, "WayFlow wants the same properties at both ends")
"""An object goes to an input that names fewer properties; the others are dropped. WayFlow refuses
such an edge: it wants the same properties at both ends.

Wrong:

```flow
tool look() -> (order: { id: string, status: string })
tool show(order: { id: string })

flow main() {
  look()
  show(order = look.order)
}
```

```console
$ flowc check --target wayflow example.flow
```

Right:

```flow
tool look() -> (order: { id: string, status: string })
tool show(order: { id: string, status: string })

flow main() {
  look()
  show(order = look.order)
}
```

```console
$ flowc check --target wayflow example.flow
```
"""

EMPTY_EDGES = Rule(
    "FLOW682", Severity.WARNING, "WayFlow takes an empty list of data edges for none"
)
"""A flow without the field `data_flow_connections` is wired by name: every output is connected to
every input of its title. WayFlow wires a flow so whose list is there and empty, too (SEMANTICS 6).

Wrong:

```flow
tool look() -> (note: string)
tool log(note: string)

flow main() {
  look()
  log(note = "looked")
}
```

```console
$ flowc check --target wayflow example.flow
```

Right:

```flow
tool look() -> (note: string)
tool log(text: string)

flow main() {
  look()
  log(text = "looked")
}
```

```console
$ flowc check --target wayflow example.flow
```
"""

OPTIONAL = Rule("FLOW683", Severity.WARNING, "WayFlow wants every property of an object")
"""A property `b?: T` of an object may be missing. WayFlow does not read `required` and refuses a
value that lacks one of the properties that the type names (SEMANTICS 9).

Wrong:

```flow
tool send(to: { street: string, floor?: integer })

flow main(to: { street: string, floor?: integer }) {
  send(to)
}
```

```console
$ flowc check --target wayflow example.flow
```

Right:

```flow
tool send(to: { street: string, floor: integer? })

flow main(to: { street: string, floor: integer? }) {
  send(to)
}
```

```console
$ flowc check --target wayflow example.flow
```
"""


def check_defaults(document: Document) -> Iterator[Diagnostic]:
    """Defaults are of their type, and where they are written in a document, in its form."""
    for component, word, item in ports(document):
        written = item.default if item.schema is None else item.schema.get("default", item.default)
        if _is_refused(item, written):
            yield WRONG_DEFAULT.at(
                item.origin or component.origin,
                f"WayFlow: the default of {word} '{item.title}' of '{component.name}' is no "
                + type_text(item.type),
                label="Default value is not of type",
                hint=f"Write {json_text(float(written))}."
                if isinstance(written, int) and _is_number(item.type)
                else f"Write a value of type {type_text(item.type)}.",
            )


def _is_refused(item: Property, written: Any) -> bool:
    if not item.has_default or item.default is None or not converts(item.default, item.type):
        return False
    return not fits(item.default, item.type) or (
        _is_number(item.type) and item.schema is not None and _is_integer(written)
    )


def _is_number(type_: Type) -> bool:
    return isinstance(type_, Scalar) and type_.name == "number"


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def check_object_edges(context: FlowContext) -> Iterator[Diagnostic]:
    """Edges between objects join the same properties."""
    for edge in context.graph.data_edges:
        output = context.outputs.get(edge.source_node, {}).get(edge.source_output)
        taker = context.inputs.get(edge.destination_node, {}).get(edge.destination_input)
        if output is None or taker is None:
            continue
        more = _keys(output.type) - _keys(taker.type)
        if _keys(taker.type) and more:
            listed = ", ".join(f"'{key}'" for key in sorted(more))
            yield OTHER_KEYS.at(
                context.place(edge),
                f"WayFlow: {context.target(edge)} lacks {listed} of {context.source(edge)}",
                label="Descriptor types are not compatible",
                hint=f"Declare it as {type_text(output.type)}.",
            )


def _keys(type_: Type) -> set[str]:
    return {it.name for it in type_.fields or ()} if isinstance(type_, ObjectType) else set()


def check_empty_edges(context: FlowContext) -> Iterator[Diagnostic]:
    """In a flow without data edges no output is titled like an input."""
    if context.flow.data_edges != ():
        return
    writers: dict[str, str] = {}
    for node in context.flow.nodes:
        # Of a flow input that is titled so, FLOW406 tells.
        for output in () if isinstance(node, (StartNode, EndNode)) else node.outputs:
            writers.setdefault(output.title, node.id)
    for node in context.flow.nodes:
        for item in () if isinstance(node, StartNode) else node.inputs:
            writer = writers.get(item.title)
            if writer is not None and item.has_default:
                yield EMPTY_EDGES.at(
                    context.place(node),
                    f"WayFlow: the input '{item.title}' of '{node.name}' gets the output of "
                    f"{context.name(writer)}",
                    label="the flow has no data edges, and the titles are equal",
                    hint="Rename one of them.",
                )


def check_optional_properties(document: Document) -> Iterator[Diagnostic]:
    """Objects have no properties that may be missing."""
    for component, word, item in ports(document):
        for type_ in types_in(item.type):
            for field in type_.fields or () if isinstance(type_, ObjectType) else ():
                if not field.required and field.default is ABSENT:
                    yield OPTIONAL.at(
                        item.origin or component.origin,
                        f"WayFlow: the property '{field.name}' of {word} '{item.title}' of "
                        f"'{component.name}' must not be missing",
                        label=f"'{field.name}' is optional",
                        hint=f"Require it, and let it be null: {field.name}: "
                        f"{type_text(field.type)}?.",
                    )
