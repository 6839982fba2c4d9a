"""What a BranchingNode compares: the values that can reach its input (SEMANTICS 19)."""

from __future__ import annotations

from flowc.ir.nodes import BranchingNode
from flowc.ir.types import STRING, Property, Type, UnionType
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.listed_values import listed_values, missing_keys
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
