"""What each node kind does when it runs, one entry per kind.

To add a kind: write its executor in a file of its own, and add it to :data:`EXECUTORS`. Kinds
without an entry are refused before anything runs (FLOW601).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flowc.interpreter.nodes.agent import AgentExecutor
from flowc.interpreter.nodes.api import ApiExecutor
from flowc.interpreter.nodes.branching import BranchingExecutor
from flowc.interpreter.nodes.catching import CatchingExecutor
from flowc.interpreter.nodes.end import EndExecutor
from flowc.interpreter.nodes.llm import LlmExecutor
from flowc.interpreter.nodes.map import MapExecutor
from flowc.interpreter.nodes.messages import InputMessageExecutor, OutputMessageExecutor
from flowc.interpreter.nodes.parallel import ParallelFlowExecutor
from flowc.interpreter.nodes.start import StartExecutor
from flowc.interpreter.nodes.step import Executor
from flowc.interpreter.nodes.subflow import SubflowExecutor
from flowc.interpreter.nodes.tool import ToolExecutor
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

EXECUTORS: Mapping[type[Node], type[Executor[Any]]] = {
    StartNode: StartExecutor,
    EndNode: EndExecutor,
    ToolNode: ToolExecutor,
    BranchingNode: BranchingExecutor,
    FlowNode: SubflowExecutor,
    MapNode: MapExecutor,
    ParallelMapNode: MapExecutor,
    ParallelFlowNode: ParallelFlowExecutor,
    CatchExceptionNode: CatchingExecutor,
    OutputMessageNode: OutputMessageExecutor,
    InputMessageNode: InputMessageExecutor,
    LlmNode: LlmExecutor,
    ApiNode: ApiExecutor,
    AgentNode: AgentExecutor,
}
