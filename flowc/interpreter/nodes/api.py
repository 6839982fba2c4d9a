"""ApiNode: one HTTP request (SEMANTICS, section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.interpreter.nodes.answers import taken
from flowc.interpreter.nodes.step import Executor, Step
from flowc.ir.nodes import NEXT, ApiNode
from flowc.ir.resolved import resolved_node
from flowc.runtime.api import call_api

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk


class ApiExecutor(Executor[ApiNode]):
    """Sends the request that the node describes."""

    def run(self, walk: Walk) -> Step:
        """The outputs, out of the JSON object that comes back."""
        context = walk.context
        assert context.services.http is not None, "looked for before the first node ran"
        answer = call_api(
            resolved_node(context.document, self.node),
            walk.values(self.inputs),
            http=context.services.http,
            clock=context.clock,
        )
        return taken(self.node, answer), NEXT
