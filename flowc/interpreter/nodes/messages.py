"""OutputMessageNode and InputMessageNode: the conversation with the user (SEMANTICS 25)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.interpreter.nodes.answers import as_outputs
from flowc.interpreter.nodes.step import Executor, Step
from flowc.ir.nodes import NEXT, InputMessageNode, OutputMessageNode
from flowc.runtime.templates import rendered

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk


class OutputMessageExecutor(Executor[OutputMessageNode]):
    """Says the message."""

    def run(self, walk: Walk) -> Step:
        """No outputs."""
        walk.context.user.say(rendered(self.node.message or "", walk.values(self.inputs)))
        return {}, NEXT


class InputMessageExecutor(Executor[InputMessageNode]):
    """Says the message, if there is one, and waits for the user's text."""

    def run(self, walk: Walk) -> Step:
        """The text as the node's one output."""
        values, message = walk.values(self.inputs), self.node.message
        answer = walk.context.user.ask(None if message is None else rendered(message, values))
        return as_outputs(self.node, answer), NEXT
