"""What all flows of one run share: the document, the services, the count of steps."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any, cast

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
    """One run. `steps` is None if their number has no limit. `places` are where the nodes stand in
    what the user wrote, by node id, if that is not the document itself."""

    document: Document
    tools: ToolNamespace
    services: Services
    user: User
    clock: Clock
    state: MutableMapping[str, Any]
    steps: Steps | None
    places: dict[str, Location] = field(default_factory=dict)
    wirings: dict[str, Wiring] = field(default_factory=dict)

    def wiring(self, flow: str) -> Wiring:
        """What the flow of that id is made of, worked out when it first runs."""
        found = self.wirings.get(flow)
        if found is None:
            there = cast(Flow, self.document.flow(flow))  # as was found out before the run
            found = self.wirings[flow] = Wiring(there, self.document)
        return found

    def place(self, node: Node) -> Location | None:
        """Where the user wrote the node."""
        return self.places.get(node.id, node.origin)

    def speaking_to(self, user: User) -> Context:
        """The same run, for a part of it that speaks to another user."""
        return replace(self, user=user)
