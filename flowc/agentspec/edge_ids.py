"""Ids and names of edges that have none of their own: they follow from the edges' ends.

`f/control/match/approved/done` is the control edge of flow `f` from branch `approved` of `f/match`
to `f/done`; its name is `match[approved] -> done`, as `.flow` writes it.
"""

from __future__ import annotations

from flowc.ir.document import Document
from flowc.ir.flow import ControlEdge, DataEdge, Edge, Flow
from flowc.ir.ids import Ids, segment


class EdgeNames:
    """Gives every edge of a document its id and name. Asked in one order, it answers the same; of
    edges with equal ends each gets an id of its own."""

    def __init__(self, document: Document) -> None:
        components = document.components.values()
        self._ids = Ids({id_ for component in components for id_ in _ids(component)})
        self._names = {
            (flow.id, node.id): node.name for flow in document.flows for node in flow.nodes
        }

    def control(self, flow: Flow, edge: ControlEdge) -> tuple[str, str]:
        """The id and the name of a control edge."""
        branch = "" if edge.from_branch is None else f"[{edge.from_branch}]"
        name = f"{self._name(flow, edge.from_node)}{branch} -> {self._name(flow, edge.to_node)}"
        ends = [_segment(flow, edge.from_node), _segment(flow, edge.to_node)]
        if edge.from_branch is not None:
            ends.insert(1, segment(edge.from_branch))
        return self._pair(flow, edge, "control", ends, name)

    def data(self, flow: Flow, edge: DataEdge) -> tuple[str, str]:
        """The id and the name of a data edge."""
        source = f"{self._name(flow, edge.source_node)}.{edge.source_output}"
        destination = f"{self._name(flow, edge.destination_node)}.{edge.destination_input}"
        ends = [
            _segment(flow, edge.source_node),
            segment(edge.source_output),
            _segment(flow, edge.destination_node),
            segment(edge.destination_input),
        ]
        return self._pair(flow, edge, "data", ends, f"{source} -> {destination}")

    def _pair(
        self, flow: Flow, edge: Edge, kind: str, ends: list[str], name: str
    ) -> tuple[str, str]:
        id_ = self._ids.unique("/".join((flow.id, kind, *ends))) if edge.id is None else edge.id
        return id_, name if edge.name is None else edge.name

    def _name(self, flow: Flow, node: str) -> str:
        return self._names.get((flow.id, node), node)


def _segment(flow: Flow, node: str) -> str:
    """A node's id as one segment, without the flow's id where that is its beginning."""
    own = node.removeprefix(flow.id + "/")
    return own if own != node and "/" not in own else segment(node)


def _ids(component: object) -> list[str]:
    """The ids in use in a component: its own, its nodes', and those its edges were given."""
    if not isinstance(component, Flow):
        return [getattr(component, "id", "")]
    edges: list[Edge] = [*component.control_edges, *(component.data_edges or ())]
    given = [edge.id for edge in edges if edge.id is not None]
    return [component.id, *(node.id for node in component.nodes), *given]
