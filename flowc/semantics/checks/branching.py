"""FLOW228, FLOW229, FLOW234: what a BranchingNode compares can be equal (SEMANTICS 19)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity, closest
from flowc.ir.nodes import BranchingNode
from flowc.ir.notation import type_text
from flowc.ir.types import STRING, Property, Scalar, Type, UnionType, members_of
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.values import can_be_text, text_of

TYPED_INPUT = Rule("FLOW228", Severity.WARNING, "a BranchingNode's input is no string")
DEAD_KEY = Rule("FLOW229", Severity.ERROR, "a mapping key that its input can never equal")
DEAD_ARM = Rule("FLOW234", Severity.WARNING, "a mapping key that no source of its input becomes")

_NEVER_MATCHED = frozenset({"boolean", "integer", "number"})


def check_branching(context: FlowContext) -> Iterator[Diagnostic]:
    """A BranchingNode compares the text of its input with its keys, exactly: `true`, `5`, `5.0`.

    Wrong: the key `"yes"` for a boolean, which is `"true"` or `"false"`; `"1"` for a number, which
    is `"1.0"`; a key that an enum does not have. Warned of: an input declared boolean, integer or
    number, which other engines never match; such a key where the input is a string, and only what
    feeds it now is of that type.
    Right: an input declared as string, and keys that are texts of its values.
    """
    for node in context.flow.nodes:
        if isinstance(node, BranchingNode) and len(node.inputs) == 1:
            yield from _check(context, node, node.inputs[0])


def _check(context: FlowContext, node: BranchingNode, input_: Property) -> Iterator[Diagnostic]:
    kinds = {m.name for m in members_of(input_.type) if isinstance(m, Scalar)} - {"null"}
    only_scalars = all(isinstance(member, Scalar) for member in members_of(input_.type))
    if kinds and only_scalars and kinds <= _NEVER_MATCHED:
        yield TYPED_INPUT.at(
            context.place(node),
            f"input '{input_.title}' of BranchingNode '{node.name}' is declared "
            + type_text(input_.type),
            label="other engines then always take 'default'",
            hint="Declare it as string; its value becomes its JSON text.",
        )
    fed = _fed_type(context, node, input_)
    for key in node.mapping:
        if _is_default(input_, key):
            continue
        for rule, subject in ((DEAD_KEY, input_.type), (DEAD_ARM, fed)):
            if not can_be_text(subject, key):
                yield rule.at(
                    context.place(node),
                    f"key {text_of_key(key)} of node '{node.name}' can never be equal to its input",
                    label=f"the input is {type_text(subject)}",
                    hint=_hint(subject, key),
                )
                break


def _fed_type(context: FlowContext, node: BranchingNode, input_: Property) -> Type:
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


def _is_default(input_: Property, key: str) -> bool:
    return input_.has_default and text_of(input_.default) == key


def text_of_key(key: str) -> str:
    """A key as it is written, in double quotes."""
    return text_of([key])[1:-1]


def _hint(subject: Type, key: str) -> str:
    members = members_of(subject)
    values = [text_of(v) for m in members for v in m.enum or () if v is not None]
    best = closest(key, values)
    if best is not None:
        return f"Did you mean {text_of_key(best)}?"
    names = {member.name for member in members if isinstance(member, Scalar)}
    if "boolean" in names:
        return 'A boolean is "true" or "false".'
    if "number" in names:
        try:
            return f"A number is written with its fraction: {text_of_key(text_of(float(key)))}."
        except ValueError:
            return 'A number is written with its fraction: "1.0".'
    if "integer" in names:
        return 'An integer is written without sign or fraction: "1".'
    return "Remove the key."
