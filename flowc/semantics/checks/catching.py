"""FLOW231: what a CatchExceptionNode gives when its subflow failed (SEMANTICS 24)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.nodes import CAUGHT, CAUGHT_INFO, CatchExceptionNode
from flowc.semantics.checks.context import FlowContext

CATCHING = Rule("FLOW231", Severity.ERROR, "a CatchExceptionNode cannot say what a failure gives")
"""When the subflow of a CatchExceptionNode fails, the node's outputs are their defaults, and
control takes the branch `caught_exception_branch` (SEMANTICS 24). So each output needs a default,
on the node or on the subflow, and no end of the subflow may have that branch name.

Wrong:

```flow
tool lookup(id: string) -> (state: string)

flow inner(id: string) -> (state: string) {
  lookup(id)
  return lookup.state
}

flow main(id: string) -> (state: string) {
  x = try inner(id) { else => {} }
  return x.state
}
```

Right:

```flow
tool lookup(id: string) -> (state: string)

flow inner(id: string) -> (state: string = "unknown") {
  lookup(id)
  return lookup.state
}

flow main(id: string) -> (state: string) {
  x = try inner(id) { else => {} }
  return x.state
}
```
"""


def check_catching(context: FlowContext) -> Iterator[Diagnostic]:
    """After a failure the node's outputs are their defaults, and its branch is one of its own."""
    for node in context.flow.nodes:
        if not isinstance(node, CatchExceptionNode):
            continue
        subflow = context.document.flow(node.subflow.id)
        declared = {} if subflow is None else {i.title: i for i in subflow.effective_outputs()}
        for output in node.outputs:
            inner = declared.get(output.title)
            if output.has_default or output.title == CAUGHT_INFO:
                continue
            if inner is None or not inner.has_default:
                yield CATCHING.at(
                    output.origin or context.place(node),
                    f"output '{output.title}' of node '{node.name}' has no default",
                    label="nothing to give when the subflow fails",
                    hint=f"Give '{output.title}' a default on the node or on its subflow.",
                )
        if subflow is not None and CAUGHT in subflow.branches:
            yield CATCHING.at(
                context.place(node),
                f"the subflow '{subflow.name}' of node '{node.name}' has a branch '{CAUGHT}'",
                label="it cannot be told from a failure",
                hint="Give that end another branch name.",
            )
