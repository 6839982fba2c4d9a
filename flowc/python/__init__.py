"""The Python target: from a document to a typed module of plain control flow."""

from flowc.python.emit import emit
from flowc.python.planner import plan
from flowc.python.preconditions import KINDS
from flowc.python.stub import emit_stub

__all__ = ["KINDS", "emit", "emit_stub", "plan"]
