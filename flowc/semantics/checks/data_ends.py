"""FLOW401: a data edge joins an output to an input, and both exist (SEMANTICS 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flowc.diagnostics import Diagnostic, Rule, Severity, did_you_mean
from flowc.ir.flow import DataEdge
from flowc.ir.nodes import OtherNode
from flowc.ir.types import Property
from flowc.ir.values import ABSENT
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.contracts import runs_unknown

UNKNOWN_END = Rule("FLOW401", Severity.ERROR, "a data edge names an output or input not there")
"""A data edge carries an output of one node to an input of another, both by title. If there is no
such title, no value can go there; most often it is misspelt.

Wrong:

```flow
tool lookup(id: string) -> (status: string)
tool reply(text: string)

flow main(id: string) {
  lookup(id)
  reply("sorry")
  edges { lookup.state -> reply.text }
}
```

Right:

```flow
tool lookup(id: string) -> (status: string)
tool reply(text: string)

flow main(id: string) {
  lookup(id)
  reply("sorry")
  edges { lookup.status -> reply.text }
}
```
"""


def check_data_ends(context: FlowContext) -> Iterator[Diagnostic]:
    """A data edge carries an output of one node to an input of another."""
    inputs, outputs = context.inputs, context.outputs
    for edge in context.flow.data_edges or ():
        is_from_output = edge.source_output in outputs.get(edge.source_node, ())
        is_to_input = edge.destination_input in inputs.get(edge.destination_node, ())
        if not (is_from_output and is_to_input):  # as nearly all are
            yield from _check(context, edge)


def _check(context: FlowContext, edge: DataEdge) -> Iterator[Diagnostic]:
    source, target = edge.source_node, edge.destination_node
    outputs, inputs = context.outputs.get(source), context.inputs.get(target)
    if _may_lack(context, source, "outputs", outputs):
        outputs = None
    if _may_lack(context, target, "inputs", inputs):
        inputs = None
    if outputs is not None and not (
        edge.source_output in outputs or edge.source_output in context.promised_outputs(source)
    ):
        yield UNKNOWN_END.at(
            context.part(edge, "source_output"),
            f"node {context.name(source)} has no output '{edge.source_output}'",
            label=f"for {context.target(edge)}",
            hint=did_you_mean(edge.source_output, outputs) or "It has no outputs.",
        )
    if inputs is not None and not (
        edge.destination_input in inputs
        or edge.destination_input in context.promised_inputs(target)
    ):
        yield UNKNOWN_END.at(
            context.part(edge, "destination_input"),
            f"node {context.name(target)} has no input '{edge.destination_input}'",
            label=f"for {context.source(edge)}",
            hint=did_you_mean(edge.destination_input, inputs) or "It has no inputs.",
        )


def _may_lack(
    context: FlowContext, node_id: str, side: str, properties: Mapping[str, Property] | None
) -> bool:
    """Whether a node lists nothing because what it runs says it, elsewhere or in a way that cannot
    be read; or because its type does, which nobody knows."""
    node = context.graph.nodes.get(node_id)
    if node is None or properties:
        return False
    is_unlisted = isinstance(node, OtherNode) and node.overrides.get(side) is ABSENT
    contract = context.contracts.get(node_id)
    if contract is not None and any(side in callee.overrides for callee in contract.callees):
        return True
    return is_unlisted or runs_unknown(context.document, node)
