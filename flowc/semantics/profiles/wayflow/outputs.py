"""FLOW677 to FLOW679: what WayFlow makes of the outputs of flows (SEMANTICS 6 and 20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.nodes import EndNode, Node, StartNode
from flowc.ir.types import NULL, Property, members_of
from flowc.semantics.checks.context import FlowContext

NOWHERE = Rule("FLOW677", Severity.ERROR, "WayFlow wants each output of a flow on its EndNodes")
"""An output of a flow that an EndNode lacks has its default there. WayFlow refuses such a flow if
no node at all has an output of that title. flowc writes every EndNode with all outputs of its flow.

Wrong:

```json
{
  "component_type": "Flow",
  "agentspec_version": "25.4.1",
  "id": "main",
  "name": "main",
  "outputs": [{"title": "status", "type": "string", "default": "none"}],
  "start_node": {"component_type": "StartNode", "id": "start", "name": "start"},
  "nodes": [
    {"$component_ref": "start"},
    {"component_type": "EndNode", "id": "end", "name": "end"}
  ],
  "control_flow_connections": [
    {
      "component_type": "ControlFlowEdge",
      "name": "start -> end",
      "from_node": {"$component_ref": "start"},
      "to_node": {"$component_ref": "end"}
    }
  ]
}
```

```console
$ flowc check --target wayflow example.json
```

Right:

```flow
flow main() -> (status: string = "none") { return }
```

```console
$ flowc check --target wayflow example.flow
```
"""

LEAK = Rule("FLOW678", Severity.WARNING, "WayFlow takes a flow's output from any node")
"""Where an EndNode lacks an output of its flow, the output has its default. WayFlow then takes the
output of that title of any node that ran. flowc writes every EndNode with all outputs of its flow.

Wrong:

```json
{
  "component_type": "Flow",
  "agentspec_version": "25.4.1",
  "id": "main",
  "name": "main",
  "outputs": [{"title": "status", "type": "string", "default": "none"}],
  "start_node": {"component_type": "StartNode", "id": "start", "name": "start"},
  "nodes": [
    {"$component_ref": "start"},
    {
      "component_type": "ToolNode",
      "id": "look",
      "name": "look",
      "tool": {
        "component_type": "ServerTool",
        "id": "look_tool",
        "name": "look",
        "outputs": [{"title": "status", "type": "string"}]
      }
    },
    {"component_type": "EndNode", "id": "end", "name": "end"}
  ],
  "control_flow_connections": [
    {
      "component_type": "ControlFlowEdge",
      "name": "start -> look",
      "from_node": {"$component_ref": "start"},
      "to_node": {"$component_ref": "look"}
    },
    {
      "component_type": "ControlFlowEdge",
      "name": "look -> end",
      "from_node": {"$component_ref": "look"},
      "to_node": {"$component_ref": "end"}
    }
  ],
  "data_flow_connections": []
}
```

```console
$ flowc check --target wayflow example.json
```

Right:

```flow
tool look() -> (status: string)

flow main() -> (status: string) {
  look()
  return look.status
}
```

```console
$ flowc check --target wayflow example.flow
```
"""

NULLABLE = Rule("FLOW679", Severity.WARNING, "WayFlow leaves out an output that is null")
"""WayFlow gives no outputs that are null: the caller finds them missing, and a flow that runs this
one as a subflow fails there.

Wrong:

```flow
tool look(id: string) -> (note: string?)

flow main(id: string) -> (note: string?) {
  look(id)
  return look.note
}
```

```console
$ flowc check --target wayflow example.flow
```

Right:

```flow
tool look(id: string) -> (note: string)

flow main(id: string) -> (note: string) {
  look(id)
  return look.note
}
```

```console
$ flowc check --target wayflow example.flow
```
"""


def check_output_nowhere(context: FlowContext) -> Iterator[Diagnostic]:
    """Each output of a flow is on all its EndNodes, or some node has it."""
    for output, writer in _missing_somewhere(context):
        if writer is None:
            yield NOWHERE.at(
                output.origin or context.flow.origin,
                f"WayFlow: the output '{output.title}' of flow '{context.flow.name}' is not on all "
                "its EndNodes",
                label="Unknown output descriptor specified",
                hint="Add it to every EndNode, with its default.",
            )


def check_leaking(context: FlowContext) -> Iterator[Diagnostic]:
    """No node has an output that a flow has too and an EndNode lacks."""
    for output, writer in _missing_somewhere(context):
        if writer is not None:
            yield LEAK.at(
                output.origin or context.flow.origin,
                f"WayFlow: the output '{output.title}' of flow '{context.flow.name}' may come from "
                f"'{writer.name}', not from its default",
                label="not on all EndNodes",
                hint="Add it to every EndNode, with its default.",
            )


def check_nullable(context: FlowContext) -> Iterator[Diagnostic]:
    """No output of a flow may be null."""
    for output in context.flow.effective_outputs():
        if NULL in members_of(output.type):
            yield NULLABLE.at(
                output.origin or context.flow.origin,
                f"WayFlow: flow '{context.flow.name}' has no output '{output.title}' if it is null",
                label="may be null",
                hint="Give it a value that says that there is none.",
            )


def _missing_somewhere(context: FlowContext) -> Iterator[tuple[Property, Node | None]]:
    """The outputs that some EndNode lacks and that have a default (without one that is an error),
    each with the first other node that has an output of its title."""
    ends = context.flow.ends
    on_ends = Counter(title for end in ends for title in context.outputs[end.id])
    writers: dict[str, Node] = {}
    for node in context.flow.nodes:
        if not isinstance(node, (EndNode, StartNode)):
            for title in context.outputs[node.id]:
                writers.setdefault(title, node)
    for output in context.flow.outputs or ():
        if output.has_default and on_ends[output.title] < len(ends):
            yield output, writers.get(output.title)
