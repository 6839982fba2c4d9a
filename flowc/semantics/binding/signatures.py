"""What a component takes and gives when a node runs it."""

from __future__ import annotations

from flowc.ir.components import Component
from flowc.ir.flow import Flow
from flowc.ir.nodes import NEXT
from flowc.ir.types import Property
from flowc.records import dataclass


@dataclass(frozen=True, slots=True)
class Signature:
    """Inputs, outputs and branches; `branches` None: whatever the node says (agents).

    `is_open`: the component lists no inputs but may have some, which its placeholders name.
    """

    inputs: tuple[Property, ...] = ()
    outputs: tuple[Property, ...] = ()
    branches: tuple[str, ...] | None = (NEXT,)
    is_open: bool = False


def component_signature(component: Component) -> Signature:
    """The signature of a component that is completely bound or was read from a document."""
    if isinstance(component, Flow):
        return Signature(
            component.effective_inputs(),
            component.effective_outputs(),
            None if component.extern else component.branches,
        )
    return Signature(
        component.inputs or (),
        component.outputs or (),
        (NEXT,) if is_tool(component.component_type) else None,
        is_open=component.inputs is None and component.component_type not in CLOSED_TYPES,
    )


TOOL_TYPES = frozenset({"ServerTool", "ClientTool", "BuiltinTool", "RemoteTool", "MCPTool"})
CLOSED_TYPES = frozenset({"ServerTool", "ClientTool", "BuiltinTool"})
"""Types without placeholders: what they do not list, they do not take."""
AGENT_TYPES = frozenset(
    {"Agent", "OciAgent", "A2AAgent", "SpecializedAgent", "Swarm", "ManagerWorkers"}
)


def is_tool(component_type: str) -> bool:
    """Whether a component of the type is a tool; unknown types say so by their ending."""
    return component_type in TOOL_TYPES or component_type.endswith("Tool")


def is_agent(component_type: str) -> bool:
    """Whether a component of the type is agentic; unknown types say so by their ending."""
    return component_type in AGENT_TYPES or component_type.endswith("Agent")
