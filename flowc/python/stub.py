"""A skeleton of the tools that a document needs, for their author to fill."""

from __future__ import annotations

from flowc.ir.document import Document
from flowc.python.planner import plan_stub
from flowc.python.render import render_stub


def emit_stub(document: Document, *, async_: bool = False) -> str:
    """The text of a Python module with a typed function for every tool that the document's flows
    call; each raises NotImplementedError. Raises FlowcError as :func:`flowc.python.emit` does."""
    return render_stub(plan_stub(document, async_=async_))
