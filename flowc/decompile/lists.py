"""Inputs, outputs and branches of nodes that no form of a statement says, so that `@with` must."""

from __future__ import annotations

from collections.abc import Iterable

from flowc.decompile.contracts import Derived
from flowc.ir.nodes import CAUGHT, NEXT, BranchingNode, CatchExceptionNode, Node
from flowc.ir.schema import property_to_schema
from flowc.ir.types import Property
from flowc.ir.values import FieldValue
from flowc.semantics.binding.contracts import DEFAULT_OUTPUTS


def unsaid_lists(
    node: Node, derived: Derived, given: Iterable[str | None]
) -> dict[str, FieldValue]:
    """The lists that arguments, `-> (…)` and arms cannot say. `given` are the names of
    the inputs that have arguments."""
    found: dict[str, FieldValue] = {}
    if titles(node.inputs) != _bound_inputs(node, derived, given):
        found["inputs"] = schemas(node.inputs)
    if not can_say_outputs(node, derived):
        found["outputs"] = schemas(node.outputs)
    if sorted(derived.branches or _armed_branches(node)) != sorted(node.branches):
        found["branches"] = list(node.branches)
    return found


def _armed_branches(node: Node) -> tuple[str, ...]:
    """The branches that the arms of a call say; one that goes on below has no arms."""
    if node.branches not in ((), (NEXT,)):
        return tuple(dict.fromkeys(node.branches))
    return (NEXT, CAUGHT) if isinstance(node, CatchExceptionNode) else (NEXT,)


def _bound_inputs(node: Node, derived: Derived, given: Iterable[str | None]) -> list[str]:
    """The titles of the inputs that the binder gives the node, in its order."""
    slots = titles(derived.slots.values())
    if isinstance(node, BranchingNode):
        return slots
    called = {name: slot.title for name, slot in derived.slots.items()}
    fed = [called.get(name, name) for name in given if name is not None]
    return list(dict.fromkeys([*fed, *slots] if derived.open_ else [*slots, *fed]))


def can_say_outputs(node: Node, derived: Derived) -> bool:
    """Whether `-> (…)` can turn the derived outputs into the node's: it changes them where they
    are and adds others below, but takes away none and no description; a `match` has none."""
    if isinstance(node, BranchingNode):
        return not node.outputs and not derived.outputs
    wanted = titles(node.outputs)
    if type(node) in DEFAULT_OUTPUTS:
        return len(set(wanted)) == len(wanted)
    have = {item.title: item for item in derived.outputs}
    return wanted == list(dict.fromkeys((*have, *wanted))) and not any(
        item.description is None and item.title in have and have[item.title].description is not None
        for item in node.outputs
    )


def schemas(items: Iterable[Property]) -> list[FieldValue]:
    """Inputs or outputs as `@with` sets them."""
    return [property_to_schema(item) for item in items]


def titles(items: Iterable[Property]) -> list[str]:
    """The titles of inputs or outputs."""
    return [item.title for item in items]
