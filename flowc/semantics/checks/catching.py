"""FLOW231: what a CatchExceptionNode gives when its subflow failed (SEMANTICS 24)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.nodes import CAUGHT, CAUGHT_INFO, CatchExceptionNode
from flowc.semantics.checks.context import FlowContext

CATCHING = Rule("FLOW231", Severity.ERROR, "a CatchExceptionNode cannot say what a failure gives")


def check_catching(context: FlowContext) -> Iterator[Diagnostic]:
    """After a failure the node's outputs are their defaults, and its branch is one of its own.

    Wrong: `x = try f(…)` where output `y` of `f` has no default; a subflow that ends as
    `caught_exception_branch`.
    Right: `-> (y: string = "")` on the node or the subflow; another name for that end.
    """
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
                    context.place(node),
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
