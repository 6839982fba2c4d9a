"""The components of a document, each where it belongs and complete.

What nodes leave out is derived here, because it hangs on other components (SEMANTICS 3).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flowc.agentspec.build import Draft, build_component, build_node
from flowc.agentspec.build_flow import build_flow, edge_ids, node_ids
from flowc.agentspec.hoist import Hoisted
from flowc.agentspec.rules import Report
from flowc.ir.components import Component
from flowc.ir.derived import signature
from flowc.ir.env import Feeding
from flowc.ir.flow import Flow
from flowc.ir.nodes import NODE_CLASSES, Node, StartNode
from flowc.ir.types import without_origins
from flowc.records import replace


def assembled(hoisted: Hoisted, report: Report) -> dict[str, Component]:
    """All components in order. Nodes and edges that a flow uses stand in the flow alone."""
    raws = hoisted.components
    flows = {id_: raw for id_, raw in raws.items() if raw.type == "Flow"}
    listed = {id_: node_ids(raw, raws) for id_, raw in flows.items()}
    inside = {id_ for ids in listed.values() for id_ in ids}
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
            found[id_] = build_flow(raw, raws, [nodes[node] for node in listed[id_]], report)
        elif id_ in nodes:
            if id_ not in inside or id_ == hoisted.root:
                found[id_] = nodes[id_]
        elif id_ not in edges:
            found[id_] = build_component(raw, report)
    return _commented_once(_completed(found, drafts))


def _completed(
    components: dict[str, Component], drafts: Mapping[str, Draft]
) -> dict[str, Component]:
    """The components with what their nodes leave out derived from what the nodes refer to.

    StartNodes and EndNodes come first: the inputs, outputs and branches of flows hang on them.
    What placeholders name comes last: it hangs on all outputs, in a flow that is wired by name.
    """
    if not any(draft.absent for draft in drafts.values()):
        return components
    ends = {id_: _derived(draft, components) for id_, draft in drafts.items() if _is_end(draft)}
    ends |= _started(ends, components.values())
    components = {id_: _with_nodes(item, ends) for id_, item in components.items()}
    others = {
        id_: _derived(draft, components) for id_, draft in drafts.items() if not _is_end(draft)
    }
    components = {id_: _with_nodes(item, others) for id_, item in components.items()}
    waiting = {id_: node for id_, node in others.items() if "inputs" in drafts[id_].absent}
    if not waiting:
        return components
    feeding = Feeding(item for item in components.values() if isinstance(item, Flow))
    fed = {
        id_: replace(node, inputs=without_origins(feeding.implied_inputs(node, components)))
        for id_, node in waiting.items()
    }
    return {id_: _with_nodes(item, fed) for id_, item in components.items()}


def _started(nodes: Mapping[str, Node], components: Iterable[Component]) -> dict[str, Node]:
    """The StartNodes that list nothing, with what their flows take."""
    found: dict[str, Node] = {}
    for flow in components:
        start = nodes.get(flow.start_node) if isinstance(flow, Flow) else None
        if isinstance(start, StartNode) and not start.outputs:
            items = flow.inputs or ()
            found.setdefault(start.id, replace(start, inputs=items, outputs=items))
    return found


def _commented_once(components: dict[str, Component]) -> dict[str, Component]:
    """The components, of which a node that stands in several flows has its comments in one."""
    seen: set[str] = set()

    def once(node: Node) -> Node:
        again = node.id in seen
        seen.add(node.id)
        return replace(node, comments=()) if again and node.comments else node

    def commented(component: Component) -> Component:
        if isinstance(component, Flow):
            return replace(component, nodes=tuple(map(once, component.nodes)))
        return once(component) if isinstance(component, Node) else component

    if not any(map(_has_comments, components.values())):
        return components
    return {id_: commented(component) for id_, component in components.items()}


def _has_comments(component: Component) -> bool:
    nodes = component.nodes if isinstance(component, Flow) else ()
    return bool(component.comments) or any(node.comments for node in nodes)


def _is_end(draft: Draft) -> bool:
    return draft.node.component_type in ("StartNode", "EndNode")


def _derived(draft: Draft, components: Mapping[str, Component]) -> Node:
    node = draft.node
    if not draft.absent:
        return node
    derived = signature(node, components)
    changes = {name: getattr(derived, name) for name in sorted(draft.absent)}
    if not _is_end(draft):
        changes |= {
            name: without_origins(changes[name])
            for name in ("inputs", "outputs")
            if name in changes
        }
    return replace(node, **changes)


def _with_nodes(component: Component, nodes: Mapping[str, Node]) -> Component:
    if isinstance(component, Flow):
        own = tuple(nodes.get(node.id, node) for node in component.nodes)
        return replace(component, nodes=own)
    return nodes.get(component.id, component)
