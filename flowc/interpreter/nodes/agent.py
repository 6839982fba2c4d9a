"""AgentNode: a conversation with an agent (SEMANTICS 21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.interpreter.nodes.answers import taken
from flowc.interpreter.nodes.step import Executor, Step
from flowc.ir.nodes import NEXT, AgentNode
from flowc.ir.resolved import resolved

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk


class AgentExecutor(Executor[AgentNode]):
    """Lets the agent work on the node's inputs; its outputs are the node's."""

    def run(self, walk: Walk) -> Step:
        """The outputs, out of the agent's answer."""
        context = walk.context
        assert context.services.agents is not None, "looked for before the first node ran"
        answer = context.services.agents.run(
            resolved(context.document, self.node.agent.id),
            walk.values(self.inputs),
            tools=context.tools,
            user=context.user,
        )
        return taken(self.node, answer), NEXT
