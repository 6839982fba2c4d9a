"""A test case: a document, the inputs of its root flow, and scripted tools and services."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.records import dataclass, field
from flowc.testing.services import RecordingServices, ServiceScript
from flowc.testing.tools import RecordingTools, ToolScript


@dataclass(frozen=True, slots=True, repr=False)
class Case:
    """A document whose root is a flow, inputs for it, what its tools answer, and what the other
    services do: models, requests, agents and confirmations (`services`), the user (`replies`), and
    the session (`state`).

    `shapes` names what the generator put in on purpose and the document does not show: `goto`, and
    the faults of tools, services and inputs (`None`, `wrong type`, `missing key`, …).
    """

    document: Document
    inputs: Any
    tools: tuple[ToolScript, ...]
    services: tuple[ServiceScript, ...] = ()
    replies: tuple[str, ...] = ()
    state: Mapping[str, Any] = field(default_factory=dict)
    shapes: frozenset[str] = field(default=frozenset())

    def __repr__(self) -> str:
        flows = ", ".join(f"{flow.name}: {len(flow.nodes)} nodes" for flow in self.document.flows)
        world = f"services={self.services!r}, replies={self.replies!r}, state={self.state!r}"
        return f"Case({flows}; inputs={self.inputs!r}, tools={self.tools!r}, {world})"

    @property
    def flow(self) -> Flow:
        """The root flow."""
        root = self.document.root_component
        assert isinstance(root, Flow)
        return root

    def recording_tools(self, *, async_: bool = False) -> RecordingTools:
        """A fresh tools object, to be used for one run only."""
        return RecordingTools(self.tools, async_=async_)

    def recording_services(self, *, async_: bool = False) -> RecordingServices:
        """Fresh tools and services, to be used for one run only."""
        return RecordingServices(
            self.tools, self.services, replies=self.replies, state=self.state, async_=async_
        )
