"""What each node kind does when it runs, one entry per kind.

To add a kind: write its executor in a file of its own, and add it to :data:`EXECUTORS`. Kinds
without an entry are refused before anything runs (FLOW601).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flowc.interpreter.nodes.agent import run_agent
from flowc.interpreter.nodes.api import run_api
from flowc.interpreter.nodes.branching import run_branching
from flowc.interpreter.nodes.catching import run_catching
from flowc.interpreter.nodes.end import run_end
from flowc.interpreter.nodes.llm import run_llm
from flowc.interpreter.nodes.map import run_map
from flowc.interpreter.nodes.messages import run_input_message, run_output_message
from flowc.interpreter.nodes.parallel import run_parallel_flow
from flowc.interpreter.nodes.start import run_start
from flowc.interpreter.nodes.step import Executor
from flowc.interpreter.nodes.subflow import run_subflow
from flowc.interpreter.nodes.tool import run_tool
from flowc.ir.nodes import (
    AgentNode,
    ApiNode,
    BranchingNode,
    CatchExceptionNode,
    EndNode,
    FlowNode,
    InputMessageNode,
    LlmNode,
    MapNode,
    Node,
    OutputMessageNode,
    ParallelFlowNode,
    ParallelMapNode,
    StartNode,
    ToolNode,
)

EXECUTORS: Mapping[type[Node], Executor[Any]] = {
    StartNode: run_start,
    EndNode: run_end,
    ToolNode: run_tool,
    BranchingNode: run_branching,
    FlowNode: run_subflow,
    MapNode: run_map,
    ParallelMapNode: run_map,
    ParallelFlowNode: run_parallel_flow,
    CatchExceptionNode: run_catching,
    OutputMessageNode: run_output_message,
    InputMessageNode: run_input_message,
    LlmNode: run_llm,
    ApiNode: run_api,
    AgentNode: run_agent,
}
