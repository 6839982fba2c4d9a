"""What no form of the source can say is stated in `@with` before all else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from flowc.ir.components import Component
from flowc.ir.derived import with_inherited_defaults
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import StartNode
from flowc.ir.schema import written_schema
from flowc.ir.types import Property
from flowc.ir.values import ABSENT, OverrideValue, Ref
from flowc.records import replace

_C = TypeVar("_C", bound=Component)


def with_stated(document: Document) -> Document:
    """The document with overrides for what the source's forms cannot say.

    Signatures have each title once, nodes their own defaults, and a flow begins at a StartNode of
    its own.
    """
    every = document.components
    components = {id_: _stated(component, every) for id_, component in every.items()}
    return replace(document, components=components)


def _stated(component: Component, components: Mapping[str, Component]) -> Component:
    component = _with_sayable_lists(component, components)
    if not isinstance(component, Flow) or component.extern:
        return component
    nodes = tuple(_with_sayable_lists(node, components) for node in component.nodes)
    return _with_stated_start(replace(component, nodes=nodes))


def _with_stated_start(flow: Flow) -> Flow:
    """The flow with its start as an override, unless it is a StartNode among its nodes. A node of
    another kind among them is then a node like any other."""
    start = flow.start
    if isinstance(start, StartNode):
        return flow
    stated: OverrideValue = Ref(flow.start_node) if flow.start_node else ABSENT
    return replace(
        flow,
        start_node=flow.start_node if start is None else "",
        overrides={"start_node": stated, **flow.overrides},
    )


def _with_sayable_lists(component: _C, components: Mapping[str, Component]) -> _C:
    """The component with its inputs and outputs as a source says them: each title once, and no
    default left to a flow whose failure is caught."""
    return _with_unique_titles(with_inherited_defaults(component, components))


def _with_unique_titles(component: _C) -> _C:
    """The component with inputs and outputs of each title once, and an override for the lists in
    which one stands twice."""
    lists = {"inputs": component.inputs, "outputs": component.outputs}
    twice = {name: items for name, items in lists.items() if items and _unique(items) != items}
    if not twice:
        return component
    stated = {name: [written_schema(item) for item in items] for name, items in twice.items()}
    unique: dict[str, Any] = {name: _unique(items) for name, items in twice.items()}
    return replace(component, overrides={**stated, **component.overrides}, **unique)


def _unique(items: Sequence[Property]) -> tuple[Property, ...]:
    return tuple({item.title: item for item in reversed(items)}.values())[::-1]
