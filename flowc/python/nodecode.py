"""The statements of single nodes: starts, ends and subflow calls; tools are in `toolcode`."""

from __future__ import annotations

from typing import Protocol

from flowc import faults
from flowc.ir.nodes import NEXT, EndNode, FlowNode, StartNode, ToolNode
from flowc.ir.types import Property
from flowc.ir.values import Absent
from flowc.names import Namer
from flowc.python.body import Body
from flowc.python.conversion import Converters
from flowc.python.dataflow import Dataflow, tidy
from flowc.python.facts import FlowFacts
from flowc.python.helpers import Helpers
from flowc.python.layout import Expr, Group, call
from flowc.python.literals import text_literal
from flowc.python.modulescope import FlowNames
from flowc.python.reading import Reading
from flowc.python.storing import Storing
from flowc.python.toolcode import ToolCode


class Calls(Protocol):
    """How the code of one flow calls other functions."""

    await_: str

    def flow(self, id_: str) -> FlowNames:
        """The names of another flow's functions."""
        ...


class NodeCode:
    """Writes the statements of one flow's nodes into a body."""

    def __init__(
        self,
        flow: FlowFacts,
        data: Dataflow,
        converters: Converters,
        helpers: Helpers,
        calls: Calls,
        locals_: Namer,
        body: Body,
    ) -> None:
        self._flow = flow
        self._data = data
        self._converters = converters
        self._helpers = helpers
        self._calls = calls
        self._locals = locals_
        self._body = body
        self.reading = Reading(flow, data, converters, helpers, locals_, body)
        self._storing = Storing(data, locals_, body)
        self._tools = ToolCode(
            flow,
            self.reading,
            self._storing,
            converters,
            helpers,
            calls.await_,
            locals_,
            body,
        )
        self.branch = ""
        self._results: dict[str, str] = {}

    def name_results(self) -> None:
        """Name the locals that hold a subflow's outputs, after those that hold values."""
        for node in self._flow.nodes:
            if isinstance(node, FlowNode):
                self._results[node.id] = self._locals.unique(tidy(node.name))
                for title in self._flow.given[node.id]:
                    variable = self._data.outputs.get((node.id, title))
                    if variable is not None and not variable.expr:
                        variable.expr = f"{self._results[node.id]}[{text_literal(title)}]"

    def tool(self, node: ToolNode) -> None:
        """Call the tool, check what it returned, keep it."""
        self._tools.write(node)

    # Subflows -----------------------------------------------------------------------------------

    def subflow(self, node: FlowNode) -> None:
        """Run the subflow; keep its outputs, and the branch if it has several (SEMANTICS 21)."""
        called_flow = self._flow.module.flows[node.subflow.id]
        names = self._calls.flow(node.subflow.id)
        arguments = self._flow_arguments(node, called_flow, names)
        arguments.append(("tools=", "tools"))
        if called_flow.takes_max_steps:
            arguments.append(("max_steps=", "max_steps"))
        called = Group(self._calls.await_ + names.body, tuple(arguments))
        titles = [title for title in self._flow.given[node.id] if self._is_taken(node, title)]
        result = self._results[node.id]
        if called_flow.has_branches:
            self.branch = self.branch or self._locals.unique("branch")
            self._body.put(f"{self.branch}, {result} = ", called)
        else:
            self._body.put(f"{result} = " if titles else "", called)
        for title in titles:
            variable = self._data.outputs[node.id, title]
            part = f"{result}[{text_literal(title)}]"
            if variable.expr != part:
                self._storing.store((node.id, title), part)
            else:
                self._storing.copy((node.id, title))
        self._storing.copy_late(node)

    def _is_taken(self, node: FlowNode, title: str) -> bool:
        """Whether the code reads the output, or copies it."""
        key = (node.id, title)
        return self._storing.variable(key) is not None or self._storing.is_copied(key)

    def _flow_arguments(
        self, node: FlowNode, called: FlowFacts, names: FlowNames
    ) -> list[tuple[str, Expr]]:
        """The node's inputs, all converted to their own types before the first is converted to the
        subflow's, which does not look at them again."""
        given = {item.title: (value, known) for item, value, known in self.reading.all(node)}
        flow_types = {item.title: item.type for item in called.inputs}
        again = [
            title
            for title, (_, sources) in given.items()
            if self._converters.is_needed(sources, flow_types[title])
        ]
        if again:
            for title, (value, sources) in given.items():
                if isinstance(value, Group):
                    name = self._locals.unique(tidy(title))
                    self._body.put(f"{name} = ", value)
                    given[title] = (name, sources)
        arguments: list[tuple[str, Expr]] = []
        for title, (value, sources) in given.items():
            place = faults.FLOW_INPUT_PLACE.format(title=title, flow=called.flow.name)
            value, _ = self.reading.converted(value, sources, flow_types[title], place, title)
            arguments.append((f"{names.parameters[title]}=", value))
        return arguments

    # Ends ---------------------------------------------------------------------------------------

    def start(self, node: StartNode) -> None:
        """Copy flow inputs to the variables that they are a source of."""
        for item in self._flow.inputs:
            self._storing.copy((node.id, item.title))
        self._storing.copy_late(node)

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
