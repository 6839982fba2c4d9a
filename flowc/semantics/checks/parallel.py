"""FLOW232: subflows that run at the same time do not share titles (SEMANTICS 23)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.flow import Flow
from flowc.ir.nodes import ParallelFlowNode
from flowc.ir.notation import type_text
from flowc.ir.types import Property
from flowc.semantics.assign import same_type
from flowc.semantics.checks.context import FlowContext

SHARED_TITLE = Rule("FLOW232", Severity.ERROR, "two parallel subflows share a title")
"""The subflows of a ParallelFlowNode take their inputs from the node and give it their outputs
(SEMANTICS 23). So an input of one title has one type in all of them, and an output of one title
comes from one of them only.

Wrong:

```flow
flow one() -> (text: string) { return (text = "a") }
flow two() -> (text: string) { return (text = "b") }

flow main() -> (text: string) {
  both = parallel [one, two]()
  return both.text
}
```

Right:

```flow
flow one() -> (first: string) { return (first = "a") }
flow two() -> (second: string) { return (second = "b") }

flow main() -> (text: string) {
  both = parallel [one, two]()
  return (text = both.first)
}
```
"""


def check_parallel(context: FlowContext) -> Iterator[Diagnostic]:
    """The subflows of a ParallelFlowNode take their inputs from one list, and each of its outputs
    comes from one of them."""
    for node in context.flow.nodes:
        if isinstance(node, ParallelFlowNode):
            yield from _check(context, node)


def _check(context: FlowContext, node: ParallelFlowNode) -> Iterator[Diagnostic]:
    inputs: dict[str, Property] = {}
    outputs: dict[str, Flow] = {}
    for ref in node.subflows:
        flow = context.document.flow(ref.id)
        if flow is None:
            continue
        for item in flow.effective_inputs():
            known = inputs.setdefault(item.title, item)
            if not same_type(item.type, known.type):
                yield SHARED_TITLE.at(
                    context.place(node),
                    f"subflow '{flow.name}' of node '{node.name}' has another type for input "
                    f"'{item.title}' than the one before",
                    label=f"{type_text(item.type)} here, {type_text(known.type)} there",
                    hint="All subflows take the input from the node, so its type is one.",
                )
        for item in flow.effective_outputs():
            if item.title in outputs:
                yield SHARED_TITLE.at(
                    context.place(node),
                    f"subflows '{outputs[item.title].name}' and '{flow.name}' of node "
                    f"'{node.name}' both have the output '{item.title}'",
                    hint="Rename it in one of them.",
                )
            outputs.setdefault(item.title, flow)
