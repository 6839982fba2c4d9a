"""The functions of flows: signature, checks of the inputs, statements, the handler of errors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flowc import faults
from flowc.ir.defaults import in_form
from flowc.ir.nodes import EndNode, Node, StartNode
from flowc.ir.types import Property
from flowc.ir.values import Absent, Json
from flowc.names import SERVICES, Namer, function_name
from flowc.python.annotations import Annotations
from flowc.python.body import Body
from flowc.python.choice import Choices
from flowc.python.controlcode import ControlCode
from flowc.python.conversion import Converters
from flowc.python.dataflow import Dataflow, Variable
from flowc.python.facts import FlowFacts, ModuleFacts
from flowc.python.helpers import HELPERS, NAMES, Helpers
from flowc.python.layout import Expr, Group, all_of, call, lay_out, one_line
from flowc.python.literals import docstring, literal, text_literal, tuple_of
from flowc.python.modulescope import FlowNames, ModuleScope, type_name
from flowc.python.needless import settled
from flowc.python.nodecode import NodeCode
from flowc.python.plan import FunctionPlan, Lines
from flowc.python.structure import structure

_MAX_PASSES = 8
"""How often ways that no value takes are looked for: without one, fewer values may be left."""
MAX_STEPS = "max_steps: int | None = None"


@dataclass(frozen=True, slots=True)
class FunctionHead:
    """The name of a flow's function, what it returns, what it is for."""

    name: str
    returns: str
    description: str | None


@dataclass(frozen=True, slots=True)
class _Prepared:
    locals_: Namer
    variables: list[Variable]
    nodes: NodeCode
    choices: Choices


