"""How deep flows run flows, and types hold types: what bounds every execution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.types import Type, inner_types
from flowc.records import dataclass


@dataclass(frozen=True, slots=True)
class Nesting:
    """The flows that contain themselves, and the one of the given flows that nests deepest: how
    many levels, itself included."""

    endless: tuple[Flow, ...]
    deepest: Flow
    depth: int


def nesting(document: Document, flows: Sequence[Flow]) -> Nesting:
    """How flows of a document nest; `flows` are at least one, and all that they run."""
    below = {flow.id: _run_by(document, flow) for flow in flows}
    endless: list[Flow] = []
    depth: dict[str, int] = {}
    for start in flows:
        on_way: dict[str, Iterator[Flow]] = {}
        if start.id not in depth:
            on_way[start.id] = iter(below[start.id])
        while on_way:
            current = next(reversed(on_way))
            sub = next(on_way[current], None)
            if sub is None:
                del on_way[current]
                inner = (depth.get(flow.id, 0) for flow in below[current])
                depth[current] = 1 + max(inner, default=0)
            elif sub.id in on_way:
                endless.append(sub)
            elif sub.id not in depth:
                on_way[sub.id] = iter(below[sub.id])
    deepest = max(flows, key=lambda flow: depth[flow.id])
    return Nesting(tuple(endless), deepest, depth[deepest.id])


def _run_by(document: Document, flow: Flow) -> tuple[Flow, ...]:
    """The flows that the nodes of a flow refer to, each once."""
    found = (document.flow(id_) for node in flow.nodes for id_ in node.references())
    return tuple({sub.id: sub for sub in found if sub is not None}.values())


def is_deeper(type_: Type, levels: int) -> bool:
    """Whether types stand inside types of the type on more than so many levels, itself included."""
    level = [type_]
    for _ in range(levels):
        level = [inner for outer in level for inner in inner_types(outer)]
    return bool(level)
