"""FLOW225 to FLOW227, FLOW233: titles and defaults of inputs and outputs (SEMANTICS 10)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.components import Component
from flowc.ir.defaults import fits
from flowc.ir.derived import Signature, signature
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import EndNode, Node
from flowc.ir.notation import json_text, type_text
from flowc.ir.types import NULL, ArrayType, BaseType, ObjectType, Property, Type, UnionType
from flowc.ir.values import Absent
from flowc.semantics.checks.default_objects import refused_default
from flowc.semantics.contracts import runs_something
from flowc.semantics.values import converts
from flowc.text import Location

WRONG_DEFAULT = Rule("FLOW225", Severity.ERROR, "a default that its type does not take")
CONVERTED_DEFAULT = Rule("FLOW226", Severity.WARNING, "a default of another type than declared")
SAME_TITLE = Rule("FLOW227", Severity.ERROR, "two inputs, or two outputs, of one title")

ODD_TITLE = Rule("FLOW233", Severity.WARNING, "a title that the official SDK refuses")


def check_properties(document: Document) -> Iterator[Diagnostic]:
    """A title names one input and one output of a component; a default is a value of its type.

    Wrong: `count: integer = "many"`; two inputs `x` on one tool. Warned of: `text: string = 5`,
    which works, as "5"; what works but is refused by the official SDK, like a title with a space in
    it or the default of `point: { x?: integer } = {}`.
    Right: `count: integer = 3`; `point: { x?: integer } = { x: 0 }`.
    """
    for component in document.components.values():
        if component.extern:
            continue
        for item in _lists(document, component):
            yield from _check(item)


@dataclass(frozen=True, slots=True)
class _List:
    """One list of inputs or outputs, whose it is in words, and what of it only `repeats` a list
    elsewhere, where it is told."""

    word: str
    owner: str
    properties: tuple[Property, ...]
    origin: Location | None
    repeats: Iterable[Property] = ()


def _lists(document: Document, component: Component) -> Iterator[_List]:
    """The lists of inputs and outputs of a component and its nodes. A flow's inputs are its
    StartNode's outputs, and the two lists of an EndNode are one."""
    name = f"{component.component_type} '{component.name}'"
    origin = component.origin
    if isinstance(component, Flow):
        name = f"flow '{component.name}'"
        yield _List("input", name, component.effective_inputs(), origin)
        yield _List("output", name, component.outputs or (), origin)
        for node in component.nodes:
            if node.id != component.start_node:
                yield from _node_lists(document, component, node)
    else:
        yield _List("input", name, component.inputs or (), origin)
        yield _List("output", name, component.outputs or (), origin)


def _node_lists(document: Document, flow: Flow, node: Node) -> Iterator[_List]:
    name, origin = f"{node.component_type} '{node.name}'", node.origin
    if isinstance(node, EndNode):
        yield _List("output", name, node.inputs or node.outputs, origin, flow.outputs or ())
        return
    callee = Signature()
    if runs_something(document, node):
        callee = signature(node, document.components)
    yield _List("input", name, node.inputs, origin, callee.inputs)
    yield _List("output", name, node.outputs, origin, callee.outputs)


_ODD_TITLE = re.compile(r"""[.,{} \n'"]""")


def _check(item: _List) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    repeats = {port.title: port for port in item.repeats}
    for port in item.properties:
        if port.title in seen:
            yield SAME_TITLE.at(
                item.origin,
                f"{item.owner} has two {item.word}s '{port.title}'",
                hint="Rename one of them.",
            )
        seen.add(port.title)
        if port == repeats.get(port.title):
            continue
        if not port.title or _ODD_TITLE.search(port.title):
            yield ODD_TITLE.at(
                item.origin,
                f"{item.word} '{port.title}' of {item.owner} has a title that other tools refuse",
                label="empty" if not port.title else "a space, quote, brace, dot or comma in it",
                hint="Use letters, digits and _.",
            )
        what = f"{item.word} '{port.title}' of {item.owner}"
        if port.has_default:
            yield from _default(item.origin, what, port.default, port.type)
            if converts(port.default, port.type):
                yield from refused_default(item.origin, what, port.default, port.type)
        for path, default, type_ in _inner_defaults(port.type, ""):
            inner = f"{what}, at '{path.removeprefix('.')}',"
            yield from _default(item.origin, inner, default, type_)


def _inner_defaults(type_: Type, path: str) -> Iterator[tuple[str, Any, Type]]:
    """The defaults of properties inside the type, with the way to them."""
    match type_:
        case ArrayType() if type_.items is not None:
            yield from _inner_defaults(type_.items, path + "[]")
        case ObjectType():
            for field in type_.fields or ():
                inner = f"{path}.{field.name}"
                if not isinstance(field.default, Absent):
                    yield inner, field.default, field.type
                yield from _inner_defaults(field.type, inner)
            if isinstance(type_.additional, BaseType):
                yield from _inner_defaults(type_.additional, path + "[]")
        case UnionType():
            for member in type_.members:
                yield from _inner_defaults(member, path)


def _default(
    origin: Location | None, owner: str, default: Any, type_: Type
) -> Iterator[Diagnostic]:
    shown = _shortened(json_text(default))
    can_be_used = converts(default, type_)
    if can_be_used and not fits(default, type_):
        yield CONVERTED_DEFAULT.at(
            origin,
            f"the default of {owner} is {shown}, which is no {type_text(type_)}",
            label="it is converted before it is used",
            hint=_hint(default, type_),
        )
    elif not can_be_used:
        yield WRONG_DEFAULT.at(
            origin,
            f"the default of {owner} is {shown}, which is no {type_text(type_)}",
            hint=f"Write a value of type {type_text(type_)}, or leave the default out.",
        )


def _hint(default: Any, type_: Type) -> str:
    if default is None:
        return f"Declare it as {type_text(UnionType(members=(type_, NULL)))} if null is meant."
    return f"Write the default as a value of type {type_text(type_)}."


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
