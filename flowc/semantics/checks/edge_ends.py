"""FLOW302, FLOW303, FLOW314: edges lead from a node of the flow to another, into no start and out
of no end (SEMANTICS 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from flowc.diagnostics import Diagnostic, Related, Rule, Severity, did_you_mean
from flowc.ir.flow import ControlEdge, DataEdge
from flowc.ir.nodes import EndNode, Node, StartNode
from flowc.semantics.checks.context import FlowContext
from flowc.text import Location

UNKNOWN_NODE = Rule("FLOW302", Severity.ERROR, "an edge names a node that the flow does not have")
"""An edge joins two nodes of its own flow. If one of its ends is not there, control or a value has
nowhere to go, so no engine loads the flow. In a `.flow` source this is FLOW154.

Wrong:

```json
{
  "component_type": "Flow",
  "agentspec_version": "25.4.1",
  "id": "f",
  "name": "f",
  "start_node": {"$component_ref": "start"},
  "nodes": [
    {"component_type": "StartNode", "id": "start", "name": "start"},
    {"component_type": "EndNode", "id": "end", "name": "end"}
  ],
  "control_flow_connections": [
    {
      "component_type": "ControlFlowEdge",
      "name": "go",
      "from_node": {"$component_ref": "start"},
      "to_node": {"$component_ref": "ende"}
    }
  ]
}
```

Right:

```json
{
  "component_type": "Flow",
  "agentspec_version": "25.4.1",
  "id": "f",
  "name": "f",
  "start_node": {"$component_ref": "start"},
  "nodes": [
    {"component_type": "StartNode", "id": "start", "name": "start"},
    {"component_type": "EndNode", "id": "end", "name": "end"}
  ],
  "control_flow_connections": [
    {
      "component_type": "ControlFlowEdge",
      "name": "go",
      "from_node": {"$component_ref": "start"},
      "to_node": {"$component_ref": "end"}
    }
  ]
}
```
"""

WRONG_SIDE = Rule("FLOW303", Severity.ERROR, "an edge into a StartNode or out of an EndNode")
"""A flow begins at its StartNode and is over at an EndNode (SEMANTICS 3): nothing leads into the
first, nothing leaves the second. To do something again, lead an edge to the node after the start.

Wrong:

```flow
tool poll()

flow main() {
  poll()
  done: return
  edges { done -> poll }
}
```

Right:

```flow
tool poll()

flow main() {
  poll()
  done: return
}
```
"""

NO_EFFECT = Rule("FLOW314", Severity.WARNING, "a data edge into a StartNode")
"""The outputs of a StartNode are the flow's inputs, which only the caller sets. No engine minds an
edge into a StartNode, and none obeys it. To keep a value for the next turn of a loop, feed it to
the nodes that need it.

Wrong:

```flow
tool bump(count: integer) -> (count: integer, enough: boolean)

flow main(count: integer) {
  loop {
    bump(count)
    if bump.enough { break }
  }
  edges { bump.count -> start.count }
}
```

Right:

```flow
tool bump(count: integer) -> (count: integer, enough: boolean)

flow main(count: integer) {
  loop {
    bump(count = start.count | bump.count)
    if bump.enough { break }
  }
}
```
"""

Joined: TypeAlias = "tuple[ControlEdge | DataEdge, str, str, str]"
"""An edge, the two nodes that it joins, and its kind."""
_FIELDS = {
    "control": ("from_node", "to_node"),
    "data": ("source_node", "destination_node"),
}
"""The fields of an edge that name its two ends."""


def check_edge_ends(context: FlowContext) -> Iterator[Diagnostic]:
    """An edge joins two nodes of its own flow; nothing leads to a StartNode, nothing leaves an
    EndNode."""
    odd = list(_odd_edges(context))
    yield from _not_listed(context, odd)
    for edge, source, target, kind in odd:
        yield from _check(context, edge, source, target, kind)


def _not_listed(context: FlowContext, edges: Iterable[Joined]) -> Iterator[Diagnostic]:
    """The nodes that the document has and edges join, but the flow does not list: each once."""
    if context.is_partly_known("nodes"):
        return
    places: dict[str, list[Location | None]] = {}
    for edge, source, target, kind in edges:
        for id_, field in zip((source, target), _FIELDS[kind], strict=True):
            if id_ not in context.graph.nodes and _is_node(context, id_):
                places.setdefault(id_, []).append(context.part(edge, field))
    for id_, (first, *others) in places.items():
        yield UNKNOWN_NODE.at(
            first,
            f"node '{id_}' is not listed in the nodes of flow '{context.flow.name}'",
            label="an edge joins it",
            hint=f"""Add {{"$component_ref": "{id_}"}} to 'nodes'.""",
            related=[Related(place, "and here") for place in others if place is not None],
        )


def _is_node(context: FlowContext, id_: str) -> bool:
    return isinstance(context.document.components.get(id_), Node)


def _odd_edges(context: FlowContext) -> Iterator[Joined]:
    """The edges that do not go from a node of the flow that may be left to one that may be
    entered."""
    nodes = context.graph.nodes
    left = {id_ for id_, node in nodes.items() if not isinstance(node, EndNode)}
    entered = {id_ for id_, node in nodes.items() if not isinstance(node, StartNode)}
    for edge in context.flow.control_edges:
        if edge.from_node not in left or edge.to_node not in entered:
            yield edge, edge.from_node, edge.to_node, "control"
    for data in context.flow.data_edges or ():
        if data.source_node not in left or data.destination_node not in entered:
            yield data, data.source_node, data.destination_node, "data"


def _check(
    context: FlowContext, edge: ControlEdge | DataEdge, source: str, target: str, kind: str
) -> Iterator[Diagnostic]:
    nodes = context.graph.nodes
    missing = [id_ for id_ in dict.fromkeys((source, target)) if id_ not in nodes]
    for id_ in missing:
        if context.is_partly_known("nodes") or _is_node(context, id_):
            continue  # it may be in what cannot be read; or it is reported as not listed
        yield UNKNOWN_NODE.at(
            context.part(edge, _FIELDS[kind][0 if id_ == source else 1]),
            f"flow '{context.flow.name}' has no node '{id_}'",
            label=f"a {kind} edge {'from' if id_ == source else 'to'} it",
            hint=did_you_mean(id_, nodes),
        )
    if missing:
        return
    if isinstance(nodes[target], StartNode):
        yield (WRONG_SIDE if kind == "control" else NO_EFFECT).at(
            context.place(edge),
            f"a {kind} edge leads into StartNode {context.name(target)}",
            label=f"from {context.name(source)}",
            hint="Lead to the node after the start instead."
            if kind == "control"
            else "Remove this edge: its outputs are the flow's inputs, which only the caller sets.",
        )
    elif isinstance(nodes[source], EndNode):
        yield WRONG_SIDE.at(
            context.place(edge),
            f"a {kind} edge leaves EndNode {context.name(source)}",
            label=f"to {context.name(target)}",
            hint="The flow is over at an EndNode; take the edge from the node before it.",
        )
