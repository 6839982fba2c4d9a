"""All that a document says of components: those outside of flows, and the nodes."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow


def parts_of(document: Document) -> Iterator[Component]:
    """The components that live in the document, each followed by its nodes if it is a flow."""
    for component in document.components.values():
        if not component.extern:
            yield component
            if isinstance(component, Flow):
                yield from component.nodes
