"""What the statements of a flow's nodes may import: no local of the flow may hide it."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.ir.nodes import (
    ApiNode,
    CatchExceptionNode,
    InputMessageNode,
    LlmNode,
    OutputMessageNode,
    ParallelFlowNode,
    ParallelMapNode,
    ToolNode,
)
from flowc.python.facts import FlowFacts
from flowc.semantics.policies import Policies

RUNTIME = "flowc.runtime"
"""The package that modules import from if they need more than the standard library."""

Import = tuple[str, str]
"""A module, and a name in it; no name for the module itself."""


def body_imports(flow: FlowFacts, async_: bool) -> Iterator[Import]:
    """All imports that the flow's own statements can need, some of them more than once."""
    for node in flow.nodes:
        match node:
            case ParallelMapNode() | ParallelFlowNode():
                yield ("asyncio", "") if async_ else ("concurrent.futures", "ThreadPoolExecutor")
                yield overheard(async_)
            case CatchExceptionNode():
                yield "contextlib", "suppress"
            case OutputMessageNode() | InputMessageNode() | LlmNode():
                yield RUNTIME, "rendered"
            case ApiNode():
                yield in_form("call_api", async_)
            case ToolNode():
                yield from _of_policies(flow.policies(node), async_)


def _of_policies(asked: Policies, async_: bool) -> Iterator[Import]:
    if asked.context:
        yield RUNTIME, "Contexts"
    if asked.confirmed:
        yield in_form("require_confirmation", async_)
    if asked.timeout is not None or asked.retry is not None:
        yield "functools", "partial"
        yield in_form("timed", async_)
    if asked.retry is not None:
        yield RUNTIME, "Retry"
        yield in_form("retried", async_)


def in_form(function: str, async_: bool) -> Import:
    """A function of the runtime in the form that the module calls."""
    return RUNTIME, f"{function}_async" if async_ else function


def overheard(async_: bool) -> Import:
    """The user that a part of a Parallel node speaks to."""
    return RUNTIME, "AsyncOverheard" if async_ else "Overheard"
