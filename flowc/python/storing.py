"""The statements that keep a node's outputs where its takers read them (SEMANTICS 4)."""

from __future__ import annotations

from flowc.ir.nodes import Node
from flowc.names import Namer
from flowc.python.body import Body
from flowc.python.dataflow import Dataflow, tidy
from flowc.python.layout import Expr
from flowc.python.reaching import Output
from flowc.python.variables import Variable


class Storing:
    """Writes what one flow's nodes give."""

    def __init__(self, data: Dataflow, locals_: Namer, body: Body) -> None:
        self._data = data
        self._locals = locals_
        self._body = body
        self._maybe: dict[Output, tuple[str, str]] = {}
        self.tests_again = False
        """Whether a local is read under the same test under which it was written, which type
        checkers do not see."""

    def variable(self, output: Output) -> Variable | None:
        """The local that an output is written to; None if nothing reads it, or if it can only be
        null, which is read as `None`."""
        found = self._data.outputs.get(output)
        if found is None or not self._data.has_readers(output) or found.expr == "None":
            return None
        return found

    def store(self, output: Output, value: Expr) -> None:
        """Write an output that there is. One that nothing reads is worked out all the same."""
        variable = self.variable(output)
        if variable is not None:
            self._body.put(f"{variable.expr} = ", value)
        elif not (isinstance(value, str) and value.isidentifier()):
            self._body.put("", value)
        self.copy(output)

    def store_maybe(self, output: Output, value: Expr, test: str) -> None:
        """Write an output inside an `if` with that test; what is copied after all outputs are
        there takes its value from a local of its own, which is never unset."""
        variable = self.variable(output)
        late = any(other == output for other, _ in self._late_copies(output[0]))
        if variable is None or not late:
            self.store(output, value)
            name = "" if variable is None else variable.expr
        else:
            name = self._locals.unique(tidy(f"given_{output[1]}")) if variable.unset else ""
            self._body.put(f"{name or variable.expr} = ", value)
            if name:
                self._body.put(f"{variable.expr} = {name}")
            self.copy(output)
            name = name or variable.expr
        self._maybe[output] = (test, name)

    def is_straight(self, output: Output) -> bool:
        """Whether what a tool gives goes into the output's local as it is: None too, which there
        says that there is no value."""
        return self._data.is_straight(output)

    def is_copied(self, output: Output) -> bool:
        """Whether the output goes to variables of inputs that have other sources as well."""
        return bool(self._copies(output))

    def _copies(self, output: Output) -> list[Variable]:
        return [copy for copy in self._data.copies.get(output, ()) if self._data.is_used(copy)]

    def _late_copies(self, node: str) -> list[tuple[Output, Variable]]:
        copies = self._data.late_copies.get(node, ())
        return [(output, copy) for output, copy in copies if self._data.is_used(copy)]

    def copy(self, output: Output) -> None:
        """Copy an output to the variables of inputs that have other sources as well."""
        for copy in self._copies(output):
            if not copy.written_twice:
                self._body.put(f"{copy.expr} = {self._data.outputs[output].value}")

    def copy_late(self, node: Node) -> None:
        """Write to each input that the node feeds more than once, the last edge last."""
        for output, copy in self._late_copies(node.id):
            test, name = self._maybe.get(output, ("", self._data.outputs[output].value))
            if test:
                self.tests_again = True
                self._body.put(f"if {test}:")
                with self._body.block():
                    self._body.put(f"{copy.expr} = {name}")
            else:
                self._body.put(f"{copy.expr} = {name}")
