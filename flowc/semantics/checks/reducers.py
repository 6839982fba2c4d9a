"""FLOW237, FLOW238: how a map puts the results of its runs together (SEMANTICS 22)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flowc.diagnostics import Diagnostic, Rule, Severity, did_you_mean
from flowc.ir.flow import Flow
from flowc.ir.nodes import MapNode, Node, ParallelMapNode
from flowc.ir.notation import type_text
from flowc.ir.types import AnyType, Property, Scalar, Type, members_of
from flowc.semantics.checks.context import FlowContext

UNKNOWN_REDUCER = Rule("FLOW237", Severity.ERROR, "a map reduces an output in an unknown way")
"""`reducers` says for the subflow's outputs how those of all runs become one: `append` makes a list
of them, `sum`, `average`, `max` and `min` take numbers. There are no others, and the official SDK
refuses them too.

Wrong:

```flow
tool length(text: string) -> (size: integer)

flow measure(text: string) -> (size: integer) {
  length(text)
  return length.size
}

flow main(texts: string[]) -> (size: integer) {
  m = map measure(text = each texts) { reducers: { size: "total" } }
  return m.collected_size
}
```

Right:

```flow
tool length(text: string) -> (size: integer)

flow measure(text: string) -> (size: integer) {
  length(text)
  return length.size
}

flow main(texts: string[]) -> (size: integer) {
  m = map measure(text = each texts) { reducers: { size: "sum" } }
  return m.collected_size
}
```
"""

UNFIT_REDUCER = Rule("FLOW238", Severity.WARNING, "a map reduces what cannot be reduced so")
"""A reducer names an output of the subflow; one of another name does nothing, and an output that no
reducer names is not collected at all. `sum`, `average`, `max` and `min` fail when they get anything
but numbers.

Wrong:

```flow
tool clean(text: string) -> (clean: string)

flow one(text: string) -> (clean: string) {
  clean(text)
  return clean.clean
}

flow main(texts: string[]) -> (clean: string) {
  m = map one(text = each texts) { reducers: { clean: "sum" } }
  return m.collected_clean
}
```

Right:

```flow
tool clean(text: string) -> (clean: string)

flow one(text: string) -> (clean: string) {
  clean(text)
  return clean.clean
}

flow main(texts: string[]) -> (clean: string[]) {
  m = map one(text = each texts) { reducers: { clean: "append" } }
  return m.collected_clean
}
```
"""

_OF_NUMBERS = ("sum", "average", "max", "min")
_REDUCERS = ("append", *_OF_NUMBERS)


def check_reducers(context: FlowContext) -> Iterator[Diagnostic]:
    """Each reducer of a map exists and suits an output of the subflow."""
    for node in context.flow.nodes:
        if isinstance(node, (MapNode, ParallelMapNode)) and node.reducers:
            yield from _check(context, node, node.reducers)


def _check(
    context: FlowContext, node: MapNode | ParallelMapNode, reducers: Mapping[str, str]
) -> Iterator[Diagnostic]:
    subflow = context.document.flow(node.subflow.id)
    outputs = None
    if subflow is not None and not subflow.extern:
        outputs = {item.title: item for item in subflow.effective_outputs()}
    for title, reducer in reducers.items():
        if reducer not in _REDUCERS:
            yield UNKNOWN_REDUCER.at(
                node.place("reducers", title) or context.flow.origin,
                f"node '{node.name}' reduces '{title}' by '{reducer}', which does not exist",
                hint=did_you_mean(reducer, _REDUCERS),
            )
        elif outputs is not None and subflow is not None:
            yield from _against_output(node, subflow, title, reducer, outputs)


def _against_output(
    node: Node,
    subflow: Flow,
    title: str,
    reducer: str,
    outputs: Mapping[str, Property],
) -> Iterator[Diagnostic]:
    output = outputs.get(title)
    if output is None:
        yield UNFIT_REDUCER.at(
            node.key_place("reducers", title),
            f"node '{node.name}' reduces '{title}', which flow '{subflow.name}' does not return",
            label="no such output",
            hint=did_you_mean(title, outputs) or "The flow has no outputs.",
        )
    elif reducer in _OF_NUMBERS and not _can_be_number(output.type):
        yield UNFIT_REDUCER.at(
            node.place("reducers", title),
            f"node '{node.name}' takes the {reducer} of '{title}', which is no number",
            label=f"each is {type_text(output.type)}",
            hint='Use "append", which makes a list of anything.',
        )


def _can_be_number(type_: Type) -> bool:
    return any(
        isinstance(member, AnyType)
        or (isinstance(member, Scalar) and member.name in ("integer", "number"))
        for member in members_of(type_)
    )
