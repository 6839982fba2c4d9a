"""The statements of LlmNodes, ApiNodes and AgentNodes: the call of a service, with what it is to do
as a constant (SEMANTICS 21 and 26, section 7)."""

from __future__ import annotations

from flowc.ir.nodes import AgentNode, ApiNode, LlmNode, Node
from flowc.ir.resolved import resolved, resolved_node
from flowc.python.layout import Expr, Group, call
from flowc.python.literals import text_literal
from flowc.python.messagecode import TemplateCode
from flowc.python.outputcode import OutputCode
from flowc.python.writing import Writing
from flowc.semantics.prompts import answer_schema


class AnswerCode:
    """Writes one flow's calls of services that answer."""

    def __init__(self, writing: Writing, templates: TemplateCode, outputs: OutputCode) -> None:
        self._writing = writing
        self._calls = writing.calls
        self._document = writing.flow.module.document
        self._templates = templates
        self._outputs = outputs

    def write_llm(self, node: LlmNode) -> None:
        """Send the prompt. Without a schema the text is the node's one output, else the outputs
        stand in the object that was asked for."""
        assert node.llm_config is not None, "looked for before any code was made"
        prompt = self._templates.filled(node, node.prompt_template or "", "prompt")
        config = self._document.components[node.llm_config.id]
        schema = answer_schema(node)
        wanted = "None" if schema is None else self._calls.json(f"{node.name}_schema", schema)
        answer = call(
            f"{self._calls.await_}llm.complete",
            prompt,
            config=self._calls.json(config.name, resolved(self._document, config.id)),
            schema=wanted,
        )
        if schema is None:
            self._outputs.keep_whole(node, answer)
        else:
            self._outputs.keep_by_title(node, answer)

    def write_api(self, node: ApiNode) -> None:
        """Send the request."""
        request = self._calls.json(f"{node.name}_request", resolved_node(self._document, node))
        clock: dict[str, Expr] = {} if node.retry_policy is None else {"clock": "clock"}
        function = self._calls.await_ + self._calls.runtime("call_api")
        answer = call(function, request, self._inputs(node), http="http", **clock)
        self._outputs.keep_by_title(node, answer)

    def write_agent(self, node: AgentNode) -> None:
        """Let the agent work."""
        agent = self._document.components[node.agent.id]
        constant = self._calls.json(agent.name, resolved(self._document, agent.id))
        run = f"{self._calls.await_}agents.run"
        answer = call(run, constant, self._inputs(node), tools="tools", user="user")
        self._outputs.keep_by_title(node, answer)

    def _inputs(self, node: Node) -> Expr:
        """The node's inputs by title."""
        values = tuple(
            (f"{text_literal(item.title)}: ", value)
            for item, value, _ in self._writing.reading.all(node)
        )
        return Group("", values, "{}")
