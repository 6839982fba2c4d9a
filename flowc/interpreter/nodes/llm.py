"""LlmNode: one prompt to a model (SEMANTICS 26)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.interpreter.convert import convert
from flowc.interpreter.nodes.answers import taken
from flowc.interpreter.nodes.step import Step
from flowc.interpreter.ports import output_place
from flowc.ir.nodes import LlmNode
from flowc.ir.resolved import resolved
from flowc.runtime.templates import rendered
from flowc.semantics.prompts import answer_schema

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk


def run_llm(walk: Walk, node: LlmNode) -> Step:
    """Send the rendered prompt. Without a schema the answer's text is the node's one output, else
    the outputs are taken from the JSON object that was asked for."""
    llm = walk.context.services.llm
    assert llm is not None and node.llm_config is not None, "looked for before the first node ran"
    prompt = rendered(node.prompt_template or "", walk.inputs_of(node))
    config = resolved(walk.context.document, node.llm_config.id)
    schema = answer_schema(node)
    answer = llm.complete(prompt, config=config, schema=schema)
    if schema is not None:
        return taken(node, answer)
    return Step(
        {
            item.title: convert(answer, item.type, output_place(node, item.title))
            for item in node.outputs
        }
    )
