"""The statements that take a node's outputs from what a service answered."""

from __future__ import annotations

from flowc import faults
from flowc.ir.nodes import Node
from flowc.ir.types import NULL, STRING, Property
from flowc.ir.values import Absent
from flowc.python.dataflow import tidy
from flowc.python.facts import by_title
from flowc.python.layout import Expr, call
from flowc.python.literals import literal, text_literal
from flowc.python.writing import Writing


class OutputCode:
    """Writes the outputs of one flow's nodes whose work a service does."""

    def __init__(self, writing: Writing) -> None:
        self._writing = writing

    # The whole answer ---------------------------------------------------------------------------

    def keep_whole(self, node: Node, answer: Expr) -> None:
        """Keep what the expression gives as the node's one output, converted to its type."""
        outputs = by_title(node.outputs)
        if not outputs:
            self._writing.body.put("", answer)
        elif len(outputs) == 1:
            self._keep_as(node, outputs[0], answer)
        else:
            name = self._answer_in_local(node, answer)
            for item in outputs:
                self._store(node, item, self._converted(node, item, name))
        self._writing.storing.copy_late(node)

    def _keep_as(self, node: Node, item: Property, answer: Expr) -> None:
        """One output that is the answer. Services answer with texts: a text is only looked at."""
        storing, body = self._writing.storing, self._writing.body
        key = (node.id, item.title)
        variable = storing.variable(key)
        if not self._writing.converters.is_needed(None, item.type):
            storing.store(key, answer)
        elif variable is None or variable.unset or item.type != STRING:
            self._store(node, item, self._converted(node, item, answer))
        else:
            body.put(f"{variable.expr} = ", answer)
            body.put("if ", call("not isinstance", variable.expr, "str"), ":")
            with body.block():
                body.put(f"{variable.expr} = ", self._converted(node, item, variable.expr))
            storing.copy(key)

    # A mapping of outputs -----------------------------------------------------------------------

    def keep_by_title(self, node: Node, answer: Expr) -> None:
        """Keep the node's outputs, which stand in the answer under their titles: its default for
        what is missing, else an error; converted to their types."""
        outputs = by_title(node.outputs)
        if not outputs:
            self._writing.body.put("", answer)
            return
        name = self._answer_in_local(node, answer)
        for item in outputs:
            self._store(node, item, self._converted(node, item, self._taken(node, item, name)))
        self._writing.storing.copy_late(node)

    def _taken(self, node: Node, item: Property, answer: str) -> Expr:
        texts = (text_literal(item.title), text_literal(node.name))
        helpers = self._writing.helpers
        if isinstance(item.default, Absent):
            return call(helpers.use("answer"), answer, *texts)
        return call(helpers.use("answer_or"), answer, *texts, literal(item.default))

    # Both ---------------------------------------------------------------------------------------

    def _answer_in_local(self, node: Node, answer: Expr) -> str:
        name = self._writing.locals_.unique(tidy(f"{node.name}_answer"))
        self._writing.body.put(f"{name} = ", answer)
        return name

    def _converted(self, node: Node, item: Property, value: Expr) -> Expr:
        place = faults.OUTPUT_PLACE.format(title=item.title, node=node.name)
        return self._writing.reading.converted(value, None, item.type, place, item.title)[0]

    def _store(self, node: Node, item: Property, value: Expr) -> None:
        """Keep a converted value. Of one that can only be null a type checker sees no more than
        that it is an object, so what is kept is `None`."""
        storing, key = self._writing.storing, (node.id, item.title)
        is_kept = storing.variable(key) is not None
        if item.type == NULL and is_kept:
            self._writing.body.put("", value)
            value = "None"
        if is_kept or not isinstance(value, str):
            storing.store(key, value)
        else:
            storing.copy(key)
