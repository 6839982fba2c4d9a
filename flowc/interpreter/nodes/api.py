"""ApiNode: one HTTP request (SEMANTICS, section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.interpreter.nodes.answers import taken
from flowc.interpreter.nodes.step import Step
from flowc.ir.nodes import ApiNode
from flowc.ir.resolved import resolved_node
from flowc.runtime.api import call_api

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk


def run_api(walk: Walk, node: ApiNode) -> Step:
    """Send the request that the node describes; its outputs are taken from the JSON object that
    comes back."""
    context = walk.context
    assert context.services.http is not None, "looked for before the first node ran"
    answer = call_api(
        resolved_node(context.document, node),
        walk.inputs_of(node),
        http=context.services.http,
        clock=context.clock,
    )
    return taken(node, answer)
