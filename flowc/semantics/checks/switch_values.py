"""What a BranchingNode compares: the values that can reach its input (SEMANTICS 19)."""

from __future__ import annotations

from collections.abc import Container

from flowc.ir.defaults import in_form
from flowc.ir.nodes import BranchingNode
from flowc.ir.types import STRING, AnyType, Property, Scalar, Type, UnionType, members_of
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.values import text_of


def compared_type(context: FlowContext, node: BranchingNode, input_: Property) -> Type:
    """The type whose values are compared: a string input takes the texts of what feeds it."""
    if input_.type != STRING:
        return input_.type
    types: list[Type] = []
    for edge in context.graph.sources.get((node.id, input_.title), ()):
        output = context.outputs.get(edge.source_node, {}).get(edge.source_output)
        types.append(STRING if output is None else output.type)
    distinct = [type_ for index, type_ in enumerate(types) if type_ not in types[:index]]
    if not distinct:
        return STRING
    return distinct[0] if len(distinct) == 1 else UnionType(members=tuple(distinct))


def left_out(context: FlowContext, node: BranchingNode) -> tuple[str, ...] | None:
    """The texts of the values that the node can compare and that its mapping has no key for, `null`
    among them; None if the values cannot be listed."""
    if len(node.inputs) != 1:
        return None
    input_ = node.inputs[0]
    values = listed_values(compared_type(context, node, input_))
    if values is None:
        return None
    if input_.has_default:
        values = (*values, "null" if input_.default is None else text_of(input_.default))
    return missing_keys(values, node.mapping)


def missing_keys(values: tuple[str, ...], mapping: Container[str]) -> tuple[str, ...]:
    """Those of the texts that are no keys, each once; null is never one."""
    return tuple(
        dict.fromkeys(value for value in values if value == "null" or value not in mapping)
    )


def listed_values(type_: Type) -> tuple[str, ...] | None:
    """The texts of all values of the type, None if there is no list of them."""
    if type_.enum is not None:
        return tuple(text_of(in_form(value, type_)) for value in type_.enum)
    found: list[str] = []
    for member in members_of(type_):
        values = _member_values(member)
        if values is None:
            return None
        found += values
    return tuple(found)


def _member_values(member: Type) -> tuple[str, ...] | None:
    if isinstance(member, AnyType):
        return None
    if member.enum is not None:
        return tuple(text_of(in_form(value, member)) for value in member.enum)
    match member:
        case Scalar(name="boolean"):
            return ("true", "false")
        case Scalar(name="null"):
            return ("null",)
    return None
