"""The names at the top of a module: flows first, then everything that must keep out of their way.

The names that users see (flows, parameters, tools) follow from the document alone. Helpers and
imports are private: they take a prefix or an alias that no name of the document has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from flowc.ir.types import Property
from flowc.names import SERVICES, Namer, function_name, identifier
from flowc.python.facts import FlowFacts, ModuleFacts
from flowc.records import dataclass

PUBLIC = ("run", "run_outcome", "Tools", "StepLimit")
"""What the module itself defines for its users."""


@dataclass(frozen=True, slots=True)
class FlowNames:
    """The functions of one flow, and its parameters by input title.

    `body` is the function that has the code: a private one if other flows call it too. `error` is
    what handlers call an error, which no parameter may be.
    """

    outputs: str
    outcome: str
    body: str
    parameters: dict[str, str]
    error: str


class ModuleScope:
    """Gives out the names of one module. `fixed` are the private names, without their prefix, that
    are not given out: whoever has them needs them as they are."""

    def __init__(self, facts: ModuleFacts, fixed: Iterable[str]) -> None:
        self._parameters = {id_: _parameters(flow.inputs) for id_, flow in facts.flows.items()}
        self._names = Namer(PUBLIC)
        flows = {id_: self._names.unique(flow.flow.name) for id_, flow in facts.flows.items()}
        outcomes = {id_: self._names.unique(name + "_outcome") for id_, name in flows.items()}
        local = {name for names in self._parameters.values() for name in names.values()}
        self._names.reserve(*local, *map(function_name, facts.tools), *SERVICES)
        self.prefix = _free_prefix({*flows.values(), *outcomes.values(), *local, *_locals(facts)})
        self._names.reserve(*(self.prefix + name for name in fixed))
        self._called = {sub.flow.id for flow in facts.flows.values() for sub in flow.subflows}
        self.flows = {
            id_: FlowNames(
                flows[id_],
                outcomes[id_],
                self._body(flow, outcomes[id_] if flow.has_branches else flows[id_]),
                self._parameters[id_],
                Namer(self._parameters[id_].values()).unique("error"),
            )
            for id_, flow in facts.flows.items()
        }
        self._import_names: dict[tuple[str, str], str] = {}
        self._imported: dict[tuple[str, str], None] = {}

    def _body(self, flow: FlowFacts, public: str) -> str:
        """A flow that others run has its code in a private function, which no parameter can hide
        and which does not look for the tools again; so has one whose tools must be completed."""
        id_ = flow.flow.id
        hidden = public in self._parameters[id_].values()
        is_private = id_ in self._called or hidden or flow.has_served_tools
        return self.private(public) if is_private else public

    def private(self, wanted: str) -> str:
        """A new private name like `wanted`."""
        return self._names.unique(self.prefix + wanted.lstrip("_"))

    def constant(self, wanted: str) -> str:
        """A new private name like `wanted`, in capitals."""
        return self._names.unique((self.prefix + wanted.lstrip("_")).upper())

    def public(self, wanted: str) -> str:
        """A new name without a prefix, for a type."""
        return self._names.unique(identifier(wanted))

    def imported(self, module: str, name: str = "") -> str:
        """The name under which the module has `name` of another module, or that module itself; the
        module now imports it."""
        self._imported[module, name] = None
        return self.import_name(module, name)

    def import_name(self, module: str, name: str = "") -> str:
        """The name under which the module would import it."""
        key = (module, name)
        if key not in self._import_names:
            self._import_names[key] = self._names.unique(name or module)
        return self._import_names[key]

    @property
    def imports(self) -> dict[tuple[str, str], str]:
        """All that was imported: (module, name or nothing) to the name it has here."""
        return {key: self._import_names[key] for key in self._imported}

    @cached_property
    def contexts(self) -> str:
        """The parameter that takes the contexts of calls."""
        return self._names.unique("contexts")


def _parameters(inputs: Iterable[Property]) -> dict[str, str]:
    namer = Namer(SERVICES)
    return {item.title: namer.unique(item.title) for item in inputs}


def _locals(facts: ModuleFacts) -> Iterator[str]:
    """What the locals of the flows are called after: their nodes, inputs and outputs."""
    for flow in facts.flows.values():
        for node in flow.nodes:
            yield function_name(node.name)
            yield from (function_name(item.title) for item in node.inputs)
            yield from (function_name(title) for title in flow.given[node.id])


def _free_prefix(taken: set[str]) -> str:
    """The shortest prefix for private names that begins no name of the document, in capitals or
    not."""
    prefix = "_"
    while any(name.lower().startswith(prefix) and name != prefix for name in taken):
        prefix = "_flowc_" if prefix == "_" else prefix + "_"
    return prefix


def type_name(*parts: str) -> str:
    """The name of a class: `lookup_order` and `items` make LookupOrderItems."""
    words = (word for part in parts for word in identifier(part).split("_"))
    return "".join(word[:1].upper() + word[1:] for word in words) or "Value"
