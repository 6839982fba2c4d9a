"""The statements of ToolNodes: the call, then the checks of what it returned
(SEMANTICS 9 and 12 to 14)."""

from __future__ import annotations

from flowc import faults
from flowc.ir.nodes import ToolNode
from flowc.ir.types import NULL
from flowc.ir.values import Absent
from flowc.names import parameter_name
from flowc.python.callingcode import CallingCode
from flowc.python.dataflow import tidy
from flowc.python.facts import ToolOutput
from flowc.python.layout import Expr, all_of, call
from flowc.python.literals import literal, text_literal
from flowc.python.reading import input_place
from flowc.python.writing import Writing


class ToolCode:
    """Writes the statements of one flow's ToolNodes into a body."""

    def __init__(self, writing: Writing) -> None:
        self._flow = writing.flow
        self._reading = writing.reading
        self._storing = writing.storing
        self._converters = writing.converters
        self._results = writing.results
        self._helpers = writing.helpers
        self._calling = CallingCode(writing)
        self._locals = writing.locals_
        self._body = writing.body

    def write(self, node: ToolNode) -> None:
        """Call the tool, check what it returned, keep it where it is read."""
        called = self._calling.call(node, self._arguments(node))
        outputs = self._flow.tool_outputs(node)
        if not outputs:
            self._body.put("", called)
        elif len(outputs) == 1:
            self._only_output(node, outputs[0], called)
        else:
            self._several_outputs(node, outputs, called)
        self._storing.copy_late(node)

    def _arguments(self, node: ToolNode) -> list[tuple[str, Expr]]:
        """The tool's parameters with their values: of the node's type, then of the tool's."""
        tool = self._flow.module.tool(node)
        arguments: list[tuple[str, Expr]] = []
        for item, value, sources in self._reading.all(node):
            declared = item if tool.inputs is None else tool.input(item.title)
            if declared is not None:
                place = input_place(node, item)
                value, _ = self._reading.converted(value, sources, declared.type, place, item.title)
                arguments.append((parameter_name(item.title), value))
            elif not isinstance(value, str):
                self._body.put("", value)
        return arguments

    # One output: the result itself --------------------------------------------------------------

    def _only_output(self, node: ToolNode, output: ToolOutput, called: Expr) -> None:
        key = (node.id, output.title)
        variable = self._storing.variable(key)
        if not self._is_looked_at(node, output):
            self._storing.store(key, called)
        elif variable is not None and self._storing.is_straight(key):
            self._fill(node, output, variable.expr, called)
        elif variable is not None and not variable.unset and self._can_hold_raw(output):
            self._body.put(f"{variable.expr} = ", called)
            self._check_in_place(node, output, variable.expr)
            self._storing.copy(key)
        else:
            name = self._temporary(node, output)
            self._body.put(f"{name} = ", called)
            self._keep(node, output, name)

    def _is_looked_at(self, node: ToolNode, output: ToolOutput) -> bool:
        """Whether anything is to be done with a result before it is kept."""
        declared = output.declared.type
        return (
            self._results.is_nothing_an_error(node, output)
            or (output.may_be_missing and self._is_kept((node.id, output.title)))
            or self._converters.is_needed(self._results.given(node, output), declared)
            or self._converters.is_needed((declared,), output.type)
        )

    def _fill(self, node: ToolNode, output: ToolOutput, name: str, value: Expr) -> None:
        """Put a result into a local that says by None that there is no value, as the tool does."""
        self._body.put(f"{name} = ", value)
        if not self._results.is_trusted(node, output):
            guard = self._converters.guard(output.declared.type, name, True)
            checked = self._checked(node, output, name)
            self._convert_in_place(name, checked, guard or (f"{name} is not None",))

    def _is_kept(self, key: tuple[str, str]) -> bool:
        return self._storing.variable(key) is not None or self._storing.is_copied(key)

    def _can_hold_raw(self, output: ToolOutput) -> bool:
        """Whether the local may hold the result before it is checked: if the check is one
        conversion, and there is always a value."""
        is_there = not output.may_be_missing and output.type != NULL
        return is_there and self._results.is_one_conversion(output)

    def _temporary(self, node: ToolNode, output: ToolOutput) -> str:
        """A local for a result that is not kept, or not before it is checked."""
        if self._storing.variable((node.id, output.title)) is not None:
            return self._locals.unique(tidy(f"new_{output.title}"))
        is_only = len(self._flow.tool_outputs(node)) == 1
        return self._locals.unique(tidy(node.name if is_only else f"{node.name}_{output.title}"))

    def _check_in_place(self, node: ToolNode, output: ToolOutput, name: str) -> None:
        guard = self._converters.guard(output.declared.type, name)
        self._convert_in_place(name, self._checked(node, output, name), guard)

    def _convert_in_place(self, name: str, value: Expr, guard: tuple[Expr, ...]) -> None:
        """Convert what is in a local, if it does not fit already."""
        if not guard:
            self._body.put(f"{name} = ", value)
            return
        self._body.put("if ", all_of(guard), ":")
        with self._body.block():
            self._body.put(f"{name} = ", value)

    def _require_value(self, node: ToolNode, output: ToolOutput, name: str) -> None:
        """Raise an error if the tool returned nothing (SEMANTICS 14)."""
        self._body.put(f"if {name} is None:")
        with self._body.block():
            tool = self._flow.module.tool(node).name
            texts = map(text_literal, (output.title, tool))
            self._body.put("raise ", call(self._helpers.use("nothing"), *texts))

    def _keep(self, node: ToolNode, output: ToolOutput, name: str) -> None:
        """Convert what is in a temporary local, and keep it where it is read."""
        key = (node.id, output.title)
        variable = self._storing.variable(key)
        if output.may_be_missing:
            self._keep_if_there(node, output, name)
        elif variable is not None and variable.unset and self._can_hold_raw(output):
            # Checked in the temporary: of one that may be unset, a type checker would go on to
            # think that.
            self._check_in_place(node, output, name)
            self._storing.store(key, name)
        else:
            results = self._results
            if results.is_nothing_an_error(node, output) and results.is_trusted(node, output):
                self._require_value(node, output, name)
            self._store(node, output, self._checked(node, output, name))

    def _keep_if_there(self, node: ToolNode, output: ToolOutput, name: str) -> None:
        """The same, if there is a value (SEMANTICS 14)."""
        key, test = (node.id, output.title), f"{name} is not None"
        value = self._checked(node, output, name)
        if not self._is_kept(key):
            guard: tuple[Expr, ...] = ()
            if self._results.is_one_conversion(output):
                guard = self._converters.guard(output.declared.type, name, True)
            self._body.put("if ", all_of(guard or (test,)), ":")
            with self._body.block():
                self._body.put("", value)
            return
        self._body.put(f"if {test}:")
        with self._body.block():
            guard = self._converters.guard(output.declared.type, name)
            if guard and value != name and self._results.is_one_conversion(output):
                self._convert_in_place(name, value, guard)
                value = name
            self._storing.store_maybe(key, value, test)

    def _store(self, node: ToolNode, output: ToolOutput, value: Expr) -> None:
        """Keep a checked value. Of one that can only be null a type checker sees no more than that
        it is an object, so what is kept is `None`."""
        key = (node.id, output.title)
        if output.type == NULL and self._storing.variable(key) is not None:
            self._body.put("", value)
            value = "None"
        self._storing.store(key, value)

    # Several outputs: taken out of a mapping ----------------------------------------------------

    def _several_outputs(
        self, node: ToolNode, outputs: tuple[ToolOutput, ...], called: Expr
    ) -> None:
        result = ""
        if any(self._is_taken_out(node, output) for output in outputs):
            result = self._locals.unique(tidy(node.name))
        self._body.put(f"{result} = " if result else "", called)
        for output in outputs:
            if self._results.is_trusted(node, output):
                self._one_of_trusted(node, output, result)
            else:
                self._one_of_outputs(node, output, result)

    def _is_taken_out(self, node: ToolNode, output: ToolOutput) -> bool:
        """Whether the mapping is looked at for an output, if only to see that it is there."""
        if not self._results.is_trusted(node, output) or self._is_looked_at(node, output):
            return True
        return self._is_kept((node.id, output.title)) and output.type != NULL

    def _one_of_trusted(self, node: ToolNode, output: ToolOutput, result: str) -> None:
        if not self._is_taken_out(node, output):
            self._storing.store((node.id, output.title), "None")
            return
        taken = self._taken_as_declared(node, output, result)
        if not self._is_looked_at(node, output):
            self._storing.store((node.id, output.title), taken)
            return
        variable = self._storing.variable((node.id, output.title))
        if variable is not None and self._storing.is_straight((node.id, output.title)):
            self._fill(node, output, variable.expr, taken)
            return
        name = self._temporary(node, output)
        self._body.put(f"{name} = ", taken)
        self._keep(node, output, name)

    def _one_of_outputs(self, node: ToolNode, output: ToolOutput, result: str) -> None:
        key = (node.id, output.title)
        variable = self._storing.variable(key)
        if not self._is_kept(key) and not self._is_looked_at(node, output):
            self._body.put("", self._taken(node, output, result))
            return
        if output.may_be_missing:
            name = self._temporary(node, output)
            self._body.put(f"{name} = ", self._taken(node, output, result))
            self._keep(node, output, name)
            return
        if output.must_be_there and output.default is None:
            value = self._checked_by("output", node, output, result)
        else:
            value = self._checked(node, output, self._taken(node, output, result))
        if variable is not None and variable.unset and output.type != NULL:
            name = self._temporary(node, output)
            self._body.put(f"{name} = ", value)
            value = name
        self._store(node, output, value)

    def _taken(self, node: ToolNode, output: ToolOutput, result: str) -> Expr:
        """The value under the output's title in the mapping, else the output's default."""
        tool = self._flow.module.tool(node).name
        texts = (text_literal(output.title), text_literal(tool))
        if output.default is None or isinstance(output.default.default, Absent):
            return call(self._helpers.use("take"), result, *texts)
        default = literal(output.default.default)
        return call(self._helpers.use("take_or"), result, *texts, default)

    def _taken_as_declared(self, node: ToolNode, output: ToolOutput, result: str) -> Expr:
        """The same of a mapping that is trusted, for a type checker of the declared type."""
        if output.default is None:
            return f"{result}[{text_literal(output.title)}]"
        taken = self._taken(node, output, result)
        tool = self._flow.module.tool(node).name
        return self._converters.cast(output.declared.type, taken, tool, output.title)

    # Checks -------------------------------------------------------------------------------------

    def _checked(self, node: ToolNode, output: ToolOutput, value: Expr) -> Expr:
        """What the tool returned for an output, converted to the tool's type, then the node's."""
        declared, place = output.declared.type, self._place(node, output)
        given = self._results.given(node, output)
        if output.must_be_there and given is None:
            return self._checked_by("returned", node, output, value)
        value, known = self._reading.converted(value, given, declared, place, output.title)
        return self._reading.converted(value, known, output.type, place, output.title)[0]

    def _checked_by(self, helper: str, node: ToolNode, output: ToolOutput, value: Expr) -> Expr:
        """The same by a helper that tells a missing value (SEMANTICS 14)."""
        declared, tool = output.declared.type, self._flow.module.tool(node).name
        convert = self._converters.function(declared, tool, output.title)
        texts = map(text_literal, (output.title, tool))
        checked = call(self._helpers.use(helper), convert, value, *texts)
        place = self._place(node, output)
        return self._reading.converted(checked, (declared,), output.type, place, output.title)[0]

    def _place(self, node: ToolNode, output: ToolOutput) -> str:
        tool = self._flow.module.tool(node).name
        return faults.TOOL_OUTPUT_PLACE.format(title=output.title, tool=tool)
