"""FLOW301: a flow needs exactly one StartNode, and `start_node` must name it (SEMANTICS 1)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Related, Rule, Severity, did_you_mean
from flowc.ir.nodes import StartNode
from flowc.semantics.checks.context import FlowContext

START_NODE = Rule("FLOW301", Severity.ERROR, "a flow does not begin at its one StartNode")
"""A run begins at the StartNode, whose outputs are the flow's inputs (SEMANTICS 1). So a flow has
just one, and `start_node` refers to it. In a `.flow` text it is written for you.

Wrong:

```json
{
  "component_type": "Flow",
  "agentspec_version": "25.4.1",
  "id": "f",
  "name": "f",
  "start_node": {"$component_ref": "begin"},
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


def check_start_node(context: FlowContext) -> Iterator[Diagnostic]:
    """The cursor starts at the StartNode, so there is one, and the flow says which."""
    flow, start = context.flow, context.flow.start
    starts = [node for node in flow.nodes if isinstance(node, StartNode)]
    if start is None and context.is_partly_known("nodes", "start_node"):
        return  # what cannot be read there is reported
    if start is None and not starts:
        yield START_NODE.at(
            flow.origin,
            f"flow '{flow.name}' has no StartNode",
            label="no node to begin at",
            hint="Add a StartNode whose outputs are the flow's inputs.",
        )
    elif start is None and flow.start_node:  # that it says none is reported as a missing field
        yield START_NODE.at(
            flow.place("start_node"),
            f"flow '{flow.name}' begins at '{flow.start_node}', which is none of its nodes",
            hint=did_you_mean(flow.start_node, [node.id for node in starts]),
        )
    elif start is not None and not isinstance(start, StartNode):
        yield START_NODE.at(
            context.place(start),
            f"flow '{flow.name}' begins at {start.component_type} '{start.name}'",
            label="not a StartNode",
            hint="A flow begins at a StartNode, which leads to the first node that does something.",
        )
    for other in starts:
        if start is not None and other.id != start.id:
            yield START_NODE.at(
                context.place(other),
                f"flow '{flow.name}' has a second StartNode, '{other.name}'",
                label="never begins anything",
                hint="Remove it, or make it a flow of its own.",
                related=[Related(place, "the flow begins here")]
                if (place := context.place(start)) is not None
                else (),
            )
