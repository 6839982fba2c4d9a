"""The statements of single nodes: tool calls, subflow calls, returns, and the values they read."""

from __future__ import annotations

from typing import Protocol

from flowc import faults
from flowc.ir.defaults import in_form
from flowc.ir.nodes import NEXT, EndNode, FlowNode, Node, StartNode, ToolNode
from flowc.ir.types import Property, Type
from flowc.ir.values import Absent
from flowc.names import Namer, function_name, parameter_name
from flowc.python.body import Body
from flowc.python.conversion import Converters
from flowc.python.dataflow import Dataflow, Output, Variable, tidy
from flowc.python.facts import FlowFacts, ToolOutput, by_title
from flowc.python.helpers import Helpers
from flowc.python.layout import Expr, Group, all_of, call
from flowc.python.literals import literal, text_literal
from flowc.python.modulescope import FlowNames
from flowc.python.needless import settled

Sources = tuple[Type, ...] | None
"""The types that a value may have; None if nothing is known of it."""


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
        self.branch = ""
        self._results: dict[str, str] = {}
        self._temporaries: dict[Output, str] = {}

    def name_results(self) -> None:
        """Name the locals that hold whole results, after those that hold values."""
        for node in self._flow.nodes:
            if isinstance(node, FlowNode):
                self._results[node.id] = self._locals.unique(tidy(node.name))
                for title in self._flow.given[node.id]:
                    variable = self._data.outputs.get((node.id, title))
                    if variable is not None and not variable.expr:
                        variable.expr = f"{self._results[node.id]}[{text_literal(title)}]"

    # Reading ------------------------------------------------------------------------------------

    def read(self, node: Node, item: Property) -> tuple[Expr, Sources]:
        """The value of a node's input before conversion, and what is known of its type."""
        read = self._data.reads[node.id, item.title]
        if read.variable is None:
            if not isinstance(item.default, Absent):
                return self._default(item)
            problem = text_literal(faults.NO_SOURCE.text(input=item.title, node=node.name))
            return call(self._helpers.use("value_of"), self._helpers.unset, problem), None
        variable = read.variable
        if not (read.may_be_unset and variable.unset):
            return variable.expr, variable.types
        if isinstance(item.default, Absent):
            problem = text_literal(self._unset_text(node, item))
            return call(self._helpers.use("value_of"), variable.expr, problem), variable.types
        default, types = self._default(item)
        value = call(self._helpers.use("or_default"), variable.expr, default)
        return value, None if types is None else (*variable.types, *types)

    def is_literal(self, node: Node, item: Property) -> bool:
        """Whether the input has a default and no source: it is a constant."""
        return item.has_default and self._data.reads[node.id, item.title].variable is None

    def _default(self, item: Property) -> tuple[Expr, Sources]:
        assert not isinstance(item.default, Absent)
        value = in_form(item.default, item.type)
        return literal(value), (item.type,) if settled(value, item.type) else None

    def _unset_text(self, node: Node, item: Property) -> str:
        graph = self._flow.graph
        ids = [edge.source_node for edge in graph.sources[node.id, item.title]]
        names = dict.fromkeys(graph.nodes[id_].name for id_ in ids if id_ in graph.nodes)
        return faults.UNSET_INPUT.text(input=item.title, node=node.name, sources=", ".join(names))

    def input(self, node: Node, item: Property) -> tuple[Expr, Sources]:
        """The value of a node's input, converted to its type."""
        value, sources = self.read(node, item)
        return self.converted(value, sources, item.type, input_place(node, item), item.title)

    def converted(
        self, value: Expr, sources: Sources, type_: Type, place: str, hint: str
    ) -> tuple[Expr, Sources]:
        """The value converted to a type, if values of the source types need it."""
        if not self._converters.is_needed(sources, type_):
            return value, sources
        return self._converters.convert(value, type_, place, hint), (type_,)

    # Tools --------------------------------------------------------------------------------------

    def tool(self, node: ToolNode) -> None:
        """Call the tool, check what it returned, keep it (SEMANTICS 12-14)."""
        tool = self._flow.module.tool(node)
        arguments: list[tuple[str, Expr]] = []
        for item in by_title(node.inputs):
            value, sources = self.input(node, item)
            declared = item if tool.inputs is None else tool.input(item.title)
            if declared is not None:
                place = input_place(node, item)
                value, _ = self.converted(value, sources, declared.type, place, item.title)
                arguments.append((f"{parameter_name(item.title)}=", value))
            elif not isinstance(value, str):
                self._body.put("", value)
        function = f"{self._calls.await_}tools.{function_name(tool.name)}"
        called = Group(function, tuple(arguments))
        outputs = self._flow.tool_outputs(node)
        if not outputs:
            self._body.put("", called)
        elif len(outputs) == 1:
            self._only_output(node, tool.name, outputs[0], called)
        else:
            result = self._locals.unique(tidy(node.name))
            self._body.put(f"{result} = ", called)
            for output in outputs:
                self._one_of_outputs(node, tool.name, output, result)
        self._copy_late(node)

    def _only_output(self, node: ToolNode, tool: str, output: ToolOutput, called: Expr) -> None:
        variable = self._stored(node, output.title)
        types = (output.declared.type, output.type)
        if not any(self._converters.is_needed(None, type_) for type_ in types):
            self._body.put("" if variable is None else f"{variable.expr} = ", called)
            self._copy((node.id, output.title), variable)
        elif variable is None or not self._can_hold_raw(output):
            name = self._temporary(node, output, variable)
            self._body.put(f"{name} = ", called)
            self._keep(node, tool, output, variable, name)
        else:
            self._body.put(f"{variable.expr} = ", called)
            self._check_in_place(node, tool, output, variable)
            self._copy((node.id, output.title), variable)

    def _can_hold_raw(self, output: ToolOutput) -> bool:
        """Whether a local may hold the result before it is checked."""
        same = not self._converters.is_needed((output.declared.type,), output.type)
        return same and not output.may_be_missing

    def _temporary(self, node: Node, output: ToolOutput, variable: Variable | None) -> str:
        """A local for a result before it is checked."""
        wanted = node.name if variable is None else f"new_{output.title}"
        return self._locals.unique(tidy(wanted))

    def _check_in_place(
        self, node: ToolNode, tool: str, output: ToolOutput, variable: Variable
    ) -> None:
        name = variable.expr
        value = self._checked(node, tool, output, name)
        guard = self._converters.guard(output.declared.type, name)
        if not guard:
            self._body.put(f"{name} = ", value)
            return
        self._body.put("if ", all_of(guard), ":")
        with self._body.block():
            self._body.put(f"{name} = ", value)

    def _checked(self, node: ToolNode, tool: str, output: ToolOutput, value: Expr) -> Expr:
        """What the tool returned for an output, converted to the tool's type, then the node's."""
        if output.must_be_there:
            return self._checked_by("returned", node, tool, output, value)
        place = faults.OUTPUT_PLACE.format(title=output.title, node=node.name)
        value, known = self.converted(value, None, output.declared.type, place, output.title)
        return self.converted(value, known, output.type, place, output.title)[0]

    def _checked_by(
        self, helper: str, node: ToolNode, tool: str, output: ToolOutput, value: Expr
    ) -> Expr:
        """The same by a helper that tells a missing value (SEMANTICS 14)."""
        declared = output.declared.type
        convert = self._converters.function(declared, tool, output.title)
        texts = map(text_literal, (output.title, tool, node.name))
        checked = call(self._helpers.use(helper), convert, value, *texts)
        place = faults.OUTPUT_PLACE.format(title=output.title, node=node.name)
        return self.converted(checked, (declared,), output.type, place, output.title)[0]

    def _keep(
        self, node: ToolNode, tool: str, output: ToolOutput, variable: Variable | None, name: str
    ) -> None:
        """Convert what is in a temporary local, and keep it where it is read."""
        tests: tuple[Expr, ...] = ()
        if output.may_be_missing:
            tests = (f"{name} is not None",)
            self._temporaries[node.id, output.title] = name
        if variable is None:
            guard = self._converters.guard(output.declared.type, name, output.may_be_missing)
            tests = guard or tests
        value = self._checked(node, tool, output, name)
        if not tests:
            self._store((node.id, output.title), variable, value)
            return
        self._body.put("if ", all_of(tests), ":")
        with self._body.block():
            self._store((node.id, output.title), variable, value)

    def _store(self, output: Output, variable: Variable | None, value: Expr) -> None:
        self._body.put("" if variable is None else f"{variable.expr} = ", value)
        self._copy(output, variable)

    def _copy(self, output: Output, variable: Variable | None) -> None:
        if variable is not None:
            for copy in self._data.copies.get(output, ()):
                if not copy.written_twice:
                    self._body.put(f"{copy.expr} = {variable.expr}")

    def _copy_late(self, node: Node) -> None:
        """Write to each input that the node feeds more than once, the last edge last."""
        for output, copy in self._data.late_copies.get(node.id, ()):
            statement = f"{copy.expr} = {self._data.outputs[output].expr}"
            if output in self._temporaries:
                self._body.put(f"if {self._temporaries[output]} is not None:")
                with self._body.block():
                    self._body.put(statement)
            else:
                self._body.put(statement)

    def _one_of_outputs(self, node: ToolNode, tool: str, output: ToolOutput, result: str) -> None:
        """Take one of several outputs out of the mapping that the tool returned."""
        variable = self._stored(node, output.title)
        if output.must_be_there and output.default is None:
            value = self._checked_by("output", node, tool, output, result)
            self._store((node.id, output.title), variable, value)
            return
        taken = self._taken(tool, output, result)
        if output.may_be_missing:
            name = self._temporary(node, output, variable)
            self._body.put(f"{name} = ", taken)
            self._keep(node, tool, output, variable, name)
        else:
            value = self._checked(node, tool, output, taken)
            self._store((node.id, output.title), variable, value)

    def _taken(self, tool: str, output: ToolOutput, result: str) -> Expr:
        """The value under the output's title in the mapping, else the output's default."""
        texts = (text_literal(output.title), text_literal(tool))
        if output.default is None or isinstance(output.default.default, Absent):
            return call(self._helpers.use("take"), result, *texts)
        default = literal(output.default.default)
        return call(self._helpers.use("take_or"), result, *texts, default)

    def _stored(self, node: Node, title: str) -> Variable | None:
        """The local that an output is written to; None if nothing reads it."""
        output = (node.id, title)
        return self._data.outputs.get(output) if self._data.has_readers(output) else None

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
        titles = [
            title for title in self._flow.given[node.id] if self._data.has_readers((node.id, title))
        ]
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
                self._body.put(f"{variable.expr} = {part}")
            self._copy((node.id, title), variable)
        self._copy_late(node)

    def _flow_arguments(
        self, node: FlowNode, called: FlowFacts, names: FlowNames
    ) -> list[tuple[str, Expr]]:
        """The node's inputs, all converted to their own types before the first is converted to the
        subflow's, which does not look at them again."""
        given = {item.title: self.input(node, item) for item in by_title(node.inputs)}
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
            value, _ = self.converted(value, sources, flow_types[title], place, title)
            arguments.append((f"{names.parameters[title]}=", value))
        return arguments

    # Ends ---------------------------------------------------------------------------------------

    def start(self, node: StartNode) -> None:
        """Copy flow inputs to the variables that they are a source of."""
        for item in self._flow.inputs:
            output = (node.id, item.title)
            self._copy(output, self._data.outputs[output])
        self._copy_late(node)

    def end(self, node: EndNode) -> None:
        """Return the flow's outputs: the node's, and defaults where it lacks one (SEMANTICS 20)."""
        given: dict[str, Expr] = {}
        declared = {item.title for item in self._flow.outputs}
        for item in by_title(node.inputs):
            value, _ = self.input(node, item)
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
        value, sources = self._default(item)
        place = faults.OUTPUT_PLACE.format(title=item.title, node=node.name)
        return self.converted(value, sources, item.type, place, item.title)[0]


def input_place(node: Node, item: Property) -> str:
    """How errors name an input of a node."""
    return faults.INPUT_PLACE.format(title=item.title, node=node.name)
