"""`edges { … }`: edges that no line and no argument says, and what edges carry besides their
ends."""

from __future__ import annotations

from collections.abc import Iterable

from flowc.decompile import make
from flowc.decompile.make import NOWHERE
from flowc.decompile.scope import FlowScope
from flowc.decompile.values import metadata_annotations, with_annotations
from flowc.ir.flow import ControlEdge, DataEdge, Edge
from flowc.ir.nodes import NEXT
from flowc.ir.values import Absent, FieldValue, Ref
from flowc.syntax import tree as t


def edge_entries(scope: FlowScope) -> tuple[t.EdgeEntry, ...]:
    """The entries of a flow's `edges`; in a flow by edges all control stands in them. They stand in
    the order of the edges that they make (:meth:`FlowScope.control_place`)."""
    control = [edge for edge in scope.flow.control_edges if _is_control_entry(edge, scope)]
    data = [edge for edge in scope.flow.data_edges or () if _is_data_entry(edge, scope)]
    return (
        *(_control(edge, scope) for edge in sorted(control, key=scope.control_place)),
        *(_data(edge, scope) for edge in sorted(data, key=scope.data_place)),
    )


def unwritten_comments(scope: FlowScope) -> tuple[str, ...]:
    """The comments of the edges that have no entry, for which the flow is the place."""
    edges: list[Edge] = [
        edge for edge in scope.flow.control_edges if not _is_control_entry(edge, scope)
    ]
    edges += [edge for edge in scope.flow.data_edges or () if not _is_data_entry(edge, scope)]
    return tuple(comment for edge in edges for comment in edge.comments)


def _is_control_entry(edge: ControlEdge, scope: FlowScope) -> bool:
    return scope.by_edges or scope.says_more(edge)


def _is_data_entry(edge: DataEdge, scope: FlowScope) -> bool:
    return scope.says_more(edge) or not scope.is_argument(edge)


def mentioned(entries: Iterable[t.EdgeEntry], scope: FlowScope) -> frozenset[str]:
    """The ids of the nodes that entries name."""
    names = {name.text for entry in entries for name in (entry.source, entry.destination)}
    return frozenset(id_ for id_, label in scope.labels.items() if label in names)


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
        edge.comments,
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
        edge.comments,
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
        if id_ not in scope.labels
    }
    labels = scope.labels
    start = scope.flow.start_node
    return labels.get(source, labels[start]), labels.get(destination, labels[start]), broken


def _annotations(
    edge: Edge, broken: dict[str, FieldValue | Absent], scope: FlowScope
) -> tuple[t.Annotation, ...]:
    overrides = {**broken, **edge.fields, **edge.overrides}
    found = _identity(edge) if scope.context.exact else ()
    found += metadata_annotations(scope.context.metadata(edge))
    return found + with_annotations(overrides, None, scope.context)


def _identity(edge: Edge) -> tuple[t.Annotation, ...]:
    return tuple(
        make.annotation(word, make.scalar(text))
        for word, text in (("id", edge.id), ("name", edge.name))
        if text is not None
    )
