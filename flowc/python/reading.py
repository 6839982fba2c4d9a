"""The expressions that read node inputs: a local, a default, or an error if no source ran."""

from __future__ import annotations

from flowc import faults
from flowc.ir.defaults import in_form
from flowc.ir.nodes import Node
from flowc.ir.types import STRING, Property, Type, UnionType
from flowc.ir.values import Absent
from flowc.names import Namer
from flowc.python.body import Body
from flowc.python.conversion import Converters
from flowc.python.dataflow import Dataflow, tidy
from flowc.python.facts import FlowFacts, by_title
from flowc.python.helpers import Helpers
from flowc.python.layout import Expr, call, one_line
from flowc.python.literals import is_display, literal, text_literal
from flowc.python.needless import settled, settled_member
from flowc.python.variables import Read, Variable

Sources = tuple[Type, ...] | None
"""The types that a value may have; None if nothing is known of it."""


class Reading:
    """Reads the inputs of one flow's nodes."""

    def __init__(
        self,
        flow: FlowFacts,
        data: Dataflow,
        converters: Converters,
        helpers: Helpers,
        locals_: Namer,
        body: Body,
    ) -> None:
        self._flow = flow
        self._data = data
        self._converters = converters
        self._helpers = helpers
        self._locals = locals_
        self._body = body
        self.is_in_order = True
        """Whether what always runs before a node stands above it, for a type checker to see."""

    def inputs(self, node: Node) -> list[Property]:
        """The inputs that the node's code reads, in declared order."""
        return [item for item in by_title(node.inputs) if self._data.is_read(node.id, item.title)]

    def all(self, node: Node) -> list[tuple[Property, Expr, Sources]]:
        """The inputs that the node's code reads, with their values converted to their types.

        An input that may have no value is looked at in statements of their own, before which the
        inputs above it are converted: errors come in declared order (SEMANTICS 9).
        """
        found: list[tuple[Property, Expr, Sources]] = []
        for item in self.inputs(node):
            variable = self._unset_variable(node, item)
            if variable is None:
                found.append((item, *self.input(node, item)))
                continue
            found = [self._kept(*earlier) for earlier in found]
            self._require_value(node, item, variable)
            place = input_place(node, item)
            known = variable.value_if_set
            value = self.converted(known, variable.types, item.type, place, item.title)
            found.append((item, *value))
        return found

    def _unset_variable(self, node: Node, item: Property) -> Variable | None:
        """The variable that the input is in, if to have no value is an error."""
        read = self._data.reads[node.id, item.title]
        if item.has_default or read.variable is None or self._state_fills(node, item):
            return None
        return read.variable if self._may_be_unset(read) else None

    def _may_be_unset(self, read: Read) -> bool:
        """Whether the code has to look whether the variable has a value."""
        if read.variable is None or not (read.may_be_unset and read.variable.unset):
            return False
        return not (read.is_proven and self.is_in_order)

    def _kept(
        self, item: Property, value: Expr, sources: Sources
    ) -> tuple[Property, Expr, Sources]:
        """The value in a local, if working it out can fail. Of a display that stays in its place a
        type checker knows what it is for."""
        if isinstance(value, str) or is_display(value):
            return item, value, sources
        name = self._locals.unique(tidy(item.title))
        self._body.put(f"{name} = ", value)
        return item, name, sources

    def _is_unset(self, variable: Variable) -> Expr:
        """The test whether no source has written a variable."""
        if variable.none_is_unset:
            return f"{variable.expr} is None"
        return call("isinstance", variable.expr, self._helpers.use("unset"))

    def _require_value(self, node: Node, item: Property, variable: Variable) -> None:
        self._body.put("if ", self._is_unset(variable), ":")
        with self._body.block():
            problem = text_literal(self._unset_text(node, item))
            self._body.put("raise ", call("LookupError", problem))

    def read(self, node: Node, item: Property) -> tuple[Expr, Sources]:
        """The value of a node's input before conversion, and what is known of its type."""
        read = self._data.reads[node.id, item.title]
        if self._state_fills(node, item):
            return self._value_or_state(node, item, read.variable), None
        if read.variable is None:
            if not isinstance(item.default, Absent):
                return self.default(item)
            problem = text_literal(self._unset_text(node, item))
            return call(self._helpers.use("value_of"), self._helpers.unset, problem), None
        variable = read.variable
        if not self._may_be_unset(read):
            failed = self.is_in_order and self._flow.has_failed_before(node.id, item.title)
            return variable.value, (STRING,) if failed else variable.types
        if isinstance(item.default, Absent):
            problem = text_literal(self._unset_text(node, item))
            helper = self._helpers.use("present" if variable.none_is_unset else "value_of")
            return call(helper, variable.expr, problem), variable.types
        default, types = self.default(item)
        if default == "None" and variable.none_is_unset:
            return variable.expr, None if types is None else (*variable.types, *types)
        test = one_line(self._is_unset(variable))
        value = f"{one_line(default)} if {test} else {variable.value_if_set}"
        return value, None if types is None else (*variable.types, *types)

    def _state_fills(self, node: Node, item: Property) -> bool:
        """Whether the session state is looked at for the input, because there may be no value."""
        read = self._data.reads[node.id, item.title]
        may_lack_value = read.variable is None or self._may_be_unset(read)
        is_marked = self._flow.may_come_from_state(node, item.title)
        return is_marked and may_lack_value and not item.has_default

    def _value_or_state(self, node: Node, item: Property, variable: Variable | None) -> Expr:
        unset = self._helpers.unset
        value = unset if variable is None else variable.expr
        if variable is not None and variable.none_is_unset:
            value = f"{unset} if {variable.expr} is None else {variable.expr}"
        return call(
            self._helpers.use("value_or_state"),
            value,
            "state",
            text_literal(item.title),
            text_literal(self._unset_text(node, item)),
        )

    def is_conditional(self, node: Node, item: Property) -> bool:
        """Whether the value is `default if … else variable`, which binds less than a comparison."""
        read = self._data.reads[node.id, item.title]
        return item.has_default and self._may_be_unset(read)

    def is_literal(self, node: Node, item: Property) -> bool:
        """Whether the input has a default and no source: it is a constant."""
        return item.has_default and self._data.reads[node.id, item.title].variable is None

    def default(self, item: Property) -> tuple[Expr, Sources]:
        """An input's or output's default in its type's form, and its type if it is of that."""
        assert not isinstance(item.default, Absent)
        value, type_ = in_form(item.default, item.type), item.type
        if isinstance(type_, UnionType) and type_.enum is None:
            type_ = settled_member(value, type_) or type_
        return literal(value), (type_,) if settled(value, type_) else None

    def _unset_text(self, node: Node, item: Property) -> str:
        graph = self._flow.graph
        ids = [edge.source_node for edge in graph.sources.get((node.id, item.title), ())]
        if not ids:
            return faults.NO_SOURCE.text(input=item.title, node=node.name)
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


def input_place(node: Node, item: Property) -> str:
    """How errors name an input of a node."""
    return faults.INPUT_PLACE.format(title=item.title, node=node.name)
