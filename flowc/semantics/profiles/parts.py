"""What the profiles ask of documents: the parts in use, their fields, their inputs and outputs."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.ir.components import Component
from flowc.ir.derived import Signature, signature
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import EndNode, Node, StartNode
from flowc.ir.types import Property, Type, inner_types
from flowc.ir.values import ABSENT, OverrideValue
from flowc.records import replace
from flowc.semantics.contracts import contract_of
from flowc.semantics.parts import parts_of


def used(document: Document) -> Document:
    """The document without what its root does not use; a library as it is. Runtimes do not look at
    the rest."""
    root = document.root_component
    if root is None:
        return document
    found = {root.id}
    work = [root]
    while work:
        component = work.pop()
        parts = (component, *component.nodes) if isinstance(component, Flow) else (component,)
        for id_ in (id_ for part in parts for id_ in part.references()):
            if id_ not in found and id_ in document.components:
                found.add(id_)
                work.append(document.components[id_])
    components = {id_: it for id_, it in document.components.items() if id_ in found}
    return replace(document, components=components)


def field_of(component: Component, name: str) -> OverrideValue:
    """The value of a field as it is written; ABSENT if there is none."""
    found: OverrideValue = component.own_fields().get(name, ABSENT)
    return component.overrides.get(name, found)


def ports(document: Document) -> Iterator[tuple[Component, str, Property]]:
    """Each input and output where it is declared: of flows, tools and agents, and of nodes what
    differs from what they run; with the component whose it is, and `input` or `output`."""
    for component in parts_of(document):
        inputs, outputs = component.inputs or (), component.outputs or ()
        callee = Signature()
        if isinstance(component, Flow):
            inputs = component.effective_inputs()
        elif isinstance(component, (StartNode, EndNode)):
            continue  # what they have is the flow's
        elif isinstance(component, Node) and contract_of(document, component) is not None:
            callee = signature(component, document.components)
        for word, items, same in (
            ("input", inputs, {item.title: item for item in callee.inputs}),
            ("output", outputs, {item.title: item for item in callee.outputs}),
        ):
            yield from ((component, word, item) for item in items if item != same.get(item.title))


def types_in(type_: Type) -> Iterator[Type]:
    """A type and all types inside of it."""
    waiting = [type_]
    while waiting:
        current = waiting.pop()
        yield current
        waiting += inner_types(current)
