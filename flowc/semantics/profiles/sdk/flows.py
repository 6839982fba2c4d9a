"""FLOW664, FLOW668 to FLOW671: the flows that the official SDK or its engines refuse."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.env import env_placeholders
from flowc.ir.nodes import Node, StartNode, ToolNode
from flowc.ir.placeholders import TEXTS, placeholders
from flowc.semantics.assign import can_feed
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.profiles.sdk.components import SDK
from flowc.text import Location, Pointer

LACKS_INPUT = Rule("FLOW664", Severity.ERROR, "the SDK takes a placeholder for an input")
"""To the official SDK every `{{name}}` in a text is an input of its node, also in what looks like a
loop of a template language. It refuses a node that lists its inputs without it; of one that lists
none, the engines find later that nothing feeds the input. flowc leaves such a placeholder to the
deployment (SEMANTICS 27).

Wrong:

```json
{
  "component_type": "Flow",
  "agentspec_version": "25.4.1",
  "id": "main",
  "name": "main",
  "start_node": {"component_type": "StartNode", "id": "start", "name": "start"},
  "nodes": [
    {"$component_ref": "start"},
    {
      "component_type": "OutputMessageNode",
      "id": "help",
      "name": "help",
      "message": "See {{HELP}}."
    },
    {"component_type": "EndNode", "id": "end", "name": "end"}
  ],
  "control_flow_connections": [
    {
      "component_type": "ControlFlowEdge",
      "name": "start -> help",
      "from_node": {"$component_ref": "start"},
      "to_node": {"$component_ref": "help"}
    },
    {
      "component_type": "ControlFlowEdge",
      "name": "help -> end",
      "from_node": {"$component_ref": "help"},
      "to_node": {"$component_ref": "end"}
    }
  ]
}
```

```console
$ flowc check --target langgraph example.json
```

Right:

```flow
flow main(help: string) {
  say "See {{help}}." (help)
}
```

```console
$ flowc check --target langgraph example.flow
```
"""
UNNAMED_EDGE = Rule("FLOW668", Severity.ERROR, "an edge without a name")
"""Nothing reads the names of edges, but the official SDK refuses a document in which one is
missing. flowc writes a name for every edge.

Wrong:

