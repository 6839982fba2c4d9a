"""The functions of flows: signature, checks of the inputs, statements, the handler of errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flowc.ir.nodes import BranchingNode, EndNode, Node, StartNode
from flowc.ir.values import Absent
from flowc.names import SERVICES, Namer
from flowc.python.annotations import Annotations
from flowc.python.body import Body
from flowc.python.bodyimports import body_imports, in_form, overheard
from flowc.python.choice import Choices
from flowc.python.constants import Constants
from flowc.python.controlcode import ControlCode
from flowc.python.conversion import Converters
from flowc.python.dataflow import Dataflow
from flowc.python.facts import FlowFacts, ModuleFacts
from flowc.python.helpers import FIXED, Helpers
from flowc.python.inputcode import InputCode
from flowc.python.layout import Expr, Group, call, one_line
from flowc.python.literals import docstring, literal, text_literal
from flowc.python.modulescope import FlowNames, ModuleScope, type_name
from flowc.python.nodecode import NodeCode
from flowc.python.plan import Checks, FunctionPlan, Lines
from flowc.python.runcode import RunCode
from flowc.python.signatures import Signatures, signature
from flowc.python.structure import structure
from flowc.python.toolresults import ToolResults
from flowc.python.toolset import Toolset
from flowc.python.variables import Variable
from flowc.records import dataclass

_MAX_PASSES = 8
"""How often ways that no value takes are looked for: without one, fewer values may be left."""


@dataclass(frozen=True, slots=True)
class FunctionHead:
    """The name of a flow's function, what it returns, what it is for."""

    name: str
    returns: str
    description: str | None


@dataclass(frozen=True, slots=True)
class _Prepared:
    locals_: Namer
    data: Dataflow
    variables: list[Variable]
    nodes: NodeCode
    choices: Choices


