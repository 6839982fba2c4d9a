"""The interpreter: it runs an Agent Spec document, node by node, edge by edge."""

from __future__ import annotations

from flowc.interpreter.context import Context
from flowc.interpreter.needs import Needs
from flowc.interpreter.nodes import EXECUTORS
from flowc.interpreter.observer import Observer
from flowc.interpreter.outcome import Outcome
from flowc.interpreter.prepare import runnable
from flowc.interpreter.services import Services
from flowc.interpreter.steps import Steps
from flowc.interpreter.walk import Walk
from flowc.interpreter.wiring import Wiring
from flowc.ir.document import Document
from flowc.runtime.contexts import Contexts
from flowc.runtime.conversation import Conversation
from flowc.text import Location

_NO_SERVICES = Services()


class Runnable:
    """A flow of a document that is ready to run, as often as one likes: the root, or the one whose
    id or name is `flow`. What does not change from run to run is worked out once.

    `written` is the document that the user wrote, if `document` is a copy of it: errors and their
    notes give places in it. Raises FlowcError for a document that cannot be run.
    """

    def __init__(
        self, document: Document, flow: str | None = None, written: Document | None = None
    ) -> None:
        self._document = document
        root = document.flow(runnable(written or document, flow, EXECUTORS).id)
        assert root is not None  # both documents have the same flows
        self._root = root.id
        self._places = _places(written)
        self._wirings: dict[str, Wiring] = {}
        self._needs = Needs(document, root)

    def run(
        self,
        inputs: object,
        *,
        tools: object,
        services: Services | None = None,
        max_steps: int | None = None,
        observer: Observer | None = None,
    ) -> Outcome:
        """Run the flow; arguments and errors are those of :func:`interpret`."""
        services = services or _NO_SERVICES
        functions = self._needs.met(tools, services)
        conversation = Conversation(services.user)
        context = Context(
            self._document,
            functions,
            services,
            conversation,
            services.run_clock(),
            services.run_state(),
            None if max_steps is None else Steps(max_steps),
            self._places,
            self._wirings,
        )
        walk = Walk(context, context.wiring(self._root), Contexts(context.state), observer=observer)
        outputs, branch = walk.to_end(inputs)
        return Outcome(dict(outputs), branch, conversation.messages)


def interpret(
    document: Document,
    inputs: object,
    *,
    tools: object,
    services: Services | None = None,
    flow: str | None = None,
    max_steps: int | None = None,
    written: Document | None = None,
    observer: Observer | None = None,
) -> Outcome:
    """Run a flow of a document: the root, or the one whose id or name is `flow`.

    `inputs` is what SEMANTICS 18 allows; `tools` is an object, module or mapping with a function
    for every tool that no service runs; `services` are what else nodes need; `max_steps` limits the
    number of node runs. `written` is the document that the user wrote, if `document` is a copy of
    it: errors and their notes give places in it. `observer` is told of each node that runs.

    Raises FlowcError for a document that cannot be run, NotImplementedError for tools without an
    implementation and for services that are not given, TypeError or ValueError for inputs that do
    not fit, all of these before the first node; then what SEMANTICS 6 lists, StepLimit, and
    whatever a tool or service raises, as it is.
    """
    return Runnable(document, flow, written).run(
        inputs, tools=tools, services=services, max_steps=max_steps, observer=observer
    )


def _places(written: Document | None) -> dict[str, Location]:
    if written is None:
        return {}
    nodes = (node for flow in written.flows for node in flow.nodes)
    return {node.id: node.origin for node in nodes if node.origin is not None}