class FlowCode:
    """Writes the functions of the flows of one module.

    `constants` are the module's statements that the functions refer to; `nodes` are the nodes whose
    lines carry a number, in the order of the numbers.
    """

    def __init__(
        self,
        facts: ModuleFacts,
        scope: ModuleScope,
        annotations: Annotations,
        converters: Converters,
        helpers: Helpers,
        async_: bool,
    ) -> None:
        self._facts = facts
        self._scope = scope
        self._annotations = annotations
        self._converters = converters
        self._helpers = helpers
        self._def = "async def " if async_ else "def "
        self.await_ = "await " if async_ else ""
        self._tool_constants: dict[tuple[str, ...], str] = {}
        self._output_names: dict[str, str] = {}
        self.constants: list[Lines] = []
        self.nodes: list[Node] = []

    def flow(self, id_: str) -> FlowNames:
        """The names of a flow's functions."""
        return self._scope.flows[id_]

    def imported(self, module: str, name: str = "") -> str:
        """The name under which the module has `name` of a standard module, or that module."""
        return self._scope.imported(module, name)

    def output_type(self, flow: FlowFacts) -> str:
        """The name of the TypedDict of a flow's outputs, defined when first asked for."""
        id_ = flow.flow.id
        if id_ not in self._output_names:
            name = self._scope.public(type_name(flow.flow.name, "outputs"))
            self._output_names[id_] = name
            fields = [
                (
                    item.title,
                    self._annotations.of_any(
                        flow.output_types[item.title], flow.flow.name, item.title
                    ),
                    True,
                )
                for item in flow.outputs
            ]
            doc = docstring(f"What the flow {flow.flow.name} gives.", 1) if not fields else ()
            self._annotations.typed_dict(name, fields, doc)
        return self._output_names[id_]

    # Functions ----------------------------------------------------------------------------------

    def functions(self, id_: str) -> Iterator[FunctionPlan]:
        """The functions of a flow: outputs, outcome, and the private body if there is one."""
        flow, names = self._facts.flows[id_], self._scope.flows[id_]
        outputs = self.output_type(flow)
        outcome = f"tuple[str, {outputs}]"
        first = FunctionHead(names.outputs, outputs, flow.flow.description)
        second = FunctionHead(
            names.outcome, outcome, f"Like {names.outputs}, with the branch that the flow ended in."
        )
        own, other = (second, first) if flow.has_branches else (first, second)
        functions = [self._main(flow, own), self._wrapper(flow, own, other)]
        yield from reversed(functions) if flow.has_branches else functions
        if names.body != own.name:
            head = FunctionHead(names.body, own.returns, None)
            yield self._function(flow, head, self._body(flow))

    def _main(self, flow: FlowFacts, head: FunctionHead) -> FunctionPlan:
        """The public function that checks tools and inputs and then runs the flow: its code stands
        here, or in the private function that other flows call."""
        names = self._scope.flows[flow.flow.id]
        body = Body()
        self._require(flow, body)
        for item in flow.inputs:
            self._check_input(flow, item, names, body)
        if names.body == head.name:
            self._handled_statements(flow, names, body)
        else:
            body.put("return ", self._call(flow, names.body))
        return self._function(flow, head, body)

    def _wrapper(self, flow: FlowFacts, own: FunctionHead, other: FunctionHead) -> FunctionPlan:
        """The public function that only calls the other one."""
        names = self._scope.flows[flow.flow.id]
        body = Body()
        parameters = names.parameters.values()
        if own.name in parameters:
            # A parameter hides that function here, but not the private one.
            self._require(flow, body)
            for item in flow.inputs:
                self._check_input(flow, item, names, body)
        called = self._call(flow, names.body if own.name in parameters else own.name)
        if flow.has_branches:
            outputs = Namer(parameters).unique("outputs")
            body.put(f"{'__' if '_' in parameters else '_'}, {outputs} = ", called)
            body.put(f"return {outputs}")
        else:
            body.put(f"return {text_literal(flow.branches[0])}, ", called)
        return self._function(flow, other, body)

    def _call(self, flow: FlowFacts, function: str) -> Group:
        """A call with the parameters of the function that it stands in."""
        names = self._scope.flows[flow.flow.id].parameters.values()
        arguments: list[tuple[str, Expr]] = [(f"{name}=", name) for name in (*names, "tools")]
        if flow.takes_max_steps:
            arguments.append(("max_steps=", "max_steps"))
        return Group(self.await_ + function, tuple(arguments))

    def _function(self, flow: FlowFacts, head: FunctionHead, body: Body) -> FunctionPlan:
        names = self._scope.flows[flow.flow.id]
        parameters = [self._parameter(flow, item, names) for item in flow.inputs]
        parameters.append("tools: Tools")
        if flow.takes_max_steps:
            parameters.append(MAX_STEPS)
        return FunctionPlan(
            signature(self._def + head.name, ["*", *parameters], head.returns),
            docstring(head.description, 1),
            tuple(body.lines),
        )

    def _parameter(self, flow: FlowFacts, item: Property, names: FlowNames) -> str:
        name = names.parameters[item.title]
        annotation = self._annotations.of(item.type, flow.flow.name, item.title)
        if isinstance(item.default, Absent):
            return f"{name}: {annotation}"
        default = in_form(item.default, item.type)
        if _is_plain(default) and settled(default, item.type):
            return f"{name}: {annotation} = {one_line(literal(default))}"
        unset = self._helpers.unset
        return f"{name}: {annotation} | {self._helpers.use('unset')} = {unset}"

    # The body -----------------------------------------------------------------------------------

    def _body(self, flow: FlowFacts) -> Body:
        """The code of the private function, whose callers have converted the inputs."""
        names = self._scope.flows[flow.flow.id]
        body = Body()
        for item in flow.inputs:
            if self._is_sentinel(item):
                self._fill_default(flow, item, names.parameters[item.title], body)
        self._handled_statements(flow, names, body)
        return body

    def _handled_statements(self, flow: FlowFacts, names: FlowNames, body: Body) -> None:
        """The flow's statements, with the handler that notes where an error comes from."""
        if all(
            isinstance(node, StartNode) or (isinstance(node, EndNode) and not node.inputs)
            for node in flow.nodes
        ):
            self._statements(flow, names, body)
            return
        body.put("try:")
        with body.block():
            self._statements(flow, names, body)
        body.put("except Exception as error:")
        with body.block():
            name = self._helpers.use("add_note")
            body.put("", call(name, "error", text_literal(flow.flow.name)))
            body.put("raise")

    def _fill_default(
        self, flow: FlowFacts, item: Property, name: str, body: Body, otherwise: str = ""
    ) -> None:
        """Put the default that is made anew in the place of an input that was not given."""
        assert not isinstance(item.default, Absent)
        default = in_form(item.default, item.type)
        made: Expr = literal(default)
        if not settled(default, item.type):
            made = self._converted_input(flow, item, made)
        unset = self._helpers.use("unset")
        test = f"if isinstance({name}, {unset}) else {otherwise or name}"
        body.put(f"{name} = {one_line(made)} {test}")

    def _converted_input(self, flow: FlowFacts, item: Property, value: Expr) -> Expr:
        place = faults.FLOW_INPUT_PLACE.format(title=item.title, flow=flow.flow.name)
        return self._converters.convert(value, item.type, place, flow.flow.name, item.title)

    def _check_input(self, flow: FlowFacts, item: Property, names: FlowNames, body: Body) -> None:
        """Convert a flow input, its default too (SEMANTICS 9)."""
        name = names.parameters[item.title]
        if not self._converters.is_needed(None, item.type):
            if self._is_sentinel(item):
                self._fill_default(flow, item, name, body)
            return
        value = self._converted_input(flow, item, name)
        if self._is_sentinel(item):
            self._fill_default(flow, item, name, body, one_line(value))
            return
        guard = self._converters.guard(item.type, name)
        if not guard:
            body.put(f"{name} = ", value)
            return
        body.put("if ", all_of(guard), ":")
        with body.block():
            body.put(f"{name} = ", value)

    def _is_sentinel(self, item: Property) -> bool:
        if isinstance(item.default, Absent):
            return False
        default = in_form(item.default, item.type)
        return not (_is_plain(default) and settled(default, item.type))

    def _statements(self, flow: FlowFacts, names: FlowNames, body: Body) -> None:
        numbers = {}
        for node in flow.nodes:
            numbers[node.id] = len(self.nodes)
            self.nodes.append(node)
        prepared = self._prepared(flow, names, body)
        used = flow
        for _ in range(_MAX_PASSES):
            flow, used = used, used.without_ways(prepared.choices.ways)
            if used is flow:
                break
            prepared = self._prepared(used, names, body)
        for variable in prepared.variables:
            self._begin(used, variable, body)
        control = ControlCode(
            used,
            prepared.nodes,
            prepared.choices,
            self._helpers,
            prepared.locals_,
            body,
            numbers,
        )
        ends = {node.id for node in used.nodes if isinstance(node, EndNode)}
        control.write(structure(used.graph, prepared.choices.ways, ends.__contains__))

    def _prepared(self, flow: FlowFacts, names: FlowNames, body: Body) -> _Prepared:
        """Everything that a flow's statements need, with the names of its locals."""
        locals_ = Namer((*SERVICES, *names.parameters.values(), *self._reserved(flow)))
        data = Dataflow(flow, names.parameters)
        variables = data.name_variables(locals_)
        nodes = NodeCode(flow, data, self._converters, self._helpers, self, locals_, body)
        nodes.name_results()
        choices = Choices(flow, nodes, self._converters, self._helpers)
        return _Prepared(locals_, variables, nodes, choices)

    def _begin(self, flow: FlowFacts, variable: Variable, body: Body) -> None:
        """Give a variable what it holds before a source has run, where that can be read."""
        if variable.is_parameter or variable.expr == "None":
            return
        annotation = self._annotations.of_any(variable.types, flow.flow.name, variable.wanted)
        if variable.unset:
            unset = self._helpers.unset
            body.put(f"{variable.expr}: {annotation} | {self._helpers.name('unset')} = {unset}")
        elif not isinstance(variable.default, Absent):
            text = one_line(literal(variable.default))
            inferred = type(variable.default).__name__
            colon = "" if annotation == inferred else f": {annotation}"
            body.put(f"{variable.expr}{colon} = ", text)
        elif variable.declared and len(variable.types) > 1:
            body.put(f"{variable.expr}: {annotation}")

    def _reserved(self, flow: FlowFacts) -> Iterator[str]:
        """The names of the module that the flow's code may use: no local may hide them."""
        yield from (self._scope.prefix + NAMES.get(name, name) for name in HELPERS)
        yield self._scope.prefix + NAMES["UNSET"]
        yield from (self._scope.flows[sub.flow.id].body for sub in flow.subflows)
        yield "error"

    # Tools and the root -------------------------------------------------------------------------

    def _require(self, flow: FlowFacts, body: Body) -> None:
        """One look for all tools, before the first node (SEMANTICS 17)."""
        names = tuple(function_name(name) for name in self._facts.tools_below(flow))
        if not names:
            return
        if names not in self._tool_constants:
            wanted = f"{flow.flow.name}_tools" if self._tool_constants else "tools"
            constant = self._scope.private(wanted).upper()
            self._tool_constants[names] = constant
            self.constants.append(tuple(lay_out(f"{constant} = ", tuple_of(names))))
        body.put("", call(self._helpers.use("require"), "tools", self._tool_constants[names]))

    def run_functions(self, id_: str) -> Iterator[FunctionPlan]:
        """`run` and `run_outcome` for the root flow (SEMANTICS 18)."""
        flow, names = self._facts.flows[id_], self._scope.flows[id_]
        outputs = self.output_type(flow)
        signature_of = ["inputs: object = None", "*", "tools: Tools", MAX_STEPS]
        about = (
            f"Run {flow.flow.name}. The inputs are a mapping, text that is a JSON object, or a "
            "list of name and value items."
        )
        run = Body()
        called = f"{self.await_}run_outcome(inputs, tools=tools, max_steps=max_steps)"
        run.put(f"return ({called})[1]" if self.await_ else f"return {called}[1]")
        yield FunctionPlan(
            signature(f"{self._def}run", signature_of, outputs),
            docstring(about, 1),
            tuple(run.lines),
        )
        body = Body()
        self._require(flow, body)
        passed: list[tuple[str, Expr]] = [("", "**arguments"), ("tools=", "tools")]
        if flow.takes_max_steps:
            passed.append(("max_steps=", "max_steps"))
        parameters = Group(
            "",
            tuple(
                (f"{text_literal(title)}: ", text_literal(name))
                for title, name in names.parameters.items()
            ),
            "{}",
        )
        required = [item.title for item in flow.inputs if not item.has_default]
        arguments = call(
            self._helpers.use("arguments"),
            "inputs",
            text_literal(flow.flow.name),
            parameters,
            tuple_of(required),
        )
        body.put("arguments = ", arguments)
        body.put("return ", Group(self.await_ + names.outcome, tuple(passed)))
        yield FunctionPlan(
            signature(f"{self._def}run_outcome", signature_of, f"tuple[str, {outputs}]"),
            docstring("Like run, with the branch that the flow ended in.", 1),
            tuple(body.lines),
        )


def signature(head: str, parameters: list[str], returns: str) -> Lines:
    """The lines of `def`."""
    group = Group(head, tuple(("", parameter) for parameter in parameters))
    return tuple(lay_out("", group, f" -> {returns}:"))


def _is_plain(value: Json) -> bool:
    """Whether one object may serve all calls as a default: lists and dicts may not."""
    return not isinstance(value, (list, dict, tuple))
