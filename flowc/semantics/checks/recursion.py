"""FLOW312: a flow contains itself (SEMANTICS 3)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import Node
from flowc.ir.values import reference_paths
from flowc.semantics.contracts import is_of_wrong_kind
from flowc.text import Location

CONTAINS_ITSELF = Rule("FLOW312", Severity.ERROR, "a flow contains itself")
"""A flow that runs itself, even by way of other flows, agents or tools, can be neither loaded nor
written out whole (SEMANTICS 3). To do something again, use a loop inside the flow.

Wrong:

```flow
tool poll() -> (ready: boolean)

export flow main() {
  poll()
  if poll.ready { return }
  again = main()
}
```

Right:

```flow
tool poll() -> (ready: boolean)

export flow main() {
  poll()
  if poll.ready { return }
  goto poll
}
```
"""

CIRCULAR = Rule("FLOW528", Severity.ERROR, "a component contains itself")
"""Agents, tools and configurations hold other components in their fields. One that leads back to
itself can be neither written out nor loaded by any engine.

Wrong:

```flow
library

ManagerWorkers inner { group_manager: outer, workers: [] }
ManagerWorkers outer { group_manager: inner, workers: [] }
```

Right:

```flow
library

Agent inner { llm_config: OpenAiConfig gpt { model_id: "gpt-5" }, system_prompt: "Help." }
ManagerWorkers outer { group_manager: inner, workers: [] }
```
"""


def check_recursion(document: Document) -> Iterator[Diagnostic]:
    """What a component refers to, at any depth, does not lead back to it."""
    reported: set[str] = set()
    for cycle in _cycles(document):
        if reported & set(cycle):
            continue
        reported |= set(cycle)
        flows = [document.components[id_] for id_ in cycle]
        start = next((i for i, item in enumerate(flows) if isinstance(item, Flow)), None)
        if start is None:
            yield _circular(flows)
            continue
        ring = [*flows[start:], *flows[:start], flows[start]]
        flow = flows[start]
        yield CONTAINS_ITSELF.at(
            _place_of_use(flow, ring[1].id),
            f"flow '{flow.name}' contains itself",
            label=" -> ".join(item.name for item in ring) if len(ring) > 2 else "",
            hint="To do something again, lead an edge back to an earlier node (a loop).",
        )


def _circular(parts: list[Component]) -> Diagnostic:
    """Components that are no flows and hold each other."""
    first, ring = parts[0], [*parts, parts[0]]
    path = next(
        path
        for field, value in {**first.own_fields(), **first.overrides}.items()
        for path, ref in reference_paths(value, (field,))
        if ref.id == ring[1].id
    )
    return CIRCULAR.at(
        first.place(*path),
        f"{first.component_type} '{first.name}' contains itself",
        label=" -> ".join(item.name for item in ring),
        hint="Take one of these references away.",
    )


def _cycles(document: Document) -> Iterator[list[str]]:
    """The cycles that a depth-first walk over the components' references closes, as ids."""
    done: set[str] = set()
    for root in document.components:
        if root in done:
            continue
        path: dict[str, Iterator[str]] = {root: _uses(document, root)}
        while path:
            current = next(reversed(path))
            for id_ in path[current]:
                if id_ in path:
                    ids = list(path)
                    yield ids[ids.index(id_) :]
                elif id_ not in done:
                    path[id_] = _uses(document, id_)
                    break
            else:
                done.add(current)
                del path[current]


def _uses(document: Document, id_: str) -> Iterator[str]:
    """The components that one refers to, its nodes' references included."""
    component = document.components[id_]
    parts = component.nodes if isinstance(component, Flow) else (component,)
    for part in parts:
        for used in part.references():
            callee = document.components.get(used)
            if callee is not None and not (
                isinstance(part, Node) and is_of_wrong_kind(part, callee)
            ):
                yield used


def _place_of_use(flow: Component, used: str) -> Location | None:
    """Where the flow's node stands that refers to `used`."""
    nodes = flow.nodes if isinstance(flow, Flow) else ()
    user = next((node for node in nodes if used in node.references()), None)
    return flow.origin if user is None else user.origin or flow.origin
