"""FLOW312: a flow contains itself (SEMANTICS 3)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.text import Location

CONTAINS_ITSELF = Rule("FLOW312", Severity.ERROR, "a flow contains itself")


def check_recursion(document: Document) -> Iterator[Diagnostic]:
    """A flow runs other flows, agents and tools, none of which may lead back to it: no engine can
    load such a document.

    Wrong: `flow retry` with a node that calls `retry`; `a` that maps over `b`, which calls `a`.
    Right: a loop inside the flow.
    """
    reported: set[str] = set()
    for cycle in _cycles(document):
        flows = [document.components[id_] for id_ in cycle]
        start = next((i for i, item in enumerate(flows) if isinstance(item, Flow)), None)
        if start is None or reported & set(cycle):
            continue
        reported |= set(cycle)
        ring = [*flows[start:], *flows[:start], flows[start]]
        flow = flows[start]
        yield CONTAINS_ITSELF.at(
            _place_of_use(flow, ring[1].id),
            f"flow '{flow.name}' contains itself",
            label=" -> ".join(item.name for item in ring) if len(ring) > 2 else "",
            hint="To do something again, lead an edge back to an earlier node (a loop).",
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
            if used in document.components:
                yield used


def _place_of_use(flow: Component, used: str) -> Location | None:
    """Where the flow's node stands that refers to `used`."""
    nodes = flow.nodes if isinstance(flow, Flow) else ()
    user = next((node for node in nodes if used in node.references()), None)
    return flow.origin if user is None else user.origin or flow.origin
