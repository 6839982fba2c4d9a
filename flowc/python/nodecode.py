"""The statements of single nodes, one entry per kind; starts and ends are written here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flowc import faults
from flowc.ir.nodes import (
    NEXT,
    AgentNode,
    ApiNode,
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
from flowc.ir.types import Property
from flowc.ir.values import Absent
from flowc.names import Namer
from flowc.python.answercode import AnswerCode
from flowc.python.body import Body
from flowc.python.conversion import Converters
from flowc.python.dataflow import Dataflow
from flowc.python.facts import FlowFacts
from flowc.python.helpers import Helpers
from flowc.python.layout import Expr, Group, call
from flowc.python.literals import text_literal
from flowc.python.mapcode import MapCode
from flowc.python.messagecode import MessageCode, TemplateCode
from flowc.python.outputcode import OutputCode
from flowc.python.passing import Passing
from flowc.python.reading import Reading
from flowc.python.sidebyside import SideBySide
from flowc.python.storing import Storing
from flowc.python.subflowcode import Failure, SubflowCode
from flowc.python.toolcode import ToolCode
from flowc.python.toolresults import ToolResults
from flowc.python.writing import Calls, Writing


class NodeCode:
    """Writes the statements of one flow's nodes into a body."""

    def __init__(
        self,
        flow: FlowFacts,
        data: Dataflow,
        results: ToolResults,
        converters: Converters,
        helpers: Helpers,
        calls: Calls,
        locals_: Namer,
        body: Body,
    ) -> None:
        self._flow = flow
        self._helpers = helpers
        self._body = body
        self.reading = Reading(flow, data, converters, helpers, locals_, body)
        self.storing = Storing(data, locals_, body)
        writing = Writing(
            flow,
            data,
            converters,
            helpers,
            calls,
            locals_,
            body,
            self.reading,
            self.storing,
            results,
        )
        passing = Passing(writing)
        side_by_side = SideBySide(writing, passing)
        self._subflows = SubflowCode(writing, passing)
        maps = MapCode(writing, passing, side_by_side)
        templates, outputs = TemplateCode(writing), OutputCode(writing)
        messages = MessageCode(writing, templates, outputs)
        answers = AnswerCode(writing, templates, outputs)
        self._writers: dict[type[Node], Callable[[Any], None]] = {
            StartNode: self.start,
            EndNode: self.end,
            ToolNode: ToolCode(writing).write,
            FlowNode: self._subflows.write,
            CatchExceptionNode: self._subflows.write_catching,
            MapNode: maps.write,
            ParallelMapNode: maps.write,
            ParallelFlowNode: side_by_side.write,
            OutputMessageNode: messages.write_output,
            InputMessageNode: messages.write_input,
            LlmNode: answers.write_llm,
            ApiNode: answers.write_api,
            AgentNode: answers.write_agent,
        }

    @property
    def branch(self) -> str:
        """The local that holds the branch in which the last subflow ended."""
        return self._subflows.branch

    def failure(self, node_id: str) -> Failure | None:
        """How it is told that the subflow of a CatchExceptionNode failed; None if :attr:`branch`
        tells it."""
        return self._subflows.failures.get(node_id)

    def name_results(self) -> None:
        """Name the locals that hold a subflow's outputs, after those that hold values."""
        self._subflows.name_results()

    def write(self, node: Node) -> None:
        """Write the statements of a node; a BranchingNode has none, it is a choice."""
        self._writers[type(node)](node)

    # Ends ---------------------------------------------------------------------------------------

    def start(self, node: StartNode) -> None:
        """Copy flow inputs to the variables that they are a source of."""
        for item in self._flow.inputs:
            self.storing.copy((node.id, item.title))
        self.storing.copy_late(node)

    def end(self, node: EndNode) -> None:
        """Return the flow's outputs: the node's, and defaults where it lacks one (SEMANTICS 20)."""
        given: dict[str, Expr] = {}
        declared = {item.title for item in self._flow.outputs}
        for item, value, _ in self.reading.all(node):
            if item.title in declared:
                given[item.title] = value
            elif not isinstance(value, str):
                self._body.put("", value)
        entries = tuple(
            (
                f"{text_literal(item.title)}: ",
                given.get(item.title) or self._end_default(node, item),
            )
            for item in self._flow.outputs
        )
        branch = text_literal(node.branch_name or NEXT)
        prefix = f"return {branch}, " if self._flow.has_branches else "return "
        self._body.put(prefix, Group("", entries, "{}"))

    def _end_default(self, node: EndNode, declared: Property) -> Expr:
        item = node.output(declared.title) or declared
        if isinstance(item.default, Absent):
            problem = text_literal(faults.NO_SOURCE.text(input=item.title, node=node.name))
            return call(self._helpers.use("value_of"), self._helpers.unset, problem)
        value, sources = self.reading.default(item)
        place = faults.OUTPUT_PLACE.format(title=item.title, node=node.name)
        return self.reading.converted(value, sources, item.type, place, item.title)[0]