```json
{
  "component_type": "Flow",
  "agentspec_version": "25.4.1",
  "id": "main",
  "name": "main",
  "start_node": {"component_type": "StartNode", "id": "start", "name": "start"},
  "nodes": [
    {"$component_ref": "start"},
    {"component_type": "EndNode", "id": "end", "name": "end"}
  ],
  "control_flow_connections": [
    {
      "component_type": "ControlFlowEdge",
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

```json
{
  "component_type": "Flow",
  "agentspec_version": "25.4.1",
  "id": "main",
  "name": "main",
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
"""

FLOW_LISTS = Rule("FLOW669", Severity.ERROR, "a flow lists other inputs than its StartNode")
"""A flow need not list its inputs, which are the StartNode's. The official SDK refuses a list in
which one of them is missing or another one stands.

Wrong:

```json
{
  "component_type": "Flow",
  "agentspec_version": "25.4.1",
  "id": "main",
  "name": "main",
  "inputs": [],
  "start_node": {
    "component_type": "StartNode",
    "id": "start",
    "name": "start",
    "inputs": [{"title": "x", "type": "string"}]
  },
  "nodes": [
    {"$component_ref": "start"},
    {
      "component_type": "EndNode",
      "id": "end",
      "name": "end",
      "outputs": [{"title": "x", "type": "string"}]
    }
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
flow main(x: string) -> (x: string) { return x }
```

```console
$ flowc check --target wayflow example.flow
```
"""

BY_NAME_TO_START = Rule("FLOW670", Severity.ERROR, "wired by name, an output leads to a flow input")
"""In a flow that is wired by name, every output is connected to every input of its title. The SDK's
engines count the StartNode's inputs among them, which are the flow's, and refuse the connection if
the types do not go together (SEMANTICS 6).

Wrong:

```flow
tool t() -> (a: string)
tool u(b: integer)

flow main(a: integer, b: integer) by name {
  t()
  u()
}
```

```console
$ flowc check --target langgraph example.flow
```

Right:

```flow
tool t() -> (a: string)
tool u(b: integer)

flow main(b: integer) by name {
  t()
  u()
}
```

```console
$ flowc check --target langgraph example.flow
```
"""

SELF_INPUT = Rule("FLOW671", Severity.ERROR, "an input of a tool has the title self")
"""The SDK's engines call `tool.run(**inputs)`, and `run` has the parameter `self` already: the call
fails.

Wrong:

```flow
tool t(self: string)

flow main(name: string) {
  t(self = name)
}
```

```console
$ flowc check --target wayflow example.flow
```

Right:

```flow
tool t(name: string)

flow main(name: string) {
  t(name)
}
```

```console
$ flowc check --target wayflow example.flow
```
"""


def check_placeholders(context: FlowContext) -> Iterator[Diagnostic]:
    """Every placeholder is an input of its node; one finding for each name and flow. What a source
    declares as `env` is filled before the document is loaded."""
    known = set(context.document.env)
    for node in context.flow.nodes:
        for name in env_placeholders(node, context.document.components):
            if name not in known:
                known.add(name)
                yield LACKS_INPUT.at(
                    _place(node, name) or context.flow.origin,
                    f"{SDK}: '{{{{{name}}}}}' in '{node.name}' is no input of it",
                    label=f"expected a property titled `{name}`",
                    hint="Feed it, or write the text in another way.",
                )


def _place(node: Node, name: str) -> Location | None:
    """The field in which a placeholder stands; the node's place if it is the tool's or agent's."""
    own = node.own_fields()
    fields = (it for it in TEXTS.get(node.component_type, ()) if name in placeholders(own.get(it)))
    field = next(fields, None)
    return node.origin if field is None else node.place(field)


def check_edge_names(context: FlowContext) -> Iterator[Diagnostic]:
    """Every edge of a document has a name."""
    for edge in (*context.flow.control_edges, *(context.flow.data_edges or ())):
        if edge.name is None and isinstance(edge.origin, Pointer):
            yield UNNAMED_EDGE.at(
                edge.origin,
                f"{SDK}: an edge of flow '{context.flow.name}' has no name",
                label="name: Field required",
                hint='Write "name": any text does.',
            )


def check_flow_lists(context: FlowContext) -> Iterator[Diagnostic]:
    """A flow that lists its inputs lists those of its StartNode."""
    flow = context.flow
    if flow.inputs is None or not isinstance(flow.start, StartNode):
        return
    listed = {item.title for item in flow.inputs}
    real = {item.title for item in flow.effective_inputs()}
    if listed != real:
        titles = ", ".join(f"'{title}'" for title in sorted(listed ^ real))
        yield FLOW_LISTS.at(
            flow.place("inputs"),
            f"{SDK}: flow '{flow.name}' and its StartNode do not both have the input {titles}",
            label="The Flow component expected the properties of its StartNode",
            hint="Write the same list on both, or none on the flow.",
        )


def check_by_name(context: FlowContext) -> Iterator[Diagnostic]:
    """In a flow wired by name, what is titled like a flow input fits it."""
    if context.flow.data_edges is not None or not context.has_sound_control:
        return
    start = context.graph.nodes[context.flow.start_node]
    inputs = context.inputs[start.id]
    for node in context.flow.nodes:
        for output in node.outputs:
            taker = inputs.get(output.title)
            if node is not start and taker is not None and not can_feed(output, taker):
                yield BY_NAME_TO_START.at(
                    context.place(node),
                    f"{SDK}: output '{output.title}' of '{node.name}' leads to the input of flow "
                    f"'{context.flow.name}' too",
                    label="connects two properties with incompatible types",
                    hint="Rename one of them, or wire the flow by edges.",
                )


def check_self(context: FlowContext) -> Iterator[Diagnostic]:
    """No tool has an input `self`."""
    for node in context.flow.nodes:
        if isinstance(node, ToolNode) and "self" in context.inputs[node.id]:
            yield SELF_INPUT.at(
                context.place(node),
                f"{SDK}: the tool of '{node.name}' has an input 'self'",
                label="run() got multiple values for argument 'self'",
                hint="Rename the input.",
            )
