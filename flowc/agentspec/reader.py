"""Agent Spec documents, in JSON, JSON5, YAML or as an object, to the IR.

Reading fails only on what is no Agent Spec document; all else that is wrong with one is a finding
beside the document (SEMANTICS 3).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flowc.agentspec.build import Draft, build_component, build_node
from flowc.agentspec.build_flow import build_flow, edge_ids, node_ids
from flowc.agentspec.hoist import REFERENCE, TABLE, TYPE, VERSION, VERSIONS, Hoisted, hoist
from flowc.agentspec.json_text import (
    Loaded,
    load_json,
    nests_too_deeply,
    raise_if_unwritable,
)
from flowc.agentspec.rules import BAD_SHAPE, NO_DOCUMENT, Report, kind, too_deep
from flowc.agentspec.yaml_text import load_yaml
from flowc.diagnostics import Diagnostic, FlowcError, in_source_order
from flowc.ir.components import Component
from flowc.ir.derived import signature
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import NODE_CLASSES, Node
from flowc.ir.schema import plain
from flowc.text import Pointer


@dataclass(frozen=True, slots=True)
class Read:
    """A document that was read, and what was found wrong with its shape."""

    document: Document
    diagnostics: tuple[Diagnostic, ...]


def read_json(text: str, filename: str = "<string>") -> Read:
    """Read a document from JSON or JSON5 text; raises :class:`FlowcError` if it is none."""
    return _read(load_json(text, filename))


def read_yaml(text: str, filename: str = "<string>") -> Read:
    """Read a document from YAML text; raises :class:`FlowcError` if it is none."""
    return _read(load_yaml(text, filename))


def read_object(obj: Mapping[str, Any]) -> Read:
    """Read a document from the object that its JSON text stands for; findings have no place.

    Raises :class:`FlowcError` if it is no Agent Spec document.
    """
    if nests_too_deeply(obj):
        raise FlowcError([too_deep(None)])
    value = plain(obj)
    raise_if_unwritable(value, None)
    return _read(Loaded(value, None))


def _read(loaded: Loaded) -> Read:
    found: list[Diagnostic] = list(loaded.diagnostics)
    origin = None if loaded.source is None else Pointer(loaded.source)
    problem = _no_document(loaded.value, origin)
    if problem is not None:
        raise FlowcError([*found, problem])
    version = _version(loaded.value, origin, found.append)
    hoisted = hoist(loaded.value, loaded.source, found.append)
    document = Document(
        version=version,
        root=hoisted.root,
        components=_components(hoisted, found.append),
        source=loaded.source,
        origin=origin,
    )
    return Read(document, in_source_order(found) if loaded.source else tuple(found))


def _no_document(value: Any, origin: Pointer | None) -> Diagnostic | None:
    """What is wrong with a value that is no Agent Spec document at all."""
    hint = f"An Agent Spec document is an object with a '{TYPE}', or with '{TABLE}' alone."
    if not isinstance(value, Mapping):
        title = f"this is {kind(value)}, not an Agent Spec document"
        return NO_DOCUMENT.at(origin, title, hint=hint)
    if isinstance(value.get(TYPE), str):
        return None
    table = value.get(TABLE)
    entries = table.values() if isinstance(table, Mapping) else ()
    if any(isinstance(entry, Mapping) and isinstance(entry.get(TYPE), str) for entry in entries):
        reference = value.get(REFERENCE)
        assert isinstance(table, Mapping)
        if reference is None or reference in table:
            return None
        title = f"the root refers to '{reference}', which is not in '{TABLE}'"
        return NO_DOCUMENT.at(origin, title)
    title = f"this is no Agent Spec document: it has no '{TYPE}'"
    return NO_DOCUMENT.at(origin, title, hint=hint)


def _version(value: Mapping[str, Any], origin: Pointer | None, report: Report) -> str | None:
    key = next((key for key in VERSIONS if value.get(key) is not None), VERSION)
    version = value.get(key)
    if version is None or isinstance(version, str):
        return version
    at = None if origin is None else origin.child(key)
    title = f"'{key}' must be text, not {kind(version)}"
    report(BAD_SHAPE.at(at, title, hint='Write it in quotes, such as "25.4.1".'))
    return str(version) if isinstance(version, (int, float)) else None


def _components(hoisted: Hoisted, report: Report) -> dict[str, Component]:
    """All components in order. Nodes and edges that a flow uses stand in the flow alone."""
    raws = hoisted.components
    flows = {id_: raw for id_, raw in raws.items() if raw.type == "Flow"}
    inside = {id_ for raw in flows.values() for id_ in node_ids(raw, raws)}
    edges = {
        id_
        for raw in flows.values()
        for id_ in edge_ids(raw)
        if id_ in raws and raws[id_].type in ("ControlFlowEdge", "DataFlowEdge")
    }
    drafts = {
        id_: build_node(raw, report)
        for id_, raw in raws.items()
        if id_ in inside or raw.type in NODE_CLASSES
    }
    nodes = {id_: draft.node for id_, draft in drafts.items()}
    found: dict[str, Component] = {}
    for id_, raw in raws.items():
        if id_ in flows:
            found[id_] = build_flow(raw, raws, nodes, report)
        elif id_ in nodes:
            if id_ not in inside or id_ == hoisted.root:
                found[id_] = nodes[id_]
        elif id_ not in edges:
            found[id_] = build_component(raw, report)
    return _completed(found, drafts)


def _completed(
    components: dict[str, Component], drafts: Mapping[str, Draft]
) -> dict[str, Component]:
    """The components with what their nodes leave out derived from what the nodes refer to.

    StartNodes and EndNodes come first: the inputs, outputs and branches of flows hang on them.
    """
    ends = {id_: _derived(draft, components) for id_, draft in drafts.items() if _is_end(draft)}
    components = {id_: _with_nodes(item, ends) for id_, item in components.items()}
    others = {
        id_: _derived(draft, components) for id_, draft in drafts.items() if not _is_end(draft)
    }
    return {id_: _with_nodes(item, others) for id_, item in components.items()}


def _is_end(draft: Draft) -> bool:
    return draft.node.component_type in ("StartNode", "EndNode")


def _derived(draft: Draft, components: Mapping[str, Component]) -> Node:
    node = draft.node
    if not draft.absent:
        return node
    derived = signature(node, components)
    changes = {name: getattr(derived, name) for name in sorted(draft.absent)}
    return replace(node, **changes)


def _with_nodes(component: Component, nodes: Mapping[str, Node]) -> Component:
    if isinstance(component, Flow):
        own = tuple(nodes.get(node.id, node) for node in component.nodes)
        return replace(component, nodes=own)
    return nodes.get(component.id, component)