class FlowCode:
    """Writes the functions of the flows of one module.

    `signatures` are what they take; `nodes` are the nodes whose lines carry a number, in the order
    of the numbers.
    """

    def __init__(
        self,
        facts: ModuleFacts,
        scope: ModuleScope,
        annotations: Annotations,
        converters: Converters,
        helpers: Helpers,
        async_: bool,
        checks: Checks,
    ) -> None:
        self._facts = facts
        self._scope = scope
        self._annotations = annotations
        self._converters = converters
        self._helpers = helpers
        self._async = async_
        self._def = "async def " if async_ else "def "
        self.await_ = "await " if async_ else ""
        self._constants = Constants(scope)
        self._toolset = Toolset(facts, scope, self._constants, helpers, async_, checks)
        self.signatures = Signatures(scope, annotations, helpers, async_)
        self.signatures.all_tools = self._toolset.all_tools
        self._inputs = InputCode(converters, helpers)
        self._output_names: dict[str, str] = {}
        self.nodes: list[Node] = []

    def flow(self, id_: str) -> FlowNames:
        """The names of a flow's functions."""
        return self._scope.flows[id_]

    @property
    def constants(self) -> list[Lines]:
        """The module's statements that the functions refer to."""
        return self._constants.lines

    @property
    def all_tools(self) -> str:
        """The name of the Protocol of complete tools, "" if `Tools` always are."""
        return self._toolset.all_tools

    def imported(self, module: str, name: str = "") -> str:
        """The name under which the module has `name` of another module, or that module."""
        return self._scope.imported(module, name)

    def runtime(self, function: str) -> str:
        """The name of a function of `flowc.runtime`, in the form that this module calls."""
        return self._scope.imported(*in_form(function, self._async))

    def overheard(self) -> str:
        """The name of the class of a user that a part of a Parallel node speaks to."""
        return self._scope.imported(*overheard(self._async))

    def json(self, wanted: str, value: Mapping[str, Any]) -> str:
        """The name of a constant that is a JSON object."""
        return self._constants.json(wanted, value)

    def text(self, wanted: str, text: str) -> Expr:
        """A text, or the name of a constant that is a long one."""
        return self._constants.text(wanted, text)

    @property
    def contexts(self) -> str:
        """The parameter that has the contexts of a flow's calls."""
        return self._scope.contexts

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
            # By the function's name: a class, unlike a function, cannot have a docstring with half
            # of a surrogate pair.
            about = f"What the flow {self._scope.flows[id_].outputs} gives."
            doc = docstring(about, 1) if not fields else ()
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
            body = Body()
            self._inputs.fill_defaults(flow, names, body)
            self._handled_statements(flow, names, body)
            head = FunctionHead(names.body, own.returns, None)
            yield self._function(head, self.signatures.private(flow), body)

    def _main(self, flow: FlowFacts, head: FunctionHead) -> FunctionPlan:
        """The public function that checks tools and inputs and then runs the flow: its code stands
        here, or in the private function that other flows call."""
        names = self._scope.flows[flow.flow.id]
        body = Body()
        if names.body != head.name:
            body.put("return ", self._checked_run(flow, names, body))
        else:
            self._toolset.require(flow, body)
            self._inputs.check(flow, names, body)
            statements = Body()
            if self._handled_statements(flow, names, statements).makes_contexts:
                body.put(f"{self.contexts} = ", self.signatures.new_contexts())
            body.lines += statements.lines
        return self._function(head, self.signatures.public(flow), body)

    def _checked_run(self, flow: FlowFacts, names: FlowNames, body: Body) -> Expr:
        """Check tools and inputs; the call of the private function."""
        tools = self._toolset.require(flow, body)
        self._inputs.check(flow, names, body)
        new_contexts = self.signatures.new_contexts() if flow.makes_contexts else ""
        passed = self.signatures.passed_down(flow, new_contexts, tools)
        return Group(self.await_ + names.body, (*_inputs_passed(names), *passed))

    def _wrapper(self, flow: FlowFacts, own: FunctionHead, other: FunctionHead) -> FunctionPlan:
        """The public function that only calls the other one, unless a parameter hides it: then the
        private one."""
        names = self._scope.flows[flow.flow.id]
        body = Body()
        parameters = names.parameters.values()
        if own.name in parameters:
            called = self._checked_run(flow, names, body)
        else:
            passed = (*_inputs_passed(names), *self.signatures.all_passed_on(flow))
            called = Group(self.await_ + own.name, passed)
        if flow.has_branches:
            outputs = Namer(parameters).unique("outputs")
            body.put(f"_, {outputs} = ", called)
            body.put(f"return {outputs}")
        else:
            body.put(f"return {text_literal(flow.branches[0])}, ", called)
        return self._function(other, self.signatures.public(flow), body)

    def _function(self, head: FunctionHead, parameters: list[str], body: Body) -> FunctionPlan:
        return FunctionPlan(
            signature(self._def + head.name, parameters, head.returns),
            docstring(head.description, 1),
            tuple(body.lines),
        )

    def run_functions(self, id_: str) -> Iterator[FunctionPlan]:
        """`run` and `run_outcome` for the root flow."""
        flow = self._facts.flows[id_]
        code = RunCode(self.signatures, self._toolset, self._helpers, self._async)
        return code.functions(flow, self._scope.flows[id_], self.output_type(flow))

    # The body -----------------------------------------------------------------------------------

    def _handled_statements(self, flow: FlowFacts, names: FlowNames, body: Body) -> FlowFacts:
        """The flow's statements, with the handler that notes where an error comes from. The flow
        without the ways that no value takes."""
        if all(
            isinstance(node, StartNode) or (isinstance(node, EndNode) and not node.inputs)
            for node in flow.nodes
        ):
            return self._statements(flow, names, body)
        body.put("try:")
        with body.block():
            used = self._statements(flow, names, body)
        body.put(f"except Exception as {names.error}:")
        with body.block():
            name = self._helpers.use("add_note")
            body.put("", call(name, names.error, text_literal(flow.flow.name)))
            body.put("raise")
        return used

    def _statements(self, flow: FlowFacts, names: FlowNames, body: Body) -> FlowFacts:
        numbers = {}
        for node in flow.nodes:
            numbers[node.id] = len(self.nodes)
            self.nodes.append(node)
        prepared = self._prepared(flow, names, body)
        used = flow
        for _ in range(_MAX_PASSES):
            flow, choices = used, prepared.choices
            used = flow.without_ways(choices.ways).past(choices.passed())
            if used is flow:
                break
            prepared = self._prepared(used, names, body)
        for node in used.nodes:
            if isinstance(node, BranchingNode) and prepared.choices.is_settled(node):
                prepared.data.forget(node.id, node.inputs[0].title)
        for variable in prepared.variables:
            if prepared.data.is_used(variable):
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
        shape = structure(used.graph, prepared.choices.ways, ends.__contains__)
        prepared.nodes.reading.is_in_order = not shape.states
        control.write(shape)
        if shape.states or prepared.nodes.storing.tests_again:
            self._helpers.seems_unbound = True
        return used

    def _prepared(self, flow: FlowFacts, names: FlowNames, body: Body) -> _Prepared:
        """Everything that a flow's statements need, with the names of its locals."""
        locals_ = Namer((*SERVICES, *names.parameters.values(), *self._reserved(flow)))
        results = ToolResults(flow, self._converters)
        data = Dataflow(flow, names.parameters, results)
        variables = data.name_variables(locals_)
        nodes = NodeCode(flow, data, results, self._converters, self._helpers, self, locals_, body)
        nodes.name_results()
        choices = Choices(flow, nodes, self._converters, self._helpers)
        return _Prepared(locals_, data, variables, nodes, choices)

    def _begin(self, flow: FlowFacts, variable: Variable, body: Body) -> None:
        """Give a variable what it holds before a source has run, where that can be read."""
        if variable.is_parameter or variable.expr == "None":
            return
        annotation = self._annotations.of_any(variable.types, flow.flow.name, variable.wanted)
        if variable.none_is_unset:
            beginning = "" if variable.is_always_written else " = None"
            body.put(f"{variable.expr}: {annotation} | None{beginning}")
        elif variable.unset:
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
        yield from (self._scope.prefix + name for name in FIXED)
        yield from (self._scope.flows[sub.flow.id].body for sub in flow.subflows)
        yield from (self._scope.import_name(*it) for it in body_imports(flow, self._async))
        if flow.makes_contexts:
            yield self.contexts
        yield self._scope.flows[flow.flow.id].error


def _inputs_passed(names: FlowNames) -> list[tuple[str, Expr]]:
    return [(f"{name}=", name) for name in names.parameters.values()]
