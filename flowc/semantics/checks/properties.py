"""FLOW225 to FLOW227, FLOW233: titles and defaults of inputs and outputs (SEMANTICS 10)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.components import Component
from flowc.ir.defaults import fits
from flowc.ir.derived import Signature
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import BranchingNode, EndNode, Node, StartNode
from flowc.ir.notation import json_text, type_text
from flowc.ir.types import NULL, STRING, ArrayType, BaseType, ObjectType, Property, Type, UnionType
from flowc.ir.values import Absent
from flowc.patterns import pattern
from flowc.records import dataclass
from flowc.semantics.checks.default_objects import refused_default
from flowc.semantics.checks.schemas import schema_findings
from flowc.semantics.contracts import Contracts
from flowc.semantics.values import converts, text_of
from flowc.text import Location, Span

WRONG_DEFAULT = Rule("FLOW225", Severity.ERROR, "a default that its type does not take")
"""A default is used when nothing else gives a value, so it has to be a value of the declared type
(SEMANTICS 10).

Wrong:

```flow
tool repeat(times: integer = "many")
```

Right:

```flow
tool repeat(times: integer = 3)
```
"""

CONVERTED_DEFAULT = Rule("FLOW226", Severity.WARNING, "a default of another type than declared")
"""The default is of another type than declared. It can be converted, and flowc does so, but other
engines may refuse it or pass it on as it is (SEMANTICS 10). Write the value that is meant.

Wrong:

```flow
tool send(text: string = 5)
```

Right:

```flow
tool send(text: string = "5")
```
"""

SAME_TITLE = Rule("FLOW227", Severity.ERROR, "two inputs, or two outputs, of one title")
"""The title is how edges, arguments and placeholders name an input or output. If two have the same
title, no one can tell which is meant, and engines refuse it or keep only one of them.

Wrong:

```json
{
  "component_type": "ServerTool",
  "agentspec_version": "25.4.1",
  "id": "send",
  "name": "send",
  "inputs": [
    {"title": "text", "type": "string"},
    {"title": "text", "type": "string"}
  ]
}
```

Right:

```json
{
  "component_type": "ServerTool",
  "agentspec_version": "25.4.1",
  "id": "send",
  "name": "send",
  "inputs": [
    {"title": "subject", "type": "string"},
    {"title": "text", "type": "string"}
  ]
}
```
"""

ODD_TITLE = Rule("FLOW233", Severity.WARNING, "a title that the official SDK refuses")
"""The official SDK takes no title that is empty or that has a space, a quote, a brace, a dot or a
comma in it. flowc does, but the document cannot be loaded elsewhere.

Wrong:

```flow
tool lookup(`order id`: string)
```

Right:

```flow
tool lookup(order_id: string)
```
"""


NO_TITLE = Rule("FLOW239", Severity.WARNING, "an input or output without a title")
"""The `title` is the name of an input or output, by which edges and placeholders mean it. Without
one it is called `property`, in the official SDK too, which is hardly what is meant; what stands
there instead, such as a `name`, names nothing.

Wrong:

```json
{
  "component_type": "ServerTool",
  "agentspec_version": "25.4.1",
  "id": "t",
  "name": "t",
  "inputs": [{"name": "text", "type": "string"}]
}
```

Right:

```json
{
  "component_type": "ServerTool",
  "agentspec_version": "25.4.1",
  "id": "t",
  "name": "t",
  "inputs": [{"title": "text", "type": "string"}]
}
```
"""


def check_properties(document: Document) -> Iterator[Diagnostic]:
    """A title names one input and one output of a component; a default is a value of its type."""
    contracts = Contracts(document)
    for component in document.components.values():
        if component.extern:
            continue
        for item in _lists(contracts, component):
            yield from _check(item)


class _Arguments:
    """The defaults of a flow's nodes that are arguments: in a `.flow` text, of inputs that no edge
    feeds."""

    def __init__(self, flow: Flow) -> None:
        self._flow = flow

    @cached_property
    def _fed(self) -> frozenset[tuple[str, str]]:
        edges = self._flow.data_edges or ()
        return frozenset([(edge.destination_node, edge.destination_input) for edge in edges])

    def has(self, node: str, port: Property) -> bool:
        """Whether an input's default is one."""
        by_edges = self._flow.data_edges is not None
        return by_edges and isinstance(port.origin, Span) and (node, port.title) not in self._fed


@dataclass(frozen=True, slots=True)
class _List:
    """One list of inputs or outputs, whose it is in words, and what of it only `repeats` a list
    elsewhere, where it is told. `takes_text`: their values become texts, whatever they are.
    `arguments`: which defaults of the inputs of the node `node_id` are arguments."""

    word: str
    owner: str
    properties: tuple[Property, ...]
    origin: Location | None
    repeats: Iterable[Property] = ()
    takes_text: bool = False
    arguments: _Arguments | None = None
    node_id: str = ""

    def word_for_default(self, port: Property) -> str:
        """What a default is called where it is written."""
        is_argument = self.arguments is not None and self.arguments.has(self.node_id, port)
        return "value" if is_argument else "default"


def _lists(contracts: Contracts, component: Component) -> Iterator[_List]:
    """The lists of inputs and outputs of a component and its nodes, but for those that only repeat
    what a node runs. A flow's inputs are its StartNode's outputs, and the two lists of a StartNode
    or EndNode are one; but where an EndNode's differ, its outputs may be what the flow gives."""
    name = f"{component.component_type} '{component.name}'"
    origin = component.origin
    if isinstance(component, Flow):
        name = f"flow '{component.name}'"
        yield _List("input", name, component.effective_inputs(), origin)
        yield _List("output", name, component.outputs or (), origin)
        arguments = _Arguments(component)
        for node in component.nodes:
            if node.id != component.start_node:
                yield from _node_lists(contracts, component.outputs or (), node, arguments)
    elif isinstance(component, Node):
        yield from _node_lists(contracts, (), component, None)
    else:
        yield _List("input", name, component.inputs or (), origin)
        yield _List("output", name, component.outputs or (), origin)


