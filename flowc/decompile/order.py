"""The order of declarations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from types import MappingProxyType

from flowc.ir.components import Component
from flowc.ir.flow import Flow


def used_first(
    components: Sequence[Component], inside: Mapping[str, Component] = MappingProxyType({})
) -> list[Component]:
    """The components in their order, but each after those that it refers to. Where some refer to
    each other in a circle, the first of them comes first.

    What is in such an order already stays as it is. `inside` are the components, by id, that are
    written where they are used: what they refer to is what their users refer to.
    """
    places = {component.id: place for place, component in enumerate(components)}
    users: dict[int, list[int]] = {}
    waiting: list[int] = []
    for place, component in enumerate(components):
        uses = {places[id_] for id_ in _uses(component, inside) if id_ in places} - {place}
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


def _uses(component: Component, inside: Mapping[str, Component]) -> Iterator[str]:
    """What a component refers to, by itself and by what is written inside of it."""
    work, seen = [component], set()
    while work:
        for id_ in _references(work.pop()):
            yield id_
            if id_ in inside and id_ not in seen:
                seen.add(id_)
                work.append(inside[id_])


def _references(component: Component) -> Iterator[str]:
    if isinstance(component, Flow):
        for node in component.nodes:
            yield from node.references()
    yield from component.references()
