"""The IR to the object that an Agent Spec JSON document stands for.

The layout is fixed: the root first, its fields in the specification's order, all other components
and nodes in `$referenced_components` by id, edges inside their flow, no nulls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flowc.agentspec.edge_ids import EdgeNames
from flowc.agentspec.rules import too_deep
from flowc.diagnostics import FlowcError
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import ControlEdge, DataEdge, Edge, Flow
from flowc.ir.nodes import NEXT, EndNode, Node
from flowc.ir.schema import property_to_schema
from flowc.ir.values import ABSENT, OverrideValue, Ref

_FLOW_FIELDS = ("nodes", "start_node", "control_edges", "data_edges")


def to_object(document: Document) -> dict[str, Any]:
    """The document as plain dicts and lists, ready for `json.dumps`.

    Components that live elsewhere (`extern`) are only referred to. Of nodes or components that
    share one id, the first is written; `check` reports them. Raises :class:`FlowcError` for a
    document that nests too deeply to be written.
    """
    try:
        return _document(document)
    except RecursionError:
        raise FlowcError([too_deep(None)]) from None


def _document(document: Document) -> dict[str, Any]:
    edges = EdgeNames(document)
    root = document.root_component
    head: dict[str, Any] = {}
    if root is not None:
        head = _component(root, edges)
    if document.version is not None:
        type_ = {"component_type": head["component_type"]} if "component_type" in head else {}
        head = {**type_, "agentspec_version": document.version} | head
        head["agentspec_version"] = document.version
    table: dict[str, Any] = {}
    for component in _in_order(document):
        if component.id not in table:
            table[component.id] = _component(component, edges)
    if table or root is None:
        head["$referenced_components"] = table
    return head


def _in_order(document: Document) -> Iterator[Component]:
    """All that the table holds: the root's nodes, then the components, each flow followed by its
    nodes."""
    root = document.root_component
    if isinstance(root, Flow):
        yield from root.nodes
    for id_, component in document.components.items():
        if component.extern or id_ == document.root:
            continue
        yield component
        if isinstance(component, Flow):
            yield from component.nodes


def _component(component: Component, edges: EdgeNames) -> dict[str, Any]:
    written: dict[str, Any] = {
        "component_type": component.component_type,
        "id": component.id,
        "name": component.name,
    }
    _add_texts(written, component)
    for name in ("inputs", "outputs"):
        items = getattr(component, name)
        if items is not None:
            written[name] = [property_to_schema(item) for item in items]
    if isinstance(component, Flow):
        _add_graph(written, component, edges)
    elif isinstance(component, Node):
        written["branches"] = list(component.branches)
    skip = _FLOW_FIELDS if isinstance(component, Flow) else ()
    for name, value in component.own_fields().items():
        if name not in skip:
            written[name] = _value(value)
    if isinstance(component, EndNode) and component.branch_name is None:
        written["branch_name"] = NEXT
    return _overridden(written, component.overrides)


def _add_texts(written: dict[str, Any], item: Component | Edge) -> None:
    if item.description is not None:
        written["description"] = item.description
    if item.metadata:
        written["metadata"] = _value(item.metadata)


def _overridden(written: dict[str, Any], overrides: Mapping[str, OverrideValue]) -> dict[str, Any]:
    """The object with the overrides applied, which come last of all."""
    for name, value in overrides.items():
        if value is ABSENT:
            written.pop(name, None)
        else:
            written[name] = _value(value)
    return written


def _value(value: Any) -> Any:
    """A field value as plain JSON."""
    if isinstance(value, Ref):
        return {"$component_ref": value.id}
    if isinstance(value, Mapping):
        return {key: _value(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_value(item) for item in value]
    return value


# Flows --------------------------------------------------------------------------------------------


def _add_graph(written: dict[str, Any], flow: Flow, edges: EdgeNames) -> None:
    written["start_node"] = _node(flow.start_node)
    written["nodes"] = [_node(node.id) for node in flow.nodes]
    written["control_flow_connections"] = [
        _control(edge, *edges.control(flow, edge)) for edge in flow.control_edges
    ]
    if flow.data_edges is not None:
        written["data_flow_connections"] = [
            _data(edge, *edges.data(flow, edge)) for edge in flow.data_edges
        ]


def _node(id_: str) -> dict[str, str]:
    return {"$component_ref": id_}


def _control(edge: ControlEdge, id_: str, name: str) -> dict[str, Any]:
    written: dict[str, Any] = {"component_type": "ControlFlowEdge", "id": id_, "name": name}
    _add_texts(written, edge)
    written["from_node"] = _node(edge.from_node)
    if edge.from_branch is not None:
        written["from_branch"] = edge.from_branch
    written["to_node"] = _node(edge.to_node)
    return _overridden(written | _value(edge.fields), edge.overrides)


def _data(edge: DataEdge, id_: str, name: str) -> dict[str, Any]:
    written: dict[str, Any] = {"component_type": "DataFlowEdge", "id": id_, "name": name}
    _add_texts(written, edge)
    written["source_node"] = _node(edge.source_node)
    written["source_output"] = edge.source_output
    written["destination_node"] = _node(edge.destination_node)
    written["destination_input"] = edge.destination_input
    return _overridden(written | _value(edge.fields), edge.overrides)
