"""What each node kind does when it runs, one entry per kind.

To add a kind: write its executor in a file of its own, and add it to :data:`EXECUTORS`. Kinds
without an entry are refused before anything runs (FLOW601).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flowc.interpreter.nodes.branching import run_branching
from flowc.interpreter.nodes.end import run_end
from flowc.interpreter.nodes.start import run_start
from flowc.interpreter.nodes.step import Executor
from flowc.interpreter.nodes.subflow import run_subflow
from flowc.interpreter.nodes.tool import run_tool
from flowc.ir.nodes import BranchingNode, EndNode, FlowNode, Node, StartNode, ToolNode

EXECUTORS: Mapping[type[Node], Executor[Any]] = {
    StartNode: run_start,
    EndNode: run_end,
    ToolNode: run_tool,
    BranchingNode: run_branching,
    FlowNode: run_subflow,
}
