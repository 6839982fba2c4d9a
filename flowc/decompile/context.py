"""What all parts of a decompilation share: the document, and the identifiers in the new source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from flowc.decompile.contracts import signatures
from flowc.decompile.kept import kept
from flowc.decompile.labels import node_labels
from flowc.decompile.layouts import FlowLayout, layouts
from flowc.decompile.order import used_first
from flowc.decompile.readable import Identifiers, is_generated, readable
from flowc.ir.components import Component, telling
from flowc.ir.document import Document
from flowc.ir.env import env_placeholders
from flowc.ir.flow import Edge, Flow
from flowc.ir.ids import derived_id, segment
from flowc.ir.nodes import NODE_CLASSES
from flowc.ir.notation import is_plain
from flowc.ir.nowhere import led_nowhere
from flowc.ir.types import SCALARS, Type
from flowc.ir.values import FieldValue, Json, Ref, references
from flowc.records import dataclass
from flowc.semantics.binding.signatures import Signature
from flowc.syntax.tokens import RESERVED_FOR_DECLARATIONS

FORBIDDEN = frozenset(
    (*RESERVED_FOR_DECLARATIONS, *SCALARS, *NODE_CLASSES, "any", "object", "array")
)
"""Names that no declaration may have, or that mean something else where a declaration is named."""


@dataclass(frozen=True)
class Context:
    """One decompilation. `exact`: ids, names and spellings without a meaning are kept too."""

    document: Document
    exact: bool = False

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The identifier of every component that gets a declaration, by id."""
        document = self.document
        taken = {*FORBIDDEN, *document.types, *self._node_types}
        given = Identifiers(taken)
        return {
            component.id: given.give(*_wanted(component), otherwise=_kind(component))
            for component in sorted(self.declared, key=_needs_annotations)
        }

    @cached_property
    def declared(self) -> Sequence[Component]:
        """The components that get a declaration: flows after the rest and the root last, but above
        all what is used before what uses it."""
        document = self.document
        inside = {id_: document.components[id_] for id_ in self.inlined}
        ranked = sorted(
            (item for item in document.components.values() if item.id not in inside),
            key=lambda item: (item.id == document.root, isinstance(item, Flow)),
        )
        return used_first(ranked, inside)

    @cached_property
    def signatures(self) -> Mapping[str, Signature]:
        """What a node that runs a component takes and gives, by the component's id."""
        return signatures(self.document)

    @cached_property
    def layouts(self) -> Mapping[str, FlowLayout]:
        """The order of lines in every flow, by its id."""
        return layouts(self.document, self.signatures)

    @cached_property
    def node_ids(self) -> Mapping[str, str]:
        """The ids that nodes get in the new source, by those that they have now."""
        found: dict[str, str] = {}
        if self.exact:
            return found
        for flow in self.document.flows:
            owner = segment(self.names[flow.id]) if self.drops(flow.id) else flow.id
            for id_, label in self._node_labels(flow):
                found.setdefault(id_, id_ if id_ in self.kept else derived_id(owner, label))
        return found

    def drops(self, id_: str) -> bool:
        """Whether the source of the component with this id does not have the id."""
        return not self.exact and is_generated(id_) and id_ not in self.kept

    @cached_property
    def kept(self) -> frozenset[str]:
        """The ids of nodes, and the generated ones of declarations, that must stay: those of nodes
        that stand in several flows or to which more than a flow and its edges refers, and those
        that others hang on (:mod:`flowc.decompile.kept`)."""
        fixed = self._fixed_nodes()
        new: dict[str, list[str]] = {
            id_: [segment(name)] for id_, name in self.names.items() if is_generated(id_)
        }
        stay = [id_ for id_ in self.names if id_ not in new]
        for flow in self.document.flows:
            for id_, label in self._node_labels(flow):
                owners = (flow.id, *new.get(flow.id, ()))
                new.setdefault(id_, []).extend(derived_id(owner, label) for owner in owners)
            stay += [id_ for id_, _ in _places(flow)]
        return fixed | kept(new, (*stay, *fixed), led_nowhere(self.document))

    def _node_labels(self, flow: Flow) -> Iterator[tuple[str, str]]:
        """The ids and labels of a flow's nodes, but for the start of a flow that has none."""
        labels = node_labels(flow, self.layouts[flow.id].nodes)
        return ((id_, label) for id_, label in labels.items() if id_)

    def _fixed_nodes(self) -> frozenset[str]:
        """The nodes that stand in several flows, and those to which more than a flow and its edges
        refers."""
        flows = Counter(id_ for flow in self.document.flows for id_ in {n.id for n in flow.nodes})
        referred = {id_ for owner in self._owners() for id_ in owner.references()}
        referred.update(self._referred_by_edges())
        return frozenset(id_ for id_, number in flows.items() if number > 1 or id_ in referred)

    def metadata(self, item: Component | Edge) -> Mapping[str, Json]:
        """The metadata that the source has: what says something, or in an exact one all."""
        return item.metadata if self.exact else telling(item.metadata)

    @cached_property
    def env(self) -> tuple[str, ...]:
        """The placeholders that are no inputs (SEMANTICS 27), which must be declared."""
        components = self.document.components
        found = {name for owner in self._owners() for name in env_placeholders(owner, components)}
        return tuple(dict.fromkeys((*self.document.env, *sorted(found))))

    @cached_property
    def root_is_plain(self) -> bool:
        """Whether the root goes without saying: the one flow, else the one declaration, that
        nothing else uses."""
        components = self.document.components
        used: set[str] = set()
        for component in components.values():
            nodes = component.nodes if isinstance(component, Flow) else ()
            referred = {id_ for owner in (component, *nodes) for id_ in owner.references()}
            used |= referred - {component.id}
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
        uses = Counter(self._referred_by_edges())
        derived: set[str] = set()
        for owner in self._owners():
            uses.update(owner.references())
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

    def _referred_by_edges(self) -> Iterator[str]:
        """The ids to which edges refer besides their ends."""
        for flow in self.document.flows:
            for edge in (*flow.control_edges, *(flow.data_edges or ())):
                for value in (*edge.fields.values(), *edge.overrides.values()):
                    yield from references(value)

    def _owners(self) -> Iterator[Component]:
        for component in self.document.components.values():
            yield component
            if isinstance(component, Flow):
                yield from component.nodes


def _needs_annotations(component: Component) -> bool:
    """Whether no identifier says both the id and the name. Those for which one does get it before
    all others, wherever they stand, so that the next conversion gives the same."""
    return component.name != component.id or not is_plain(component.id)


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
