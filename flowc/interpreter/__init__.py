"""The interpreter: runs an Agent Spec document by a plain walk over its graph.

It knows nothing of the code generator: the two executions are compared with each other.
"""

from flowc.interpreter.convert import convert, fits
from flowc.interpreter.inputs import FlowInputs
from flowc.interpreter.interpreter import Runnable, interpret
from flowc.interpreter.observer import Observation, Observer
from flowc.interpreter.outcome import Outcome
from flowc.interpreter.services import Services
from flowc.interpreter.stubs import stub_tools
from flowc.interpreter.tools import ToolNamespace, implementation, tool_namespace
from flowc.interpreter.walk import node_note

__all__ = [
    "FlowInputs",
    "Observation",
    "Observer",
    "Outcome",
    "Runnable",
    "Services",
    "ToolNamespace",
    "convert",
    "fits",
    "implementation",
    "interpret",
    "node_note",
    "stub_tools",
    "tool_namespace",
]
