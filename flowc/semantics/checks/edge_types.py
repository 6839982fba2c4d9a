"""FLOW220 to FLOW222: what a data edge carries suits the input it goes to (SEMANTICS 9)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.flow import DataEdge
from flowc.ir.nodes import BranchingNode, StartNode
from flowc.ir.notation import type_text
from flowc.ir.types import NULL, ObjectType, Property, Type, UnionType
from flowc.semantics.assign import assignable, can_feed, is_incomparable, loses_digits, writes_null
from flowc.semantics.checks.context import FlowContext

MISMATCH = Rule("FLOW220", Severity.ERROR, "a data edge between types that do not go together")
DIGITS = Rule("FLOW221", Severity.WARNING, "a number is cut to an integer")
NULL_TEXT = Rule("FLOW222", Severity.WARNING, "null may become the text null")


def check_edge_types(context: FlowContext) -> Iterator[Diagnostic]:
    """A value is converted to the type of the input it goes to, where that is possible at all.

    Wrong: a `string` into an `integer` (text is never read as a number), an object into one that
    has a property more. Warned of: a `number` into an `integer` (digits are lost), a `string?` into
    a `string` (null would be the text "null").
    Right: the same type at both ends, or a tool between them that converts.
    """
    for edge in context.graph.data_edges:
        source = context.graph.nodes.get(edge.source_node)
        target = context.graph.nodes.get(edge.destination_node)
        if source is None or target is None or isinstance(target, StartNode):
            continue
        output = context.outputs[edge.source_node].get(edge.source_output)
        input_ = context.inputs[edge.destination_node].get(edge.destination_input)
        is_odd = (edge.destination_node, edge.destination_input) in context.odd_end_types
        if output is not None and input_ is not None and not is_odd:
            yield from _check(context, edge, output, input_)


def _check(
    context: FlowContext, edge: DataEdge, output: Property, input_: Property
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
            hint=_mismatch_hint(output.type, input_.type),
        )
    elif loses:
        yield DIGITS.at(
            context.place(edge),
            f"{source} loses its digits in {target}",
            label=carried,
            hint="Declare the input as number, or round in a tool.",
        )
    elif not _is_switch(context, edge):
        yield NULL_TEXT.at(
            context.place(edge),
            f'null from {source} becomes the text "null" in {target}',
            label=carried,
            hint=f"Declare the input as {type_text(_or_null(input_.type))}, or branch on it first.",
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


def _mismatch_hint(source: Type, destination: Type) -> str:
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
    return f"Declare both as {type_text(destination)}, or convert in a tool."


def _missing_field(source: ObjectType, destination: ObjectType) -> str | None:
    given = {field.name for field in source.fields or ()}
    return next((field.name for field in destination.fields or () if field.name not in given), None)
