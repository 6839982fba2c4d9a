"""What all flows of one run share: the document, the services, the conversation, the count."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flowc.interpreter.steps import Steps
from flowc.interpreter.tools import ToolNamespace
from flowc.interpreter.wiring import Wiring
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import Node
from flowc.text import Location


@dataclass(frozen=True, slots=True)
class Services:
    """Everything through which a run has an effect, handed in by the caller."""

    tools: ToolNamespace


@dataclass(frozen=True, slots=True)
class Context:
    """One run. `places` are where the nodes stand in what the user wrote, by node id, if that is
    not the document itself."""

    document: Document
    services: Services
    steps: Steps
    places: dict[str, Location] = field(default_factory=dict)
    messages: list[Any] = field(default_factory=list)
    _wirings: dict[str, Wiring] = field(default_factory=dict)

    def wiring(self, flow: Flow) -> Wiring:
        """The edges of a flow, indexed when it first runs."""
        if flow.id not in self._wirings:
            self._wirings[flow.id] = Wiring(flow)
        return self._wirings[flow.id]

    def place(self, node: Node) -> Location | None:
        """Where the user wrote the node."""
        return self.places.get(node.id, node.origin)
