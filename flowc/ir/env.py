"""Env placeholders: those that are no input, but filled where a flow is deployed (SEMANTICS 27).

A node that lists its inputs says itself which of its placeholders are inputs. Of one that lists
none, those are inputs that something feeds.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from flowc.ir.components import Component, flowc_metadata
from flowc.ir.derived import parts, signature
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import AgentNode, Node, ToolNode
from flowc.ir.placeholders import TEXTS, placeholders, placeholders_of
from flowc.ir.schema import written_schema
from flowc.ir.types import Property
from flowc.ir.values import same_json

Components = Mapping[str, Component]


def env_placeholders(component: Component, components: Components) -> tuple[str, ...]:
    """The placeholders of a component's texts, or of the tool or agent that a node runs, that are
    no inputs of it. A tool or agent that lists no inputs has all that its placeholders name; what
    can have no inputs has none."""
    if component.inputs is None:
        takes_inputs = component.component_type in TEXTS
        return () if takes_inputs else placeholders(component.fields.get("url"))
    names = _names(component, components)
    inputs = {item.title for item in component.inputs} if names else ()
    return tuple([name for name in names if name not in inputs])


def _names(component: Component, components: Components) -> tuple[str, ...]:
    """What placeholders name: in the component's texts, or in those of what a node runs."""
    match component:
        case ToolNode():
            return _names_inside(components.get(component.tool.id), components)
        case AgentNode():
            return _names_inside(components.get(component.agent.id), components)
        case _:
            return placeholders_of(component)


def _names_inside(component: Component | None, components: Components) -> tuple[str, ...]:
    if component is None or component.inputs is not None:
        return ()
    inside = (_names_inside(part, components) for part in parts(component, components))
    return tuple(
        dict.fromkeys([*placeholders_of(component), *(name for names in inside for name in names)])
    )


class Feeding:
    """What the data edges of some flows feed."""

    def __init__(self, flows: Iterable[Flow]) -> None:
        self._fed: dict[str, list[Container[str]]] = {}
        for flow in flows:
            for node_id, titles in _fed(flow).items():
                self._fed.setdefault(node_id, []).append(titles)

    def implied_inputs(self, node: Node, components: Components) -> tuple[Property, ...]:
        """The inputs of a node that lists none: the derived ones, without the placeholders that
        nothing feeds."""
        derived = signature(node, components).inputs
        fed = self._fed.get(node.id)
        if fed is None or _reads_state(node, components):
            return derived
        names = _names(node, components)
        return tuple(
            item
            for item in derived
            if item.title not in names or any(item.title in titles for titles in fed)
        )


def unlisted(document: Document) -> Iterator[str]:
    """The ids of the nodes that have env placeholders and say the same if their inputs are left
    out. They must be: engines refuse a node that lists its inputs, but not all its placeholders."""
    components = document.components
    flows = tuple(document.flows)
    feeding = Feeding(flows)
    for node in (node for flow in flows for node in flow.nodes):
        if (
            "inputs" not in node.overrides
            and env_placeholders(node, components)
            and _same(node.inputs, feeding.implied_inputs(node, components))
        ):
            yield node.id


def _same(a: Sequence[Property], b: Sequence[Property]) -> bool:
    return same_json([*map(written_schema, a)], [*map(written_schema, b)])


class _Everything:
    def __contains__(self, title: object) -> bool:
        return True


def _fed(flow: Flow) -> Mapping[str, Container[str]]:
    """The titles of the inputs that are fed, by node id; all of them where the edges are not
    known."""
    titles: Container[str]
    if "data_flow_connections" in flow.overrides:
        return {node.id: _Everything() for node in flow.nodes}
    if flow.data_edges is None:
        titles = {item.title for node in flow.nodes for item in node.outputs}
        return {node.id: titles for node in flow.nodes}
    found: dict[str, set[str]] = {node.id: set() for node in flow.nodes}
    for edge in flow.data_edges:
        found.setdefault(edge.destination_node, set()).add(edge.destination_input)
    return found


def _reads_state(node: Node, components: Components) -> bool:
    """Whether inputs of the node may come from the session state (SEMANTICS 5)."""
    tool = components.get(node.tool.id) if isinstance(node, ToolNode) else None
    return any("state" in flowc_metadata(item) for item in (node, tool) if item is not None)
