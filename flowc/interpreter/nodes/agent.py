"""AgentNode: a conversation with an agent (SEMANTICS 21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.interpreter.nodes.answers import taken
from flowc.interpreter.nodes.step import Step
from flowc.ir.nodes import AgentNode
from flowc.ir.resolved import resolved

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk


def run_agent(walk: Walk, node: AgentNode) -> Step:
    """Let the agent work on the node's inputs; its outputs are the node's."""
    context = walk.context
    assert context.services.agents is not None, "looked for before the first node ran"
    answer = context.services.agents.run(
        resolved(context.document, node.agent.id),
        walk.inputs_of(node),
        tools=context.tools,
        user=context.user,
    )
    return taken(node, answer)
