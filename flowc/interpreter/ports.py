"""Where values go to in a run: what is known of each place before the first value comes."""

from __future__ import annotations

from flowc import faults
from flowc.interpreter.convert import convert, plain_class
from flowc.ir.nodes import Node
from flowc.ir.types import Property, Type


class Conversion:
    """Conversion of all values that go to one place, to one type after the other (SEMANTICS 9).

    `place` says in errors where that is (`flowc.faults`). Values of exactly the class `plain` stay
    as they are (None: there is no such class); who looks at that first saves the call.
    """

    __slots__ = ("_place", "_types", "plain")

    def __init__(self, place: str, *types: Type) -> None:
        self._place = place
        self._types = types
        classes = set(map(plain_class, types))
        self.plain = classes.pop() if len(classes) == 1 else None

    def __call__(self, value: object) -> object:
        """The value, converted; errors are those of :func:`convert`."""
        if type(value) is self.plain:
            return value
        for type_ in self._types:
            value = convert(value, type_, self._place)
        return value


class Input:
    """An input of a node, under which a run keeps its value: how that is converted, and whether the
    session state may fill it."""

    __slots__ = ("conversion", "from_state", "item", "node", "title")

    def __init__(self, node: Node, item: Property, from_state: bool) -> None:
        self.node = node
        self.item = item
        self.title = item.title
        self.conversion = Conversion(input_place(node, item.title), item.type)
        self.from_state = from_state


def input_place(node: Node, title: str) -> str:
    """How errors name an input of a node."""
    return faults.INPUT_PLACE.format(title=title, node=node.name)


def output_place(node: Node, title: str) -> str:
    """How errors name an output of a node."""
    return faults.OUTPUT_PLACE.format(title=title, node=node.name)
