"""OutputMessageNode and InputMessageNode: the conversation with the user (SEMANTICS 25)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.interpreter.convert import convert
from flowc.interpreter.nodes.step import Step
from flowc.interpreter.ports import output_place
from flowc.ir.nodes import InputMessageNode, OutputMessageNode
from flowc.runtime.templates import rendered

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk


def run_output_message(walk: Walk, node: OutputMessageNode) -> Step:
    """Say the message."""
    walk.context.user.say(rendered(node.message or "", walk.inputs_of(node)))
    return Step()


def run_input_message(walk: Walk, node: InputMessageNode) -> Step:
    """Say the message, if there is one, and wait for the user's text: the node's one output."""
    values = walk.inputs_of(node)
    message = None if node.message is None else rendered(node.message, values)
    answer = walk.context.user.ask(message)
    outputs = {
        item.title: convert(answer, item.type, output_place(node, item.title))
        for item in node.outputs
    }
    return Step(outputs)
