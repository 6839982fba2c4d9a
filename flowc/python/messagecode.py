"""The statements of OutputMessageNodes and InputMessageNodes, and the filling of templates
(SEMANTICS 25)."""

from __future__ import annotations

from flowc.ir.nodes import InputMessageNode, LlmNode, OutputMessageNode
from flowc.ir.placeholders import placeholders
from flowc.python.bodyimports import RUNTIME
from flowc.python.layout import Expr, Group, call
from flowc.python.literals import text_literal
from flowc.python.outputcode import OutputCode
from flowc.python.writing import Writing


class TemplateCode:
    """Writes texts with `{{ name }}` placeholders."""

    def __init__(self, writing: Writing) -> None:
        self._writing = writing

    def filled(
        self, node: OutputMessageNode | InputMessageNode | LlmNode, template: str, wanted: str
    ) -> Expr:
        """The template with the values of the node's inputs; what it does not show is only read,
        because that can be an error. `wanted` is what a constant for it would like to be called."""
        shown = placeholders(template)
        values: list[tuple[str, Expr]] = []
        for item, value, _ in self._writing.reading.all(node):
            if item.title in shown:
                values.append((f"{text_literal(item.title)}: ", value))
            elif not isinstance(value, str):
                self._writing.body.put("", value)
        text = self._writing.calls.text(f"{node.name}_{wanted}", template)
        if not values:
            return text
        rendered = self._writing.calls.imported(RUNTIME, "rendered")
        return call(rendered, text, Group("", tuple(values), "{}"))


class MessageCode:
    """Writes one flow's conversation with the user."""

    def __init__(self, writing: Writing, templates: TemplateCode, outputs: OutputCode) -> None:
        self._writing = writing
        self._templates = templates
        self._outputs = outputs

    def write_output(self, node: OutputMessageNode) -> None:
        """Say the message."""
        message = self._templates.filled(node, node.message or "", "message")
        self._writing.body.put("", call(f"{self._writing.calls.await_}user.say", message))

    def write_input(self, node: InputMessageNode) -> None:
        """Say the message, if there is one, and wait for the user's text."""
        message: Expr = "None"
        filled = self._templates.filled(node, node.message or "", "message")
        if node.message is not None:
            message = filled
        asked = call(f"{self._writing.calls.await_}user.ask", message)
        self._outputs.keep_whole(node, asked)
