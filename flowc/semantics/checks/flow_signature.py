"""FLOW407, FLOW408, FLOW418, FLOW230: a flow's inputs and outputs against its start and ends
(SEMANTICS 3 and 20)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Related, Rule, Severity
from flowc.ir.nodes import StartNode
from flowc.ir.notation import type_text
from flowc.ir.types import Property
from flowc.ir.values import same_json
from flowc.semantics.checks.context import FlowContext
from flowc.text import Span

FLOW_INPUTS = Rule("FLOW407", Severity.WARNING, "a flow's inputs differ from its StartNode's")
"""The inputs of a flow are the outputs of its StartNode; the list on the flow only repeats them.
Where they differ the StartNode counts, so what only the flow lists is no input (SEMANTICS 3). In a
`.flow` text both are written for you.

Wrong:

```flow
tool send(text: string)

@with({ inputs: [{ title: "text", type: "integer" }] })
flow main(text: string) {
  send(text)
}
```

Right:

```flow
tool send(text: string)

flow main(text: string) {
  send(text)
}
```
"""

LACKS_OUTPUT = Rule("FLOW408", Severity.ERROR, "an EndNode lacks an output of its flow")
"""Whichever EndNode a run reaches, the flow gives all its outputs (SEMANTICS 20). One that the
EndNode does not have needs a default on the flow.

Wrong:

```flow
flow main(now: boolean) -> (state: string) {
  if now { return (state = "done") }
  return -> ()
}
```

Right:

```flow
flow main(now: boolean) -> (state: string = "open") {
  if now { return (state = "done") }
  return -> ()
}
```
"""

END_TYPE = Rule("FLOW230", Severity.ERROR, "an EndNode's output has another type than elsewhere")
"""Whichever EndNode a flow reaches, it gives outputs of the same types (SEMANTICS 20). Else whoever
calls the flow could not tell what it gets.

Wrong:

```flow
flow main(now: boolean) -> (state: string) {
  if now { return (state = "done") }
  return (state = 5) -> (state: integer)
}
```

Right:

```flow
flow main(now: boolean) -> (state: string) {
  if now { return (state = "done") }
  return (state = "5")
}
```
"""


UNLISTED = Rule("FLOW418", Severity.WARNING, "an EndNode's output is none of its flow")
"""A flow gives the outputs that it lists, whatever else its EndNodes have. An empty list is a list,
and such a flow gives nothing. Without a list a flow gives what all its EndNodes share (SEMANTICS
3). In a `.flow` text FLOW136 says so.

Wrong:

```json
{
  "component_type": "Flow",
  "agentspec_version": "25.4.1",
  "id": "main",
  "name": "main",
  "outputs": [],
  "start_node": {"component_type": "StartNode", "id": "start", "name": "start"},
  "nodes": [
    {"$component_ref": "start"},
    {
      "component_type": "EndNode",
      "id": "end",
      "name": "end",
      "outputs": [{"title": "state", "type": "string", "default": "done"}]
    }
  ],
  "control_flow_connections": [
    {
      "component_type": "ControlFlowEdge",
      "name": "a",
      "from_node": {"$component_ref": "start"},
      "to_node": {"$component_ref": "end"}
    }
  ]
}
```

Right:

```flow
flow main() -> (state: string) {
  return "done"
}
```
"""


def check_flow_inputs(context: FlowContext) -> Iterator[Diagnostic]:
    """The StartNode's outputs are the flow's inputs; the list on the flow only repeats them."""
    flow, start = context.flow, context.flow.start
    if flow.inputs is None or not isinstance(start, StartNode):
        return
    listed = {item.title: item for item in flow.inputs}
    real = {item.title: item for item in flow.effective_inputs()}
    for title in dict.fromkeys((*listed, *real)):
        difference = _difference(listed.get(title), real.get(title))
        if difference:
            listed_at = None if title not in listed else listed[title].origin
            yield FLOW_INPUTS.at(
                listed_at or flow.origin,
                f"input '{title}' of flow '{flow.name}' is not what its StartNode says",
                label=difference,
                hint="The StartNode counts; write the same list on the flow.",
                related=[Related(start.origin, "the StartNode")] if start.origin else (),
            )


def _difference(listed: Property | None, real: Property | None) -> str:
    if listed is None:
        return "only the StartNode has it"
    if real is None:
        return "only the flow has it"
    if listed.type != real.type:
        return f"{type_text(listed.type)} here, {type_text(real.type)} there"
    return "" if same_json(listed.default, real.default) else "another default"


def check_flow_outputs(context: FlowContext) -> Iterator[Diagnostic]:
    """Whichever EndNode is reached, the flow has all its outputs, of the same types."""
    yield from _missing_outputs(context)
    yield from _unlisted_outputs(context)
    yield from _end_types(context)


def _missing_outputs(context: FlowContext) -> Iterator[Diagnostic]:
    for output in context.flow.outputs or ():
        if output.has_default:
            continue
        for end in context.flow.ends:
            if output.title not in context.outputs[end.id]:
                yield LACKS_OUTPUT.at(
                    context.place(end),
                    f"node '{end.name}' ends flow '{context.flow.name}' without its output "
                    f"'{output.title}'",
                    hint=f"Add '{output.title}' to the EndNode, or give it a default on the flow.",
                )


def _unlisted_outputs(context: FlowContext) -> Iterator[Diagnostic]:
    flow = context.flow
    if context.is_partly_known("outputs"):
        return
    listed = {item.title for item in flow.effective_outputs()}
    for end in flow.ends:
        for title, output in context.outputs[end.id].items():
            place = output.origin or context.place(end)
            if title not in listed and not isinstance(place, Span):
                yield UNLISTED.at(
                    place,
                    f"output '{title}' of EndNode '{end.name}' is no output of flow '{flow.name}'",
                    label="goes nowhere",
                    hint=f"Add '{title}' to the flow's outputs, or remove it here."
                    if flow.outputs is not None
                    else f"List '{title}' in the flow's outputs: not all EndNodes have it.",
                )


def _end_types(context: FlowContext) -> Iterator[Diagnostic]:
    for (end, title), (known, owner) in context.odd_end_types.items():
        output = context.outputs[end][title]
        yield END_TYPE.at(
            output.origin or context.place(context.graph.nodes[end]),
            f"output '{title}' of node {context.name(end)} has another type than that of {owner}",
            label=f"{type_text(output.type)} here, {type_text(known.type)} there",
            hint=f"Declare it as {type_text(known.type)}.",
        )
