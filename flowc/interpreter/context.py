"""What all flows of one run share: the document, the services, the count of steps."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from flowc.interpreter.services import Services
from flowc.interpreter.steps import Steps
from flowc.interpreter.tools import ToolNamespace
from flowc.interpreter.wiring import Wiring
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import Node
from flowc.records import dataclass, field, replace
from flowc.runtime import Clock, User
from flowc.text import Location


@dataclass(frozen=True, slots=True)
class Context:
    """One run. `places` are where the nodes stand in what the user wrote, by node id, if that is
    not the document itself."""

    document: Document
    tools: ToolNamespace
    services: Services
    user: User
    clock: Clock
    state: MutableMapping[str, Any]
    steps: Steps
    places: dict[str, Location] = field(default_factory=dict)
    wirings: dict[str, Wiring] = field(default_factory=dict)

    def wiring(self, flow: Flow) -> Wiring:
        """The edges of a flow, indexed when it first runs."""
        if flow.id not in self.wirings:
            self.wirings[flow.id] = Wiring(flow, self.document)
        return self.wirings[flow.id]

    def place(self, node: Node) -> Location | None:
        """Where the user wrote the node."""
        return self.places.get(node.id, node.origin)

    def speaking_to(self, user: User) -> Context:
        """The same run, for a part of it that speaks to another user."""
        return replace(self, user=user)
