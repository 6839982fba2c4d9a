"""FLOW409: placeholders that are left to the deployment without saying so (SEMANTICS 27)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.env import env_placeholders
from flowc.semantics.checks.context import FlowContext
from flowc.text import Span

UNFILLED = Rule("FLOW409", Severity.WARNING, "a placeholder that nothing feeds")


def check_placeholders(context: FlowContext) -> Iterator[Diagnostic]:
    """A placeholder of a prompt or address that is no input of its node has no value until someone
    defines it for the run; a misspelt one has none either. One finding for each name and flow.

    Wrong: `url: "{{BASE_URL}}/orders"` where no `BASE_URL` is among the node's inputs.
    Right: feed it, or declare `env BASE_URL`.
    """
    known = set(context.document.env)
    for node in context.flow.nodes:
        for name in env_placeholders(node, context.document.components):
            if name not in known:
                known.add(name)
                yield UNFILLED.at(
                    context.place(node),
                    f"placeholder '{{{{{name}}}}}' of node '{node.name}' is not fed",
                    label="it must be defined when the flow runs",
                    hint=f"Feed it, or declare `env {name}`."
                    if isinstance(node.origin, Span)
                    else f"Feed it, or run with --define {name}=value.",
                )
