"""FLOW672: what the official SDK wants of a CatchExceptionNode."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.nodes import CAUGHT_INFO, CatchExceptionNode
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.profiles.sdk.components import SDK

NO_OWN_DEFAULT = Rule(
    "FLOW672", Severity.ERROR, "a CatchExceptionNode leaves a default to its flow"
)
"""After a failure an output of a CatchExceptionNode is its default, on the node or else on the flow
that failed (SEMANTICS 24). The official SDK does not look at the flow: it refuses a node that lists
an output without a default, `caught_exception_info` included.

flowc writes the flow's defaults on the node, if it can: not where the node declares another type,
in which the value would be another one. A node of a document that lists no outputs has the flow's,
with their defaults.

Wrong:

```flow
tool look() -> (count: integer)

flow inner() -> (count: integer = 0) {
  look()
  return look.count
}

flow main() -> (count: number) {
  x = try inner() -> (count: number) { else => {} }
  return x.count
}
```

```console
$ flowc check --target langgraph example.flow
```

Right:

```flow
tool look() -> (count: integer)

flow inner() -> (count: integer = 0) {
  look()
  return look.count
}

flow main() -> (count: number) {
  x = try inner() -> (count: number = 0) { else => {} }
  return x.count
}
```

```console
$ flowc check --target langgraph example.flow
```
"""


def check_own_defaults(context: FlowContext) -> Iterator[Diagnostic]:
    """Every output of a CatchExceptionNode has a default on the node; of one that has none on the
    flow either, FLOW231 says so."""
    for node in context.flow.nodes:
        if not isinstance(node, CatchExceptionNode):
            continue
        subflow = context.document.flow(node.subflow.id)
        inherited = {CAUGHT_INFO}
        if subflow is not None:
            inherited |= {it.title for it in subflow.effective_outputs() if it.has_default}
        for output in node.outputs:
            if not output.has_default and output.title in inherited:
                yield NO_OWN_DEFAULT.at(
                    output.origin or context.place(node),
                    f"{SDK}: output '{output.title}' of CatchExceptionNode '{node.name}' has no "
                    "default of its own",
                    label="must define a default value to be used when exceptions are caught",
                    hint="Give it a default on the node, or leave the node's outputs out.",
                )
