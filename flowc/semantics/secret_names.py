"""Which inputs and outputs hold secrets: those that go into sensitive fields."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from flowc.ir.catalogue import CATALOGUE
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.placeholders import placeholders


def secret_names(document: Document) -> frozenset[str]:
    """The names that placeholders in sensitive fields have, and those of all that edges lead from
    to inputs of these names. Names, not places: a trace hides rather too much than too little."""
    parts = [part for it in document.components.values() for part in _with_nodes(it)]
    sources: dict[str, set[str]] = defaultdict(set)
    for flow in document.flows:
        for edge in flow.data_edges or ():
            sources[edge.destination_input].add(edge.source_output)
    found: set[str] = set()
    work = [name for part in parts for name in _in_sensitive_fields(part)]
    while work:
        name = work.pop()
        if name not in found:
            found.add(name)
            work.extend(sources[name])
    return frozenset(found)


def _with_nodes(component: Component) -> Iterator[Component]:
    yield component
    if isinstance(component, Flow):
        yield from component.nodes


def _in_sensitive_fields(component: Component) -> tuple[str, ...]:
    entry = CATALOGUE.get(component.component_type)
    if entry is None:
        return ()
    own = component.own_fields()
    return placeholders([own.get(name) for name in sorted(entry.sensitive)])
