"""The interpreter: it runs an Agent Spec document, node by node, edge by edge."""

from __future__ import annotations

from flowc.interpreter.context import Context, Services
from flowc.interpreter.nodes import EXECUTORS
from flowc.interpreter.outcome import Outcome
from flowc.interpreter.prepare import require_implementations, runnable
from flowc.interpreter.steps import Steps
from flowc.interpreter.tools import tool_namespace
from flowc.interpreter.walk import Walk
from flowc.ir.document import Document
from flowc.text import Location


def interpret(
    document: Document,
    inputs: object,
    *,
    tools: object,
    flow: str | None = None,
    max_steps: int | None = None,
    written: Document | None = None,
) -> Outcome:
    """Run a flow of a document: the root, or the one whose id or name is `flow`.

    `inputs` is what SEMANTICS 18 allows; `tools` is an object, module or mapping with a function
    for every tool; `max_steps` limits the number of node runs. `written` is the document that the
    user wrote, if `document` is a copy of it: the notes of errors give places in it.

    Raises FlowcError for a document that cannot be run, NotImplementedError for tools without an
    implementation, TypeError or ValueError for inputs that do not fit, all of these before the
    first node; then what SEMANTICS 6 lists, StepLimit, and whatever a tool raises, as it is.
    """
    root = runnable(document, flow, EXECUTORS)
    services = Services(tool_namespace(tools))
    require_implementations(document, root, services.tools)
    context = Context(document, services, Steps(max_steps), _places(written))
    return Walk(context, root).to_end(inputs)


def _places(written: Document | None) -> dict[str, Location]:
    if written is None:
        return {}
    nodes = (node for flow in written.flows for node in flow.nodes)
    return {node.id: node.origin for node in nodes if node.origin is not None}
