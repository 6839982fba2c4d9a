"""The IR to the object that an Agent Spec JSON document stands for.

The layout is fixed: the root first, its fields in the specification's order, all other components
and nodes in `$referenced_components` by id, edges inside their flow, no nulls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flowc.agentspec.edge_ids import EdgeNames
from flowc.agentspec.hoist import root_id
from flowc.agentspec.keys import REFERENCE, TABLE, TYPE, VERSION, VERSIONS
from flowc.agentspec.text_rules import too_deep
from flowc.diagnostics import FlowcError
from flowc.ir.catalogue import in_order
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.env import unlisted
from flowc.ir.flow import ControlEdge, DataEdge, Edge, Flow
from flowc.ir.nodes import NEXT, EndNode, Node
from flowc.ir.schema import written_schema
from flowc.ir.secrets import without_secrets, written_types
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
    head: dict[str, Any] = {} if document.version is None else {VERSION: document.version}
    _overridden(head, document.overrides)
    table: dict[str, Any] = {}
    if root is not None:
        written = _component(root, edges)
        if root_id(written) == root.id and head.keys() <= set(VERSIONS):
            type_ = {TYPE: written[TYPE]} if TYPE in written else {}
            head = {**type_, **head, **written, **head}
        else:
            head[REFERENCE] = root.id
            table[root.id] = written
    for component in _in_order(document):
        if component.id not in table:
            table[component.id] = _component(component, edges)
    for id_ in unlisted(document):
        table[id_].pop("inputs", None)
    if table or root is None:
        head[TABLE] = table
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
            written[name] = [written_schema(item) for item in items]
    if isinstance(component, Flow):
        _add_graph(written, component, edges)
    elif isinstance(component, Node):
        written["branches"] = list(component.branches)
    skip = _FLOW_FIELDS if isinstance(component, Flow) else ()
    if isinstance(component, EndNode):
        written["branch_name"] = NEXT
    types = written_types(component.component_type, component.overrides)
    own = without_secrets(component.own_fields(), component.id, types)
    for name in in_order(own, component.component_type):
        if name not in skip:
            written[name] = _value(own[name])
    return _overridden(written, without_secrets(component.overrides, component.id, types))


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
        return {REFERENCE: value.id}
    if isinstance(value, Mapping):
        return {key: _value(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_value(item) for item in value]
    return value


# Flows --------------------------------------------------------------------------------------------


def _add_graph(written: dict[str, Any], flow: Flow, edges: EdgeNames) -> None:
    if flow.start_node:
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
    return {REFERENCE: id_}


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
