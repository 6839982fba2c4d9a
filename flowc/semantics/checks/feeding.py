"""FLOW402 to FLOW405: each input has a value when its node runs (SEMANTICS 5 and 7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from flowc.diagnostics import Diagnostic, Related, Rule, Severity, closest
from flowc.ir.flow import DataEdge
from flowc.ir.nodes import EndNode, Node, StartNode, ToolNode
from flowc.ir.types import Property
from flowc.semantics.arrivals import Arrival
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.checks.paths import Paths
from flowc.semantics.policies import NO_POLICIES, policies

NEVER_FED = Rule("FLOW402", Severity.ERROR, "no path gives an input a value")
"""An input is what was written to it last, else its default (SEMANTICS 5). This one has no default,
and nothing can have been written to it when its node runs, so the run always fails there.

Wrong:

```flow
tool lookup(id: string) -> (status: string)
tool reply(text: string)

flow main(id: string) {
  reply(text = lookup.status)
  lookup(id)
}
```

Right:

```flow
tool lookup(id: string) -> (status: string)
tool reply(text: string)

flow main(id: string) {
  lookup(id)
  reply(text = lookup.status)
}
```
"""

MAYBE_UNSET = Rule("FLOW403", Severity.WARNING, "some path leaves an input without a value")
"""On some path from the start no source of the input runs before its node, and the input has no
default. A run that takes this path fails there (SEMANTICS 7).

Feed the input on that path as well, or give it a default for it.

Wrong:

```flow
tool lookup(id: string) -> (status: string)
tool reply(text: string)

flow main(id: string, known: boolean) {
  if known { lookup(id) }
  reply(text = lookup.status)
}
```

Right:

```flow
tool lookup(id: string) -> (status: string)
tool reply(text: string)

flow main(id: string, known: boolean) {
  if known { lookup(id) }
  reply(text = lookup.status default "unknown")
}
```
"""

RUNS_LATER = Rule("FLOW404", Severity.WARNING, "a source can only run after the node it feeds")
"""Of the sources of an input this one can only run when the node has run already, and no loop leads
back. So its value never gets there. Either the order of the nodes is wrong, or the source is one
too many.

Wrong:

```flow
tool draft() -> (text: string)
tool correct(text: string) -> (text: string)
tool send(text: string)

flow main() {
  draft()
  send(text = draft.text | correct.text)
  correct(draft.text)
}
```

Right:

```flow
tool draft() -> (text: string)
tool correct(text: string) -> (text: string)
tool send(text: string)

flow main() {
  draft()
  correct(draft.text)
  send(correct.text)
}
```
"""

OVERWRITTEN = Rule("FLOW405", Severity.NOTE, "a source's value is always written over")
"""Of several sources of an input the one that ran last wins (SEMANTICS 4). After this source
another one always runs, so its value is never read.

Wrong:

```flow
tool draft() -> (text: string)
tool correct(text: string) -> (text: string)
tool send(text: string)

flow main() {
  draft()
  correct(draft.text)
  send(text = draft.text | correct.text)
}
```

Right:

