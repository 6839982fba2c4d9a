"""What is passed to subflows: a node's inputs, and what they need besides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from flowc import faults
from flowc.ir.nodes import Node
from flowc.python.facts import FlowFacts
from flowc.python.layout import Expr, Group, call
from flowc.python.literals import is_display, text_literal
from flowc.python.reading import Sources
from flowc.python.writing import Writing

Given: TypeAlias = "dict[str, tuple[Expr, Sources]]"
"""Values by the titles of a flow's inputs, and what is known of their types."""


class Passing:
    """Writes the arguments of calls of other flows."""

    def __init__(self, writing: Writing) -> None:
        self._writing = writing

    def given(self, node: Node) -> Given:
        """The values of the node's inputs by title, converted to the node's types."""
        return {
            item.title: (value, known) for item, value, known in self._writing.reading.all(node)
        }

    def in_locals(self, given: Given) -> Given:
        """The same values, those that are calls in locals: worked out before what follows.
        Literals stay where they are, because there a type checker knows what they are for."""
        return {
            title: (value if is_display(value) else self._writing.in_local(title, value), known)
            for title, (value, known) in given.items()
        }

    def arguments(self, called: FlowFacts, given: Given) -> list[tuple[str, Expr]]:
        """The values as arguments of the subflow's function, which does not look at their types
        again. All are of the node's types before the first is converted to the subflow's."""
        types = {item.title: item.type for item in called.inputs}
        if any(
            self._writing.converters.is_needed(known, types[title])
            for title, (_, known) in given.items()
        ):
            given = self.in_locals(given)
        return self.arguments_of_each(called, given)

    def arguments_of_each(self, called: FlowFacts, given: Given) -> list[tuple[str, Expr]]:
        """The same, where the values stand in locals already."""
        types = {item.title: item.type for item in called.inputs}
        names = self._writing.calls.flow(called.flow.id).parameters
        arguments: list[tuple[str, Expr]] = []
        for title, (value, known) in given.items():
            place = faults.FLOW_INPUT_PLACE.format(title=title, flow=called.flow.name)
            value, _ = self._writing.reading.converted(value, known, types[title], place, title)
            arguments.append((f"{names[title]}=", value))
        return arguments

    def run(
        self,
        node: Node,
        called: FlowFacts,
        arguments: list[tuple[str, Expr]],
        user: str = "user",
    ) -> Group:
        """The call of a subflow's function by a node, for which it speaks to `user`."""
        calls = self._writing.calls
        contexts = call(f"{calls.contexts}.inside", text_literal(node.name))
        passed = calls.signatures.passed_down(called, contexts, user=user)
        return Group(calls.await_ + calls.flow(called.flow.id).body, (*arguments, *passed))


def own(given: Given, called: FlowFacts) -> Given:
    """Those of the values that the subflow has an input for."""
    titles: Mapping[str, object] = {item.title: item for item in called.inputs}
    return {title: value for title, value in given.items() if title in titles}
