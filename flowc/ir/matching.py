"""Which component of one document is which of another, for comparison by meaning."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import TypeAlias

from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import ControlEdge, Flow
from flowc.ir.ids import owner_ends
from flowc.ir.nodes import NEXT, EndNode, Node, StartNode

Key: TypeAlias = Callable[[Node], Hashable]


def matched(a: Document, b: Document) -> dict[str, str]:
    """The ids of the first document as the second has them: the roots, then equal ids, then what
    matched components refer to in the same places, then equal types and names in order. Nodes are
    matched inside matched flows."""
    left, right = components_here(a), components_here(b)
    names = {a.root: b.root} if a.root is not None and b.root is not None else {}
    names = _along_references(a, b, _in_order(left, right, names, lambda item: item.id))
    names = _along_references(a, b, _in_order(left, right, names, _type_and_name))
    for flow in a.flows:
        other = b.flow(names.get(flow.id, flow.id))
        if other is not None:
            names |= _matched_nodes(flow, other)
    return names


def _type_and_name(component: Component) -> Hashable:
    return (component.component_type, said_name(component))


def _along_references(a: Document, b: Document, known: Mapping[str, str]) -> dict[str, str]:
    """The known pairs, and the components of one type and name to which paired components and
    their nodes refer in the same places."""
    pairs = dict(known)
    used = set(pairs.values())
    work = list(pairs)
    while work:
        one, other = a.components.get(work[-1]), b.components.get(pairs[work.pop()])
        if one is None or other is None:
            continue
        for mine, theirs in zip(_references(one), _references(other), strict=False):
            left, right = a.components.get(mine), b.components.get(theirs)
            if mine in pairs or theirs in used or left is None or right is None:
                continue
            if _type_and_name(left) == _type_and_name(right):
                pairs[mine] = theirs
                used.add(theirs)
                work.append(mine)
    return pairs


def _references(component: Component) -> Iterator[str]:
    """The ids that a component refers to, and if it is a flow its nodes in the order of names."""
    yield from component.references()
    if isinstance(component, Flow):
        for node in sorted(component.nodes, key=lambda node: (node.component_type, node.name)):
            yield from node.references()


def renamed(id_: str, names: Mapping[str, str]) -> str:
    """An id as the other document has it. What is derived from a component's id (`<id>/field`, the
    secret `<id>.field`) goes with it."""
    if id_ in names:
        return names[id_]
    at = next((at for at in owner_ends(id_) if id_[:at] in names), 0)
    return names[id_[:at]] + id_[at:] if at else id_


def said_name(component: Component) -> str:
    """A component's name; "" if its document has something else in that place, and the name is only
    derived from the id."""
    return "" if "name" in component.overrides else component.name


def components_here(document: Document) -> list[Component]:
    """The components that the document holds, not those that it says are elsewhere."""
    return [item for item in document.components.values() if not item.extern]


def _matched_nodes(flow: Flow, other: Flow) -> dict[str, str]:
    """The nodes of a flow by what leads to them, from the starts on; those that nothing leads to
    by name. Ids and order come last, because neither means anything."""
    pairs = {flow.start_node: other.start_node} if flow.start_node else {}
    for key in (_by_what_it_says, _by_name):
        pairs = _along_edges(flow, other, pairs, key)
        pairs = _in_order(flow.nodes, other.nodes, pairs, _with_id(key))
        pairs = _in_order(flow.nodes, other.nodes, pairs, key)
    return pairs


def _with_id(key: Key) -> Key:
    return lambda node: (key(node), node.id)


def _by_name(node: Node) -> Hashable:
    """The type and name; StartNodes and EndNodes have no name that means something."""
    nameless = isinstance(node, (StartNode, EndNode))
    return (node.component_type, "" if nameless else said_name(node))


def _by_what_it_says(node: Node) -> Hashable:
    if not isinstance(node, (StartNode, EndNode)):
        return _by_name(node)
    branch = (node.branch_name or NEXT) if isinstance(node, EndNode) else NEXT
    titles = tuple(item.title for item in node.outputs)
    return (node.component_type, branch, node.description, titles)


def _in_order(
    left: Sequence[Component],
    right: Sequence[Component],
    known: Mapping[str, str],
    key: Callable[..., Hashable],
) -> dict[str, str]:
    """The known pairs, and those of one key that are left, the first with the first."""
    pairs = dict(known)
    used = set(pairs.values())
    free: dict[Hashable, list[str]] = {}
    for item in reversed(right):
        if item.id not in used:
            free.setdefault(key(item), []).append(item.id)
    for item in left:
        twins = free.get(key(item))
        if item.id not in pairs and twins:
            pairs[item.id] = twins.pop()
    return pairs


def _along_edges(flow: Flow, other: Flow, known: Mapping[str, str], key: Key) -> dict[str, str]:
    """The known pairs, and the nodes of one key to which edges from the same branches of paired
    nodes lead."""
    pairs = dict(known)
    used = set(pairs.values())
    here = {node.id: key(node) for node in flow.nodes}
    free = {node.id: key(node) for node in other.nodes if node.id not in used}
    there: dict[Hashable, list[str]] = {}
    for edge in reversed(other.control_edges):
        if edge.to_node in free:
            where = (edge.from_node, edge.branch, free[edge.to_node])
            there.setdefault(where, []).append(edge.to_node)
    waiting: dict[str, list[ControlEdge]] = {}
    for edge in flow.control_edges:
        waiting.setdefault(edge.from_node, []).append(edge)
    work = list(pairs)
    while work:
        node = work.pop()
        for edge in waiting.get(node, ()):
            if edge.to_node in pairs or edge.to_node not in here:
                continue
            twins = there.get((pairs[node], edge.branch, here[edge.to_node]), [])
            while twins and twins[-1] not in free:
                twins.pop()
            if twins:
                pairs[edge.to_node] = twins.pop()
                del free[pairs[edge.to_node]]
                work.append(edge.to_node)
    return pairs
