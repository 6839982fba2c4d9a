"""The order of declarations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush

from flowc.ir.components import Component
from flowc.ir.flow import Flow


def used_first(components: Sequence[Component]) -> list[Component]:
    """The components in their order, but each after those that it refers to. Where some refer to
    each other in a circle, the first of them comes first.

    What is in such an order already stays as it is.
    """
    places = {component.id: place for place, component in enumerate(components)}
    users: dict[int, list[int]] = {}
    waiting: list[int] = []
    for place, component in enumerate(components):
        uses = {places[id_] for id_ in _references(component) if id_ in places} - {place}
        waiting.append(len(uses))
        for used in uses:
            users.setdefault(used, []).append(place)
    ready = [place for place, count in enumerate(waiting) if count == 0]
    heapify(ready)
    order: dict[int, None] = {}
    others = iter(range(len(components)))
    while len(order) < len(components):
        place = heappop(ready) if ready else next(p for p in others if p not in order)
        if place in order:
            continue  # it came before something that it refers to
        order[place] = None
        for user in users.get(place, ()):
            waiting[user] -= 1
            if waiting[user] == 0:
                heappush(ready, user)
    return [components[place] for place in order]


def _references(component: Component) -> Iterator[str]:
    if isinstance(component, Flow):
        for node in component.nodes:
            yield from node.references()
    yield from component.references()