```flow
tool draft() -> (text: string)
tool correct(text: string) -> (text: string)
tool send(text: string)

flow main() {
  draft()
  correct(draft.text)
  send(correct.text)
}
```
"""


def check_feeding(context: FlowContext) -> Iterator[Diagnostic]:
    """An input reads what was written to it last, else its default, else the run fails."""
    if not context.has_sound_control or context.is_partly_known("data_flow_connections"):
        return
    paths = Paths(context)
    misspelt = _misspelt(context)
    for id_, node in context.graph.nodes.items():
        if id_ not in context.graph.reachable or isinstance(node, StartNode):
            continue
        inputs = [item for item in node.inputs if not _is_surely_fed(context, node, item)]
        if not inputs:
            continue
        asked = policies(node, context.document) if isinstance(node, ToolNode) else NO_POLICIES
        for input_ in inputs:
            if (id_, input_.title) in misspelt:
                continue
            optional = input_.has_default or asked.may_fill(input_.title)
            yield from _check(context, paths, node, input_, optional)


def _misspelt(context: FlowContext) -> set[tuple[str, str]]:
    """The inputs without an edge that an edge means but misspells, which is what is reported. An
    edge whose input is like no other means one that lacks an edge, if there are not too many."""
    found: set[tuple[str, str]] = set()
    unlike = Counter[str]()
    for edge in context.flow.data_edges or ():
        inputs = context.inputs.get(edge.destination_node, {})
        if edge.destination_input not in inputs:
            meant = closest(edge.destination_input, inputs)
            reader = (edge.destination_node, meant or "")
            if meant is None:
                unlike[edge.destination_node] += 1
            elif reader not in context.graph.sources:
                found.add(reader)
    for id_, count in unlike.items():
        readers = [
            (id_, title)
            for title, input_ in context.inputs.get(id_, {}).items()
            if not input_.has_default and (id_, title) not in context.graph.sources
        ]
        lacking = [reader for reader in readers if reader not in found]
        if len(lacking) <= count:
            found.update(lacking)
    return found


def _is_surely_fed(context: FlowContext, node: Node, input_: Property) -> bool:
    """Whether each source counts and one has always run: of most inputs there is nothing to say."""
    arrival = context.arrivals.get((node.id, input_.title))
    return (
        arrival is not None
        and bool(arrival.last)
        and not (arrival.later or arrival.overwritten or arrival.may_be_unset)
    )


def _check(
    context: FlowContext, paths: Paths, node: Node, input_: Property, optional: bool
) -> Iterator[Diagnostic]:
    reader = (node.id, input_.title)
    edges = context.graph.sources.get(reader, [])
    if not edges:
        if not optional and not _lacks_contract(context, node, input_):
            yield _unfed(context, node, input_)
        return
    arrival = context.arrivals.get(reader)
    if arrival is None or not all(_exists(context, edge) for edge in edges):
        return  # its sources are unreachable or no outputs at all, which is what is reported
    if any(edge.source_node in context.unfinished for edge in arrival.later):
        return  # an edge that is missing, which is reported, may be what leads back here
    if not arrival.last and not optional:
        yield _fed_too_late(context, node, input_, arrival)
    elif context.flow.data_edges is not None:
        yield from _idle_edges(context, node, input_, arrival)
    if arrival.last and arrival.may_be_unset and not optional:
        if all(context.graph.dominates(node.id, edge.source_node) for edge in arrival.last):
            yield _fed_after_first_run(context, node, input_, arrival)
        else:
            yield _maybe_unset(context, paths, node, input_, edges)


def _lacks_contract(context: FlowContext, node: Node, input_: Property) -> bool:
    """Whether the callee does not have the input at all, which is what is reported."""
    contract = context.contracts.get(node.id)
    return (
        contract is not None and contract.inputs is not None and input_.title not in contract.inputs
    )


def _exists(context: FlowContext, edge: DataEdge) -> bool:
    outputs = context.outputs.get(edge.source_node, {})
    return edge.source_output in outputs and edge.source_node in context.graph.reachable


def _what(node: Node, input_: Property) -> str:
    side = "output" if isinstance(node, EndNode) else "input"
    return f"{side} '{input_.title}' of node '{node.name}'"


def _unfed(context: FlowContext, node: Node, input_: Property) -> Diagnostic:
    default_of_callee = _callee_has_default(context, node, input_)
    return NEVER_FED.at(
        input_.origin or context.place(node),
        f"{_what(node, input_)} never gets a value",
        label=f"nothing feeds '{input_.title}'",
        hint=f"Give the node's input the default too: that of {default_of_callee} does not count "
        "for a node."
        if default_of_callee
        else "Feed it from a flow input or a node that runs before, or give it a default.",
    )


def _callee_has_default(context: FlowContext, node: Node, input_: Property) -> str:
    contract = context.contracts.get(node.id)
    for callee in contract.callees if contract is not None else ():
        found = callee.input(input_.title)
        if found is not None and found.has_default:
            return f"{callee.component_type} '{callee.name}'"
    return ""


def _fed_too_late(
    context: FlowContext, node: Node, input_: Property, arrival: Arrival
) -> Diagnostic:
    names = list(dict.fromkeys(context.name(edge.source_node) for edge in arrival.later))
    sources = f"its source{'s' if len(names) > 1 else ''} {', '.join(names)}"
    return NEVER_FED.at(
        input_.origin or context.place(node),
        f"{_what(node, input_)} never gets a value",
        label=f"{sources} can only run later",
        hint="Feed it from a node that runs before, or give it a default.",
        related=_places(arrival.later, "this edge comes too late"),
    )


def _fed_after_first_run(
    context: FlowContext, node: Node, input_: Property, arrival: Arrival
) -> Diagnostic:
    """The node itself must have run before any of its sources can, so its first run fails."""
    names = " and ".join(dict.fromkeys(context.name(edge.source_node) for edge in arrival.last))
    return NEVER_FED.at(
        input_.origin or context.place(node),
        f"{_what(node, input_)} has no value when the node first runs",
        label="only its own last run feeds it"
        if names == f"'{node.name}'"
        else f"{names} can only run after it",
        hint="Give it a default for the first run, or feed it from before the loop as well.",
        related=_places(arrival.last, "this edge comes too late for the first run"),
    )


def _idle_edges(
    context: FlowContext, node: Node, input_: Property, arrival: Arrival
) -> Iterator[Diagnostic]:
    for edge in arrival.later:
        if isinstance(context.graph.nodes[edge.source_node], EndNode):
            continue  # an edge out of an EndNode is reported as that
        yield RUNS_LATER.at(
            context.place(edge),
            f"{_what(node, input_)} never gets {context.source(edge)}",
            label=f"{context.name(edge.source_node)} can only run after '{node.name}'",
            hint="Remove this edge, or lead control back to the node.",
        )
    winners = ", ".join(dict.fromkeys(context.name(edge.source_node) for edge in arrival.last))
    for edge in arrival.overwritten:
        yield OVERWRITTEN.at(
            context.place(edge),
            f"{_what(node, input_)} never reads {context.source(edge)}",
            label=f"{winners} always writes over it",
            hint="Remove this edge.",
            related=_places(arrival.last, "this one is read"),
        )


def _maybe_unset(
    context: FlowContext, paths: Paths, node: Node, input_: Property, edges: list[DataEdge]
) -> Diagnostic:
    sources = tuple(dict.fromkeys(edge.source_node for edge in edges))
    path = paths.text(node.id, sources)
    return MAYBE_UNSET.at(
        input_.origin or context.place(node),
        f"{_what(node, input_)} may have no value",
        label=_none_ran([context.name(source) for source in sources], path),
        hint="Feed it on that path too, or give it a default.",
    )


def _none_ran(names: Sequence[str], path: str) -> str:
    """That none of the sources runs on a path, if one is known."""
    if not path:
        return f"{' or '.join(names)} may not have run"
    if len(names) == 1:
        return f"{names[0]} does not run on the path {path}"
    return f"neither {' nor '.join(names)} runs on the path {path}"


def _places(edges: tuple[DataEdge, ...], label: str) -> list[Related]:
    return [Related(edge.origin, label) for edge in edges if edge.origin is not None]
