"""CatchExceptionNode: a subflow whose failure is a branch (SEMANTICS 24)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowc.interpreter.defaults import default_of
from flowc.interpreter.nodes.step import Step
from flowc.ir.nodes import CAUGHT, CAUGHT_INFO, CatchExceptionNode

if TYPE_CHECKING:
    from flowc.interpreter.walk import Walk


def run_catching(walk: Walk, node: CatchExceptionNode) -> Step:
    """Run the subflow. If it fails, the outputs are the node's defaults, else the subflow's, and
    why it failed. An error of the node's own inputs is the node's, and not caught."""
    inputs = walk.inputs_of(node)
    try:
        outcome = walk.run_subflow(node, node.subflow, inputs)
    except Exception as error:
        info = str(error) or type(error).__name__
        return Step({**_defaults(walk, node), CAUGHT_INFO: info}, CAUGHT)
    return Step({**outcome.outputs, CAUGHT_INFO: None}, outcome.branch)


def _defaults(walk: Walk, node: CatchExceptionNode) -> dict[str, object]:
    """The outputs of a subflow that failed; one without any default is not written."""
    subflow = {item.title: item for item in walk.subflow(node.subflow).effective_outputs()}
    found: dict[str, object] = {}
    for item in node.outputs:
        inner = subflow.get(item.title)
        if item.has_default:
            found[item.title] = default_of(item)
        elif inner is not None and inner.has_default:
            found[item.title] = default_of(inner)
    return found
