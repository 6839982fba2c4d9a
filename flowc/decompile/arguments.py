"""Arguments: a node's inputs, their sources and defaults, as far as nothing derives them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flowc.decompile import make
from flowc.decompile.contracts import Derived, same_type
from flowc.decompile.make import NOWHERE
from flowc.decompile.scope import FlowScope
from flowc.decompile.types import default_expression, type_expression
from flowc.ir.flow import DataEdge
from flowc.ir.nodes import MapNode, Node, ParallelMapNode
from flowc.ir.types import ANY, ArrayType, Property, Type, UnionType
from flowc.ir.values import ABSENT, Absent, Json, same_json
from flowc.semantics.binding.literals import literal_type
from flowc.semantics.maps import bare
from flowc.syntax import tree as t


def arguments(node: Node, derived: Derived, scope: FlowScope) -> tuple[t.Argument, ...]:
    """The arguments of a node, in the order of its inputs."""
    names = {slot.title: name for name, slot in derived.slots.items()}
    found = (
        _argument(names.get(item.title, item.title), item, node, derived, scope)
        for item in node.inputs
    )
    return tuple(argument for argument in found if argument is not None)


def argument_name(argument: t.Argument, derived: Derived) -> str | None:
    """The name of the input that an argument of a call feeds; one that has none is a reference to
    an output of that name, or feeds the one input there is."""
    if argument.name is not None:
        return argument.name.text
    if len(derived.slots) == 1:
        return next(iter(derived.slots))
    sources = () if argument.value is None else argument.value.sources
    return sources[0].names[-1].text if sources else None


def _argument(
    name: str, item: Property, node: Node, derived: Derived, scope: FlowScope
) -> t.Argument | None:
    """One argument; None if the callee says all there is to say of the input."""
    slot = derived.slots.get(name)
    edges = scope.arguments_in.get((node.id, item.title), ())
    default = _own_default(item, slot)
    undeclared = slot is None and not derived.open_
    typed = undeclared or not same_type(item.type, _untyped(slot, edges, default, scope))
    described = item.description if slot is None or item.description != slot.description else None
    overrides = _removed(item, slot)
    valued = bool(edges) or default is not ABSENT
    if slot is not None and not (valued or typed or described or overrides):
        if slot.has_default or scope.by_name:
            return None
        typed = True
    each = _is_each(node, slot, edges, scope)
    value = _value(edges, default, each, scope) if valued else None
    plain = not (typed or described is not None or overrides) and value is not None
    return t.Argument(
        None if plain and _needs_no_name(name, edges, derived, each) else make.name(name),
        type_expression(item.type, scope.context.types) if typed or value is None else None,
        value,
        make.described(described),
        (make.annotation("with", make.object_(overrides)),) if overrides else (),
        span=NOWHERE,
    )


def _own_default(item: Property, slot: Property | None) -> Json | Absent:
    """The default that the input has and the callee's has not; ABSENT if there is none."""
    inherited = ABSENT if slot is None else slot.default
    return ABSENT if same_json(item.default, inherited) else item.default


def _removed(item: Property, slot: Property | None) -> Mapping[str, t.FieldExpr]:
    """What the callee's input has and this one has not."""
    if slot is None:
        return {}
    absent = t.AbsentMark(span=NOWHERE)
    found: dict[str, t.FieldExpr] = {}
    if item.description is None and slot.description is not None:
        found["description"] = absent
    if not item.has_default and slot.has_default:
        found["default"] = absent
    return found


def _untyped(
    slot: Property | None, edges: Sequence[DataEdge], default: Json | Absent, scope: FlowScope
) -> Type:
    """The type that the input has if the argument declares none."""
    if slot is not None:
        return slot.type
    if edges:
        return joined_type(edges, scope)
    return ANY if default is ABSENT else literal_type(default)


def joined_type(edges: Sequence[DataEdge], scope: FlowScope) -> Type:
    """The type of a value that comes from one of several sources."""
    types: list[Type] = []
    for edge in edges:
        source = scope.source(edge)
        if source is not None and source.type not in types:
            types.append(source.type)
    return types[0] if len(types) == 1 else UnionType(members=tuple(types))


def _value(
    edges: Sequence[DataEdge], default: Json | Absent, each: bool, scope: FlowScope
) -> t.Value:
    literal = default_expression(default)
    if not edges:
        return t.Value(literal=literal, span=NOWHERE)
    sources = tuple(scope.reference(edge) for edge in edges)
    return t.Value(sources, literal, None, each, span=NOWHERE)


def _is_each(
    node: Node, slot: Property | None, edges: Sequence[DataEdge], scope: FlowScope
) -> bool:
    """Whether a MapNode goes over the input (SEMANTICS 22)."""
    if not isinstance(node, (MapNode, ParallelMapNode)) or slot is None or not edges:
        return False
    inner = slot.type.members[0] if isinstance(slot.type, UnionType) else slot.type
    return all(_is_list_of(scope.source(edge), inner) for edge in edges)


def _is_list_of(source: Property | None, inner: Type) -> bool:
    type_ = None if source is None else source.type
    return (
        isinstance(type_, ArrayType)
        and type_.items is not None
        and bare(type_.items) == bare(inner)
    )


def _needs_no_name(name: str, edges: Sequence[DataEdge], derived: Derived, each: bool) -> bool:
    """Whether a bare reference feeds the input of this name: one to an output of the same name, or
    any, if the callee has no other input (where `each` does not ask which one is meant)."""
    if not edges:
        return False
    if all(edge.source_output == name for edge in edges):
        return name in derived.slots or (derived.open_ and len(derived.slots) != 1)
    return not derived.open_ and list(derived.slots) == [name] and not each
