"""FLOW223, FLOW224: a node has the inputs and outputs of what it runs (SEMANTICS 11 and 12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from flowc.diagnostics import Diagnostic, Related, Rule, Severity, did_you_mean
from flowc.ir.nodes import (
    CAUGHT_INFO,
    BranchingNode,
    EndNode,
    MapNode,
    Node,
    ParallelMapNode,
    StartNode,
)
from flowc.ir.notation import type_text
from flowc.ir.types import Property, Type
from flowc.semantics.assign import assignable
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.contracts import Contract
from flowc.text import Location, Span

TITLES = Rule("FLOW223", Severity.ERROR, "a node's inputs or outputs are not those of its callee")
"""What is wired in a flow is the node, not the tool, agent or flow that it runs (SEMANTICS 11). So
the node repeats the inputs and outputs of what it runs, under the same titles; an engine that calls
the tool would else lack an argument, or have one too many. A StartNode and an EndNode have equal
inputs and outputs, and a BranchingNode has one input.

In a `.flow` text the lists are written for you, as long as you do not add to them.

Wrong:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(id: string) -> (status: string) {
  lookup(order_id = id, carrier: string = "any")
  return lookup.status
}
```

Right:

```flow
tool lookup(order_id: string, carrier: string) -> (status: string)

flow main(id: string) -> (status: string) {
  lookup(order_id = id, carrier = "any")
  return lookup.status
}
```
"""

TYPES = Rule("FLOW224", Severity.WARNING, "a node's type does not convert to its callee's")
"""A node may declare another type for an input or output than the tool, agent or flow that it runs,
if values can be converted (SEMANTICS 9 and 12). Here they cannot, so the run fails as soon as the
value is not by chance of both types.

Wrong:

```flow
tool lookup(id: integer)

flow main(id: string) {
  lookup(id: string = id)
}
```

Right:

```flow
tool lookup(id: integer)

flow main(id: integer) {
  lookup(id)
}
```
"""


def check_contract(context: FlowContext) -> Iterator[Diagnostic]:
    """A node repeats the inputs and outputs of what it runs, by title, with types that convert."""
    for node in context.flow.nodes:
        contract = context.contracts.get(node.id)
        if contract is not None:
            yield from _against_callee(context, node, contract)
        elif isinstance(node, (StartNode, EndNode)) and node.inputs and node.outputs:
            yield from _mirror(context, node)
        elif isinstance(node, BranchingNode):
            yield from _switch(context, node)


def _against_callee(context: FlowContext, node: Node, contract: Contract) -> Iterator[Diagnostic]:
    callee = contract.signature
    if node.inputs == callee.inputs and node.outputs == callee.outputs:
        return  # as nearly all do
    for word, ours, derived, theirs in (
        ("input", node.inputs, callee.inputs, contract.inputs),
        ("output", node.outputs, callee.outputs, contract.outputs),
    ):
        if theirs is not None and ours != derived:
            yield from _titles(context, node, contract, word, ours, theirs)
            yield from _types(context, node, contract, word, ours, theirs)


def _titles(
    context: FlowContext,
    node: Node,
    contract: Contract,
    word: str,
    ours: Iterable[Property],
    theirs: Mapping[str, Type],
) -> Iterator[Diagnostic]:
    callee = " and ".join(f"{item.component_type} '{item.name}'" for item in contract.callees)
    if isinstance(node, (MapNode, ParallelMapNode)):
        callee = f"a map of {callee}"
    related = [
        Related(item.origin, f"this is '{item.name}'")
        for item in contract.callees
        if item.origin is not None
    ]
    titles = list(dict.fromkeys(item.title for item in ours))
    extra = [title for title in titles if title not in theirs]
    places = {item.title: item.origin or context.place(node) for item in ours}
    missing = [title for title in theirs if title not in titles]
    if len(extra) == len(missing) == 1:
        yield TITLES.at(
            places[extra[0]],
            f"node '{node.name}' has the {word} '{extra[0]}' where {callee} has '{missing[0]}'",
            hint=f"Name it '{_written(missing[0], node, places[extra[0]])}'.",
            related=related,
        )
        return
    for title in extra:
        known = [_written(known, node, places[title]) for known in theirs]
        yield TITLES.at(
            places[title],
            f"node '{node.name}' has the {word} '{title}', which {callee} does not have",
            hint=did_you_mean(title, known) or f"It has no {word}s.",
            related=related,
        )
    for title in missing:
        owner = node.component_type if title == CAUGHT_INFO else callee
        yield TITLES.at(
            context.place(node),
            f"node '{node.name}' lacks the {word} '{title}' of {owner}",
            hint=f"Add '{title}': a node has all {word}s of what it runs.",
            related=related,
        )


def _written(title: str, node: Node, place: Location | None) -> str:
    """A title as it is written there: a map's inputs are called as its flow's in a `.flow` text."""
    is_map = isinstance(node, (MapNode, ParallelMapNode)) and isinstance(place, Span)
    return title.removeprefix("iterated_") if is_map else title


def _types(
    context: FlowContext,
    node: Node,
    contract: Contract,
    word: str,
    ours: Iterable[Property],
    theirs: Mapping[str, Type],
) -> Iterator[Diagnostic]:
    """Inputs go from the node to the callee, outputs from the callee to the node (SEMANTICS 9)."""
    for item in ours:
        other = theirs.get(item.title)
        if other is None or other == item.type:
            continue
        source, target = (item.type, other) if word == "input" else (other, item.type)
        if not assignable(source, target):
            yield TYPES.at(
                item.origin or context.place(node),
                f"{word} '{item.title}' of node '{node.name}' is not what "
                f"'{contract.callees[0].name}' declares",
                label=_both(item.type, other),
                hint=f"Declare it as {type_text(other)}, or convert in a tool.",
            )


def _both(ours: Type, theirs: Type) -> str:
    return f"{type_text(ours)} here, {type_text(theirs)} there"


def _mirror(context: FlowContext, node: Node) -> Iterator[Diagnostic]:
    inputs, outputs = context.inputs[node.id], context.outputs[node.id]
    for title in dict.fromkeys((*inputs, *outputs)):
        if title in inputs and title in outputs:
            continue
        has, lacks = ("input", "output") if title in inputs else ("output", "input")
        item = inputs.get(title) or outputs[title]
        yield TITLES.at(
            item.origin or context.place(node),
            f"{node.component_type} '{node.name}' has the {has} '{title}' but no such {lacks}",
            hint=f"The inputs and outputs of a {node.component_type} are the same.",
        )


def _switch(context: FlowContext, node: BranchingNode) -> Iterator[Diagnostic]:
    if len(node.inputs) != 1:
        yield TITLES.at(
            context.place(node),
            f"BranchingNode '{node.name}' has {len(node.inputs)} inputs",
            hint="It has exactly one, whose text selects the branch.",
        )
    for output in node.outputs:
        yield TITLES.at(
            output.origin or context.place(node),
            f"BranchingNode '{node.name}' has the output '{output.title}'",
            hint="It has none; wire what feeds the node instead.",
        )
