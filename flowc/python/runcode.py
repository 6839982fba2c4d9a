"""`run` and `run_outcome` of the root flow, which take inputs in any form (SEMANTICS 18)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.python.body import Body
from flowc.python.facts import FlowFacts
from flowc.python.helpers import Helpers
from flowc.python.layout import Expr, Group, call
from flowc.python.literals import docstring, text_literal, tuple_of
from flowc.python.modulescope import FlowNames
from flowc.python.plan import FunctionPlan
from flowc.python.signatures import MAX_STEPS, Signatures, signature
from flowc.python.toolset import Toolset


class RunCode:
    """Writes the two functions of a module that has a root."""

    def __init__(
        self, signatures: Signatures, toolset: Toolset, helpers: Helpers, async_: bool
    ) -> None:
        self._signatures = signatures
        self._toolset = toolset
        self._helpers = helpers
        self._def = "async def " if async_ else "def "
        self._await = "await " if async_ else ""

    def functions(self, flow: FlowFacts, names: FlowNames, outputs: str) -> Iterator[FunctionPlan]:
        """Both of them; `outputs` is the type of the flow's outputs."""
        services = self._signatures.services(flow)
        parameters = ["inputs: object = None", "*", "tools: Tools", *services, MAX_STEPS]
        yield self._run(flow, parameters, outputs)
        yield FunctionPlan(
            signature(f"{self._def}run_outcome", parameters, f"tuple[str, {outputs}]"),
            docstring("Like run, with the branch that the flow ended in.", 1),
            tuple(self._outcome(flow, names).lines),
        )

    def _run(self, flow: FlowFacts, parameters: list[str], outputs: str) -> FunctionPlan:
        passed = [(f"{name}=", name) for name in ("tools", *flow.services, "max_steps")]
        called = Group(f"{self._await}run_outcome", (("", "inputs"), *passed))
        body = Body()
        body.put("_, outputs = ", called)
        body.put("return outputs")
        about = (
            f"Run {flow.flow.name}. The inputs are a mapping, text that is a JSON object, or a "
            "list of name and value items."
        )
        return FunctionPlan(
            signature(f"{self._def}run", parameters, outputs),
            docstring(about, 1),
            tuple(body.lines),
        )

    def _outcome(self, flow: FlowFacts, names: FlowNames) -> Body:
        body = Body()
        self._toolset.look(flow, body)
        entries = tuple(
            (f"{text_literal(title)}: ", text_literal(name))
            for title, name in names.parameters.items()
        )
        required = [item.title for item in flow.inputs if not item.has_default]
        arguments = call(
            self._helpers.use("arguments"),
            "inputs",
            text_literal(flow.flow.name),
            Group("", entries, "{}"),
            tuple_of(required),
        )
        body.put("arguments = ", arguments)
        passed: list[tuple[str, Expr]] = [("", "**arguments")]
        passed += self._signatures.all_passed_on(flow)
        body.put("return ", Group(self._await + names.outcome, tuple(passed)))
        return body
