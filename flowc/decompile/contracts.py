"""What the binder would derive for a node from what it runs: that need not be written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flowc.decompile.make import NOWHERE
from flowc.ir.document import Document
from flowc.ir.nodes import EndNode, Node
from flowc.ir.schema import schema_from_type
from flowc.ir.types import Property, Type
from flowc.ir.values import same_json
from flowc.records import dataclass
from flowc.semantics.binding.contracts import apply_contract
from flowc.semantics.binding.drafts import Draft
from flowc.semantics.binding.signatures import Signature, component_signature


@dataclass(frozen=True, slots=True)
class Derived:
    """The inputs (by the names that arguments use), outputs and branches that a node gets from
    what it runs. `open_`: it may have other inputs too; `branches` empty: its arms say."""

    slots: Mapping[str, Property]
    outputs: tuple[Property, ...]
    branches: tuple[str, ...]
    open_: bool


def signatures(document: Document) -> Mapping[str, Signature]:
    """The signature of every component, by id."""
    return {id_: component_signature(item) for id_, item in document.components.items()}


def derived(
    node: Node, known: Mapping[str, Signature], env: Sequence[str], ends: Sequence[Property]
) -> Derived:
    """What the binder derives for a node; `ends` are the flow's outputs, which its ends have."""
    if isinstance(node, EndNode):
        return Derived({item.title: item for item in ends}, tuple(ends), (), False)
    draft = Draft(0, "", node.id, NOWHERE, kind=type(node), fields=dict(node.own_fields()))
    apply_contract(draft, known, env)
    return Derived(draft.slots, draft.outputs, draft.branches, draft.open_inputs)


def same_type(a: Type, b: Type) -> bool:
    """Whether two types are one, `1`, `1.0` and `true` told apart."""
    return same_json(schema_from_type(a), schema_from_type(b))


def same_property(a: Property, b: Property) -> bool:
    """Whether two inputs or outputs are one."""
    return (
        (a.title, a.description) == (b.title, b.description)
        and same_json(a.default, b.default)
        and same_type(a.type, b.type)
    )


def same_properties(a: Sequence[Property], b: Sequence[Property]) -> bool:
    """Whether two lists of inputs or outputs are one."""
    return len(a) == len(b) and all(map(same_property, a, b))
