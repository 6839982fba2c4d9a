"""What the functions of flows take, and how one passes on what it has: inputs, tools, services."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.ir.defaults import in_form
from flowc.ir.types import Property
from flowc.ir.values import Absent, Json
from flowc.python.annotations import Annotations
from flowc.python.bodyimports import RUNTIME
from flowc.python.facts import FlowFacts
from flowc.python.helpers import Helpers
from flowc.python.layout import Expr, Group, lay_out, one_line
from flowc.python.literals import literal
from flowc.python.modulescope import ModuleScope
from flowc.python.needless import settled
from flowc.python.plan import Lines

MAX_STEPS = "max_steps: int | None = None"
_PROTOCOLS = {
    "user": "User",
    "llm": "Llm",
    "http": "Http",
    "mcp": "Mcp",
    "agents": "Agents",
    "confirm": "Confirm",
    "clock": "Clock",
}
_STATE = "state"


class Signatures:
    """The parameters of one module's functions, and the arguments of the calls between them.

    `all_tools` is the Protocol of tools that are complete, "" if `Tools` always are.
    """

    def __init__(
        self, scope: ModuleScope, annotations: Annotations, helpers: Helpers, async_: bool
    ) -> None:
        self._scope = scope
        self._annotations = annotations
        self._helpers = helpers
        self._async = async_
        self.all_tools = ""

    def public(self, flow: FlowFacts) -> list[str]:
        """The parameters of a flow's public functions."""
        return ["*", *self._inputs(flow), "tools: Tools", *self.services(flow), *_limit(flow)]

    def private(self, flow: FlowFacts) -> list[str]:
        """Those of the private function that has the flow's code."""
        tools = self.all_tools if flow.has_served_tools else "Tools"
        services = [self._service(flow, name) for name in flow.services_used]
        contexts = [f"{self._scope.contexts}: {self._contexts}"] if flow.makes_contexts else []
        return ["*", *self._inputs(flow), f"tools: {tools}", *services, *contexts, *_limit(flow)]

    def services(self, flow: FlowFacts) -> list[str]:
        """The parameters for all services that a run of the flow needs."""
        return [self._service(flow, name) for name in flow.services]

    def all_passed_on(self, flow: FlowFacts) -> list[tuple[str, Expr]]:
        """What one public function of a flow hands to another, besides the inputs."""
        names = ["tools", *flow.services, *(["max_steps"] if flow.takes_max_steps else [])]
        return [(f"{name}=", name) for name in names]

    def passed_down(
        self, called: FlowFacts, contexts: Expr, tools: str = "tools", user: str = "user"
    ) -> list[tuple[str, Expr]]:
        """What the private function of a flow is called with besides the inputs, by code that has
        the same things itself; `contexts` are those of the flow that is called."""
        own = {"user": user}
        found: list[tuple[str, Expr]] = [("tools=", tools)]
        found += [(f"{name}=", own.get(name, name)) for name in called.services_used]
        if called.makes_contexts:
            found.append((f"{self._scope.contexts}=", contexts))
        if called.takes_max_steps:
            found.append(("max_steps=", "max_steps"))
        return found

    def new_contexts(self) -> Expr:
        """The contexts of a run that begins."""
        return Group(self._contexts, (("", _STATE),))

    @property
    def _contexts(self) -> str:
        return self._scope.imported(RUNTIME, "Contexts")

    # Inputs -------------------------------------------------------------------------------------

    def _inputs(self, flow: FlowFacts) -> Iterator[str]:
        names = self._scope.flows[flow.flow.id].parameters
        for item in flow.inputs:
            annotation = self._annotations.of(item.type, flow.flow.name, item.title)
            yield names[item.title] + self._input_type(item, annotation)

    def _input_type(self, item: Property, annotation: str) -> str:
        if isinstance(item.default, Absent):
            return f": {annotation}"
        if has_plain_default(item):
            return f": {annotation} = {one_line(literal(in_form(item.default, item.type)))}"
        unset = self._helpers.unset
        return f": {annotation} | {self._helpers.use('unset')} = {unset}"

    # Services -----------------------------------------------------------------------------------

    def _service(self, flow: FlowFacts, name: str) -> str:
        if name == _STATE:
            mapping = self._scope.imported("collections.abc", "MutableMapping")
            return f"{name}: {mapping}[str, {self._scope.imported('typing', 'Any')}]"
        type_ = self._scope.imported(RUNTIME, ("Async" if self._async else "") + _PROTOCOLS[name])
        if name == "clock" and self._async:
            type_ += f" | {self._scope.imported(RUNTIME, 'Clock')}"
        # Functions in `tools` may do without what only completes the tools.
        is_optional = name == "confirm" or name not in flow.services_used
        return f"{name}: {type_} | None = None" if is_optional else f"{name}: {type_}"


def _limit(flow: FlowFacts) -> list[str]:
    return [MAX_STEPS] if flow.takes_max_steps else []


def has_plain_default(item: Property) -> bool:
    """Whether the input's default can stand in the signature: it is of its type, and one object
    serves all calls."""
    if isinstance(item.default, Absent):
        return False
    default = in_form(item.default, item.type)
    return _is_plain(default) and settled(default, item.type)


def signature(head: str, parameters: list[str], returns: str) -> Lines:
    """The lines of `def`."""
    group = Group(head, tuple(("", parameter) for parameter in parameters))
    return tuple(lay_out("", group, f" -> {returns}:"))


def _is_plain(value: Json) -> bool:
    """Whether one object may serve all calls as a default: lists and dicts may not."""
    return not isinstance(value, (list, dict, tuple))
