"""LlmNode: one prompt to a model (SEMANTICS 26)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.interpreter.nodes.answers import as_outputs, taken
from flowc.interpreter.nodes.step import Executor, Step
from flowc.ir.nodes import NEXT, LlmNode
from flowc.ir.resolved import resolved
from flowc.runtime.templates import rendered
from flowc.semantics.prompts import answer_schema

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk


class LlmExecutor(Executor[LlmNode]):
    """Sends the rendered prompt. Without a schema the answer's text is the node's one output, else
    the outputs are taken from the JSON object that was asked for."""

    def run(self, walk: Walk) -> Step:
        """The outputs, out of the model's answer."""
        node, llm = self.node, walk.context.services.llm
        assert llm is not None and node.llm_config is not None, "looked for before the first node"
        prompt = rendered(node.prompt_template or "", walk.values(self.inputs))
        config = resolved(walk.context.document, node.llm_config.id)
        schema = answer_schema(node)
        answer = llm.complete(prompt, config=config, schema=schema)
        return (as_outputs if schema is None else taken)(node, answer), NEXT
