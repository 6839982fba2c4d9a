"""References that lead to nothing in their document.

What they mean is in another file, or is given when the document is loaded: a tool of another file,
the value of a secret.
"""

from __future__ import annotations

from collections.abc import Iterator

from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Edge, Flow
from flowc.ir.values import reference_paths, secret


def led_nowhere(document: Document) -> set[str]:
    """The ids that references name and no component of the document has, whoever refers to them:
    components, nodes, edges. Placeholders of a component's own secrets are left out."""
    known = {id_ for id_, component in document.components.items() if not component.extern}
    known |= {node.id for flow in document.flows for node in flow.nodes}
    return {id_ for id_ in _referred(document) if id_ not in known}


def _referred(document: Document) -> Iterator[str]:
    for component in document.components.values():
        yield from _by_fields(component)
        if isinstance(component, Flow) and not component.extern:
            if component.start_node:
                yield component.start_node
            for node in component.nodes:
                yield from _by_fields(node)
            for control in component.control_edges:
                yield from (control.from_node, control.to_node, *_by_edge(control))
            for data in component.data_edges or ():
                yield from (data.source_node, data.destination_node, *_by_edge(data))


def _by_fields(component: Component) -> Iterator[str]:
    own = component.fields if isinstance(component, Flow) else component.own_fields()
    for fields in (own, component.overrides):
        for name, value in fields.items():
            for path, ref in reference_paths(value, (name,)):
                if ref != secret(component.id, ".".join(map(str, path))):
                    yield ref.id


def _by_edge(edge: Edge) -> Iterator[str]:
    for fields in (edge.fields, edge.overrides):
        for value in fields.values():
            for _, ref in reference_paths(value):
                yield ref.id
