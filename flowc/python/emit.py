"""A document as a Python module."""

from __future__ import annotations

from flowc.ir.document import Document
from flowc.python.plan import Checks
from flowc.python.planner import plan
from flowc.python.render import render


def emit(
    document: Document,
    *,
    async_: bool = False,
    checks: Checks = "full",
    source_name: str,
    source_sha256: str,
) -> str:
    """The text of a Python module that runs the document's flows.

    It holds the root flow and those below it, or all flows of a library; it imports the standard
    library alone unless its flows need services, whose types are in :mod:`flowc.runtime`; it is
    formatted as black does, and depends on nothing but the arguments.
    `source_name` and `source_sha256` go into its header. With `async_` every function is
    `async def`. With `checks` "none" callers and tools are trusted to give what the types say: it
    is neither converted, nor looked for. Raises FlowcError with everything that keeps the document
    from being Python.
    """
    return render(
        plan(
            document,
            async_=async_,
            checks=checks,
            source_name=source_name,
            source_sha256=source_sha256,
        )
    )
