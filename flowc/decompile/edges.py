"""`edges { … }`: edges that no line and no argument says, and what edges carry besides their
ends."""

from __future__ import annotations

from collections.abc import Iterable

from flowc.decompile import make
from flowc.decompile.make import NOWHERE
from flowc.decompile.scope import FlowScope
from flowc.decompile.values import metadata_annotations, override_expression
from flowc.ir.flow import ControlEdge, DataEdge, Edge
from flowc.ir.nodes import NEXT
from flowc.ir.values import Absent, FieldValue, Ref
from flowc.syntax import tree as t


def edge_entries(scope: FlowScope) -> tuple[t.EdgeEntry, ...]:
    """The entries of a flow's `edges`; in a flow by edges all control stands in them."""
    control = [
        _control(edge, scope)
        for edge in scope.flow.control_edges
        if scope.by_edges or _says_more(edge)
    ]
    data = [
        _data(edge, scope)
        for edge in scope.flow.data_edges or ()
        if _says_more(edge) or not scope.is_argument(edge)
    ]
    return (*control, *data)


def mentioned(entries: Iterable[t.EdgeEntry], scope: FlowScope) -> frozenset[str]:
    """The ids of the nodes that entries name."""
    names = {name.text for entry in entries for name in (entry.source, entry.destination)}
    return frozenset(id_ for id_, label in scope.labels.items() if label in names)


def _says_more(edge: Edge) -> bool:
    return bool(edge.description is not None or edge.metadata or edge.fields or edge.overrides)


def _control(edge: ControlEdge, scope: FlowScope) -> t.EdgeEntry:
    source, destination, broken = _ends(edge.from_node, edge.to_node, scope, "from_node", "to_node")
    branch = None if edge.branch == NEXT else make.name(edge.branch)
    return t.EdgeEntry(
        make.name(source),
        None,
        branch,
        make.name(destination),
        None,
        make.described(edge.description),
        _annotations(edge, broken, scope),
        span=NOWHERE,
    )


def _data(edge: DataEdge, scope: FlowScope) -> t.EdgeEntry:
    source, destination, broken = _ends(
        edge.source_node, edge.destination_node, scope, "source_node", "destination_node"
    )
    return t.EdgeEntry(
        make.name(source),
        make.name(edge.source_output),
        None,
        make.name(destination),
        make.name(edge.destination_input),
        make.described(edge.description),
        _annotations(edge, broken, scope),
        span=NOWHERE,
    )


def _ends(
    source: str, destination: str, scope: FlowScope, *fields: str
) -> tuple[str, str, dict[str, FieldValue | Absent]]:
    """The labels of both ends; an end outside the flow is set by `@with`, on an edge from the
    start."""
    broken: dict[str, FieldValue | Absent] = {
        field: Ref(id_)
        for field, id_ in zip(fields, (source, destination), strict=True)
        if id_ not in scope.nodes
    }
    labels = scope.labels
    start = scope.flow.start_node
    return labels.get(source, labels[start]), labels.get(destination, labels[start]), broken


def _annotations(
    edge: Edge, broken: dict[str, FieldValue | Absent], scope: FlowScope
) -> tuple[t.Annotation, ...]:
    overrides = {**broken, **edge.fields, **edge.overrides}
    found = metadata_annotations(edge.metadata)
    if overrides:
        entries = {
            key: override_expression(value, edge.id or "", key, scope.context)
            for key, value in overrides.items()
        }
        found += (make.annotation("with", make.object_(entries)),)
    return found
