"""Where values go to in a run: what is known of each place before the first value comes."""

from __future__ import annotations

from flowc import faults
from flowc.interpreter.convert import convert
from flowc.ir.nodes import Node
from flowc.ir.types import Property, Scalar, Type

_CLASSES: dict[str, type] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "null": type(None),
}


class Conversion:
    """Conversion of all values that go to one place, to one type after the other (SEMANTICS 9).

    `place` says in errors where that is (`flowc.faults`). Values of exactly the class `plain` stay
    as they are (None: there is no such class); who looks at that first saves the call.
    """

    __slots__ = ("_place", "_types", "plain")

    def __init__(self, place: str, *types: Type) -> None:
        self._place = place
        self._types = types
        self.plain = _plain_class(types)

    def __call__(self, value: object) -> object:
        """The value, converted; errors are those of :func:`convert`."""
        if type(value) is self.plain:
            return value
        for type_ in self._types:
            value = convert(value, type_, self._place)
        return value


def _plain_class(types: tuple[Type, ...]) -> type | None:
    """The class whose instances all are of each of the types as they are, if there is one."""
    classes = {
        _CLASSES[type_.name] if isinstance(type_, Scalar) and type_.enum is None else None
        for type_ in types
    }
    return classes.pop() if len(classes) == 1 else None


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
