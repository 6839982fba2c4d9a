"""Ids that `@id` gives to nodes: each belongs to one component (SEMANTICS 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flowc.diagnostics import Related
from flowc.ir.components import Component
from flowc.ir.flow import Flow
from flowc.ir.nodes import Node
from flowc.semantics.binding.declarations import ID_TWICE
from flowc.semantics.binding.report import Report


def report_node_ids(components: Mapping[str, Component], report: Report) -> None:
    """Report every node whose id is that of something else. The same node in several flows is one
    component, and no mistake."""
    first: dict[str, Component] = dict(components)
    for flow in components.values():
        for node in _each_once(flow.nodes if isinstance(flow, Flow) else (), report):
            other = first.setdefault(node.id, node)
            if not _is_same(node, other):
                _report(node, other, report)


def _each_once(nodes: Iterable[Node], report: Report) -> list[Node]:
    """The nodes of one flow by id; a second one with an id is reported."""
    found: dict[str, Node] = {}
    for node in nodes:
        other = found.setdefault(node.id, node)
        if other is not node:
            _report(node, other, report)
    return list(found.values())


def _is_same(node: Component, other: Component) -> bool:
    """Whether two nodes say the same; their texts also tell 1, 1.0 and true apart."""
    return node is other or (node == other and repr(node) == repr(other))


def _report(node: Component, other: Component, report: Report) -> None:
    assert node.origin is not None
    report.add(
        ID_TWICE,
        node.origin,
        f"two components have the id '{node.id}'",
        label="the same id again",
        hint='Give one of them another id: @id("…").',
        related=() if other.origin is None else [Related(other.origin, "first used here")],
    )
