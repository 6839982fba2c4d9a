"""FLOW220 to FLOW222: what a data edge carries suits the input it goes to (SEMANTICS 9)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.flow import DataEdge
from flowc.ir.nodes import BranchingNode, StartNode
from flowc.ir.notation import type_text
from flowc.ir.types import NULL, ObjectType, Property, Scalar, Type, UnionType
from flowc.semantics.assign import assignable, can_feed, is_incomparable, loses_digits, writes_null
from flowc.semantics.checks.caught import CaughtInfo
from flowc.semantics.checks.context import FlowContext

MISMATCH = Rule("FLOW220", Severity.ERROR, "a data edge between types that do not go together")
"""A value goes from an output to an input along a data edge and is converted on the way (SEMANTICS
9). For these two types there is no conversion: a text, for one, is never read as a number. An
engine refuses such a flow, or fails when it runs.

Declare one of them as the other, or put a tool in between that converts.

Wrong:

```flow
tool repeat(times: integer)

flow main(times: string) {
  repeat(times)
}
```

Right:

```flow
tool repeat(times: integer)

flow main(times: integer) {
  repeat(times)
}
```
"""

DIGITS = Rule("FLOW221", Severity.WARNING, "a number is cut to an integer")
"""A number that goes to an integer is cut towards zero: 2.9 becomes 2 (SEMANTICS 9). If the
fraction matters, the input has to be a number; if it does not, a tool should round as it is meant.

Wrong:

```flow
tool average(values: number[]) -> (result: number)
tool repeat(times: integer)

flow main(values: number[]) {
  average(values)
  repeat(average.result)
}
```

Right:

```flow
tool average(values: number[]) -> (result: integer)
tool repeat(times: integer)

flow main(values: number[]) {
  average(values)
  repeat(average.result)
}
```
"""

NULL_TEXT = Rule("FLOW222", Severity.WARNING, "null may become the text null")
"""Whatever goes to a string becomes its JSON text, and the text of null is the word `null`
(SEMANTICS 9). Some engines pass null on instead. Either way the input gets what it hardly expects.

Let the input be nullable, or go there only after a `match` has told the case of null apart.

Wrong:

```flow
tool find(id: string) -> (mail: string?)
tool send(mail: string)

flow main(id: string) {
  find(id)
  send(find.mail)
}
```

Right:

```flow
tool find(id: string) -> (mail: string?)
tool send(mail: string?)

flow main(id: string) {
  find(id)
  send(find.mail)
}
```
"""


def check_edge_types(context: FlowContext) -> Iterator[Diagnostic]:
    """What a data edge carries can be converted to its input's type, and nothing is lost."""
    caught = CaughtInfo(context)
    nodes, inputs, outputs = context.graph.nodes, context.inputs, context.outputs
    for edge in context.graph.data_edges:
        source, target = nodes.get(edge.source_node), nodes.get(edge.destination_node)
        if source is None or target is None or isinstance(target, StartNode):
            continue
        output = outputs[source.id].get(edge.source_output)
        input_ = inputs[target.id].get(edge.destination_input)
        if output is None or input_ is None or _is_kept(output.type, input_.type):
            continue
        if (target.id, input_.title) not in context.odd_end_types:
            yield from _check(context, edge, output, input_, caught)


def _check(
    context: FlowContext,
    edge: DataEdge,
    output: Property,
    input_: Property,
    caught: CaughtInfo,
) -> Iterator[Diagnostic]:
    goes = _goes(context, output, input_)
    loses = loses_digits(output.type, input_.type)
    if goes and not loses and not writes_null(output.type, input_.type):
        return  # most edges: no text is made for them
    source, target = context.source(edge), context.target(edge)
    carried = f"{type_text(output.type)} goes to {type_text(input_.type)}"
    if not goes:
        yield MISMATCH.at(
            context.place(edge),
            f"{source} does not fit {target}",
            label=carried,
            hint=_mismatch_hint(source, output.type, input_.type),
        )
    elif loses:
        yield DIGITS.at(
            context.place(edge),
            f"{source} loses its digits in {target}",
            label=carried,
            hint="Declare the input as number, or round in a tool.",
        )
    elif not _is_switch(context, edge) and not caught.is_text(edge):
        yield NULL_TEXT.at(
            context.place(edge),
            f'null from {source} becomes the text "null" in {target}',
            label=carried,
            hint=f"Declare the input as {type_text(_or_null(input_.type))}, or branch on it first.",
        )


def _is_kept(source: Type, destination: Type) -> bool:
    """Whether both are one scalar, as on most edges, so that nothing becomes of a value."""
    return (
        isinstance(source, Scalar)
        and isinstance(destination, Scalar)
        and source.name == destination.name != "null"
    )


def _goes(context: FlowContext, output: Property, input_: Property) -> bool:
    """Whether the edge is one that the official SDK takes. It does not look at the edges of a flow
    that is wired by name; there it is the types that count."""
    if context.flow.data_edges is None:
        return assignable(output.type, input_.type)
    return can_feed(output, input_)


def _is_switch(context: FlowContext, edge: DataEdge) -> bool:
    """Whether the edge selects a branch: null then takes `default`, whatever its text."""
    return isinstance(context.graph.nodes[edge.destination_node], BranchingNode)


def _or_null(type_: Type) -> Type:
    return UnionType(members=(type_, NULL))


def _mismatch_hint(what: str, source: Type, destination: Type) -> str:
    if is_incomparable(source) or is_incomparable(destination):
        return "Say it without allOf: Agent Spec does not compare such a schema with any other."
    if assignable(source, destination):
        return (
            "Declare the input as any: Agent Spec takes null for an input that is never anything "
            "else only if the output is the same in all, its name too."
        )
    if isinstance(source, ObjectType) and isinstance(destination, UnionType):
        return (
            f"Declare the output as {type_text(destination)} too: Agent Spec takes an object for a "
            "union only if both say the same of additional properties."
        )
    if isinstance(source, ObjectType) and isinstance(destination, ObjectType):
        missing = _missing_field(source, destination)
        if missing is not None:
            return f"The output lacks the property '{missing}'."
    return f"Declare {what} as {type_text(destination)} too, or convert it in a tool."


def _missing_field(source: ObjectType, destination: ObjectType) -> str | None:
    given = {field.name for field in source.fields or ()}
    return next((field.name for field in destination.fields or () if field.name not in given), None)
