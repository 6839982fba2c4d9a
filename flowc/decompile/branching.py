"""BranchingNodes as `match` and `if`."""

from __future__ import annotations

import json
from collections.abc import Mapping

from flowc.decompile import make
from flowc.decompile.arguments import arguments, joined_type
from flowc.decompile.contracts import Derived, same_property, same_type
from flowc.decompile.make import NOWHERE
from flowc.decompile.scope import FlowScope
from flowc.decompile.statements import node_annotations
from flowc.decompile.types import type_expression
from flowc.decompile.values import field_entries
from flowc.ir.nodes import DEFAULT, BranchingNode
from flowc.ir.schema import schema_from_type
from flowc.ir.types import ANY, STRING, Property, Scalar, Type
from flowc.ir.values import ABSENT
from flowc.records import replace
from flowc.semantics.binding.literals import literal_type
from flowc.semantics.binding.nodes.branching import KEY
from flowc.semantics.binding.patterns import key_of
from flowc.syntax import tree as t

Bodies = Mapping[str, t.Block]
"""What follows each branch; a branch that is missing leads nowhere."""


def branching(node: BranchingNode, scope: FlowScope, bodies: Bodies) -> t.Match | t.If:
    """`if` for a choice on a boolean, else `match`."""
    subject, type_ = _subject(node, scope)
    label = scope.labels[node.id]
    fields = {key: value for key, value in node.own_fields().items() if key != "mapping"}
    is_if = (
        node.mapping == {"true": "true"}
        and type_ == Scalar("boolean")
        and subject.name is None
        and bodies.keys() == {"true", DEFAULT}
        and not fields
    )
    derived = Derived({subject_input(node).title: subject_input(node)}, (), _branches(node), False)
    bare: t.If | t.Match
    if is_if:
        otherwise = bodies[DEFAULT] if bodies[DEFAULT].statements else None
        bare = t.If(subject=subject, then=bodies["true"], otherwise=otherwise, span=NOWHERE)
    else:
        entries = field_entries(fields, node.id, scope.context)
        arms = tuple(_arms(node, type_, bodies))
        bare = t.Match(subject=subject, entries=entries, arms=arms, span=NOWHERE)
    return replace(
        bare,
        name=make.name(label),
        description=make.described(node.description),
        annotations=node_annotations(node, derived, scope, (subject,)),
        comments=node.comments,
    )


def subject_input(node: BranchingNode) -> Property:
    """The input that a `match` can name: the first."""
    return node.inputs[0] if node.inputs else Property(KEY, STRING)


def _branches(node: BranchingNode) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*node.mapping.values(), DEFAULT)))


def _arms(node: BranchingNode, type_: Type, bodies: Bodies) -> list[t.Arm]:
    keys: dict[str, list[str]] = {}
    for key, branch in node.mapping.items():
        keys.setdefault(branch, []).append(key)
    arms = []
    for branch, group in keys.items():
        patterns = tuple(_pattern(key, type_) for key in group)
        named = None if branch == group[0] else make.name(branch)
        body = bodies.get(branch, make.block(()))
        arms.append(t.Arm(patterns, named, body, span=NOWHERE))
    if DEFAULT not in keys:
        error = DEFAULT not in bodies
        if error or bodies[DEFAULT].statements:
            body = bodies.get(DEFAULT, make.block((), braces=False))
            arms.append(t.Arm((), None, body, True, error, span=NOWHERE))
    return arms


def _pattern(key: str, type_: Type) -> t.Literal:
    """The literal that has this key in the subject's type."""
    return make.scalar(next(iter(_candidates(key, type_)), key))


def _candidates(key: str, type_: Type) -> list[bool | int | float | str]:
    values: list[bool | int | float | str] = [key]
    try:
        value = json.loads(key)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, (bool, int, float)):
        values.append(value)
    return [value for value in values if key_of(value, type_) == key]


def _subject(node: BranchingNode, scope: FlowScope) -> tuple[t.Argument, Type]:
    """The subject, and the type in which patterns are written."""
    item = subject_input(node)
    given = arguments(
        node, Derived({item.title: Property(item.title, STRING)}, (), (), False), scope
    )
    value = given[0].value if given else None
    natural = _natural_type(node, item, value, scope)
    usual = same_property(item, Property(KEY, STRING, default=item.default))
    if value is not None and usual and _all_keys(node, natural):
        return t.Argument(None, None, value, span=NOWHERE), natural
    declared = next(
        type_ for type_ in (item.type, STRING, ANY) if _all_keys(node, type_) or type_ == ANY
    )
    overrides = _retyped(item.type, declared)
    return (
        t.Argument(
            make.name(item.title),
            type_expression(declared, scope.context.types),
            value,
            make.described(item.description),
            (make.annotation("with", make.object_(overrides)),) if overrides else (),
            span=NOWHERE,
        ),
        declared,
    )


def _all_keys(node: BranchingNode, type_: Type) -> bool:
    """Whether the type has a pattern for every key."""
    return all(_candidates(key, type_) for key in node.mapping)


def _natural_type(
    node: BranchingNode, item: Property, value: t.Value | None, scope: FlowScope
) -> Type:
    """The type that patterns have if the subject declares none."""
    edges = scope.arguments_in.get((node.id, item.title), ())
    if edges:
        return joined_type(edges, scope)
    if value is None or scope.by_name or item.default is ABSENT:
        return ANY
    return literal_type(item.default)


def _retyped(type_: Type, declared: Type) -> Mapping[str, t.FieldExpr]:
    """What turns the declared type, which is written as a string if it is none, into the type."""
    emitted = declared if declared in (STRING, ANY) else STRING
    if same_type(type_, emitted) or (same_type(type_, declared) and declared == STRING):
        return {}
    wanted, have = schema_from_type(type_), schema_from_type(emitted)
    absent: dict[str, t.FieldExpr] = {
        key: t.AbsentMark(span=NOWHERE) for key in have if key not in wanted
    }
    return {**absent, **{key: make.literal(value) for key, value in wanted.items()}}