def _node_lists(
    contracts: Contracts,
    flow_outputs: Iterable[Property],
    node: Node,
    arguments: _Arguments | None,
) -> Iterator[_List]:
    if not isinstance(node, (StartNode, EndNode)):
        yield from _lists_of_its_own(contracts, node, arguments)
        return
    name, origin = f"{node.component_type} '{node.name}'", node.origin
    if isinstance(node, EndNode):
        inputs = {item.title: item for item in node.inputs}
        others = tuple(item for item in node.outputs if inputs.get(item.title) != item)
        listed = node.inputs or node.outputs
        yield _List(
            "output", name, listed, origin, flow_outputs, arguments=arguments, node_id=node.id
        )
        yield _List("output", name, others if inputs else (), origin, flow_outputs)
    else:
        yield _List("input", name, node.outputs or node.inputs, origin)


def _lists_of_its_own(
    contracts: Contracts, node: Node, arguments: _Arguments | None
) -> Iterator[_List]:
    """The lists of a node that do not only repeat what it runs."""
    contract = contracts.of(node)
    callee = Signature() if contract is None else contract.signature
    for word, ours, theirs in (
        ("input", node.inputs, callee.inputs),
        ("output", node.outputs, callee.outputs),
    ):
        if not _only_repeats(ours, theirs):
            name = f"{node.component_type} '{node.name}'"
            is_switch = word == "input" and isinstance(node, BranchingNode)
            yield _List(
                word,
                name,
                ours,
                node.origin,
                theirs,
                takes_text=is_switch,
                arguments=arguments if word == "input" else None,
                node_id=node.id,
            )


def _only_repeats(ours: tuple[Property, ...], theirs: tuple[Property, ...]) -> bool:
    """Whether a list says nothing of its own, and no title twice."""
    return ours == theirs and (len(ours) < 2 or len({item.title for item in ours}) == len(ours))


_ODD_TITLE = pattern(r"""[.,{} \n'"]""")


def _check(item: _List) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    repeats = {port.title: port for port in item.repeats}
    for port in item.properties:
        place = port.origin or item.origin
        if port.title in seen:
            yield SAME_TITLE.at(
                place,
                f"{item.owner} has two {item.word}s '{port.title}'",
                hint="Rename one of them.",
            )
        seen.add(port.title)
        if port == repeats.get(port.title):
            continue
        if is_untitled(port):
            yield _untitled(item, port, place)
        if not port.title or _ODD_TITLE.search(port.title):
            yield ODD_TITLE.at(
                place,
                f"{item.word} '{port.title}' of {item.owner} has a title that other tools refuse",
                label="empty" if not port.title else "a space, quote, brace, dot or comma in it",
                hint=_plain_title(port.title),
            )
        what = f"{item.word} '{port.title}' of {item.owner}"
        yield from schema_findings(what, port, place)
        if port.has_default and not (item.takes_text and port.type == STRING):
            written = item.word_for_default(port)
            yield from _default(place, what, port.default, port.type, written)
            if converts(port.default, port.type):
                yield from refused_default(place, what, port.default, port.type)
        for path, default, type_ in _inner_defaults(port.type, ""):
            inner = f"{what}, at '{path.removeprefix('.')}',"
            yield from _default(place, inner, default, type_)


def _plain_title(title: str) -> str:
    plain = re.sub(r"\W+", "_", title).strip("_")
    return f"Use letters, digits and _, as in '{plain}'." if plain else "Use letters, digits and _."


def is_untitled(port: Property) -> bool:
    """Whether its document gives the property no title."""
    return port.schema is not None and "title" not in port.schema


def _untitled(item: _List, port: Property, place: Location | None) -> Diagnostic:
    name = None if port.schema is None else port.schema.get("name")
    meant = json_text(name) if isinstance(name, str) else '"…"'
    return NO_TITLE.at(
        place,
        f"an {item.word} of {item.owner} has no title, so it is called '{port.title}'",
        label="no title",
        hint=f'Write "title": {meant}' + (' instead of "name".' if isinstance(name, str) else "."),
    )


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
    origin: Location | None, owner: str, default: Any, type_: Type, word: str = "default"
) -> Iterator[Diagnostic]:
    """What is wrong with a default, or a `value` that is written as an argument."""
    shown = _shortened(json_text(default))
    can_be_used = converts(default, type_)
    if can_be_used and not fits(default, type_):
        yield CONVERTED_DEFAULT.at(
            origin,
            f"the {word} of {owner} is {shown}, which is no {type_text(type_)}",
            label="it is converted before it is used",
            hint=_hint(default, type_, word),
        )
    elif not can_be_used:
        yield WRONG_DEFAULT.at(
            origin,
            f"the {word} of {owner} is {shown}, which is no {type_text(type_)}",
            hint=f"Write a value of type {type_text(type_)}"
            + (", or leave the default out." if word == "default" else "."),
        )


def _hint(default: Any, type_: Type, word: str) -> str:
    if default is None:
        return f"Declare it as {type_text(UnionType(members=(type_, NULL)))} if null is meant."
    if type_ == STRING:
        return f"Write {json_text(text_of(default))}."
    subject = "the default as a value" if word == "default" else "a value"
    return f"Write {subject} of type {type_text(type_)}."


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
