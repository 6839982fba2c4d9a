"""What all parts of a decompilation share: the document, and the identifiers in the new source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from flowc.decompile.contracts import signatures
from flowc.decompile.labels import node_labels
from flowc.decompile.readable import Identifiers, is_generated, readable
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.ids import derived_id, segment
from flowc.ir.nodes import NODE_CLASSES
from flowc.ir.notation import is_plain
from flowc.ir.types import SCALARS, Type
from flowc.ir.values import FieldValue, Ref
from flowc.semantics.binding.contracts import TEMPLATES
from flowc.semantics.binding.signatures import Signature
from flowc.semantics.binding.templates import placeholders
from flowc.syntax.tokens import RESERVED_FOR_DECLARATIONS

FORBIDDEN = frozenset(
    (*RESERVED_FOR_DECLARATIONS, *SCALARS, *NODE_CLASSES, "any", "object", "array")
)
"""Names that no declaration may have, or that mean something else where a declaration is named."""


@dataclass(frozen=True)
class Context:
    """One decompilation."""

    document: Document

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The identifier of every component that gets a declaration, by id."""
        document = self.document
        taken = {*FORBIDDEN, *document.types, *self._node_types}
        given = Identifiers(taken)
        return {
            id_: given.give(*_wanted(component), otherwise=_kind(component))
            for id_, component in document.components.items()
            if id_ not in self.inlined
        }

    @cached_property
    def signatures(self) -> Mapping[str, Signature]:
        """What a node that runs a component takes and gives, by the component's id."""
        return signatures(self.document)

    @cached_property
    def node_ids(self) -> Mapping[str, str]:
        """The ids that nodes get in the new source, by those that they have now."""
        found: dict[str, str] = {}
        for flow in self.document.flows:
            owner = segment(self.names[flow.id]) if is_generated(flow.id) else flow.id
            for id_, label in node_labels(flow).items():
                found.setdefault(id_, derived_id(owner, label))
        return found

    @cached_property
    def env(self) -> tuple[str, ...]:
        """The placeholders that no input fills (SEMANTICS 27): they must be declared."""
        found = dict.fromkeys(self.document.env)
        for flow in self.document.flows:
            for node in flow.nodes:
                fields = node.own_fields()
                texts = [fields.get(name) for name in TEMPLATES.get(type(node), ())]
                found |= dict.fromkeys(
                    name for name in placeholders(texts) if node.input(name) is None
                )
        return tuple(found)

    @cached_property
    def root_is_plain(self) -> bool:
        """Whether the root goes without saying: the one flow, else the one declaration, that
        nothing else uses."""
        used = {id_ for owner in self._owners() for id_ in owner.references() if id_ != owner.id}
        components = self.document.components
        here = [id_ for id_ in self.names if not components[id_].extern]
        flows = [id_ for id_ in here if isinstance(components[id_], Flow)]
        free = [id_ for id_ in here if id_ not in used]
        free_flows = [id_ for id_ in flows if id_ not in used]
        return (free_flows or flows or free) == [self.document.root]

    @property
    def _node_types(self) -> set[str]:
        """Types of nodes: what is called by such a name is a node of that type."""
        return {node.component_type for flow in self.document.flows for node in flow.nodes}

    @property
    def types(self) -> Mapping[str, Type]:
        """The types that get a declaration."""
        return self.document.types

    @cached_property
    def inlined(self) -> frozenset[str]:
        """The components that are written where they stand: those that nobody else refers to and
        whose id says just where that is."""
        components = self.document.components
        uses: dict[str, int] = {}
        derived: set[str] = set()
        for owner in self._owners():
            for id_ in owner.references():
                uses[id_] = uses.get(id_, 0) + 1
            for id_, path in _places(owner):
                if id_ == derived_id(owner.id, *path):
                    derived.add(id_)
        return frozenset(
            id_
            for id_ in derived & components.keys()
            if uses[id_] == 1
            and id_ != self.document.root
            and not components[id_].extern
            and not isinstance(components[id_], Flow)
        )

    def _owners(self) -> Iterator[Component]:
        for component in self.document.components.values():
            yield component
            if isinstance(component, Flow):
                yield from component.nodes


def _wanted(component: Component) -> Iterator[str]:
    """What the identifier of a declaration could be made of, the best first."""
    if component.name == component.id or not is_plain(component.id):
        yield component.name
    if not is_generated(component.id):
        yield component.id
    yield component.name
    yield f"{component.name}_{_kind(component)}"


def _kind(component: Component) -> str:
    return readable(component.component_type.lower()) or "component"


def _places(owner: Component) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    """The ids that a component's fields refer to, each with the way there."""
    fields = owner.fields if isinstance(owner, Flow) else owner.own_fields()
    work: list[tuple[FieldValue, tuple[str | int, ...]]] = [
        (value, (name,)) for name, value in fields.items()
    ]
    while work:
        value, path = work.pop()
        if isinstance(value, Ref):
            yield value.id, path
        elif isinstance(value, Mapping):
            work += [(item, (*path, key)) for key, item in value.items()]
        elif isinstance(value, (list, tuple)):
            work += [(item, (*path, index)) for index, item in enumerate(value)]
