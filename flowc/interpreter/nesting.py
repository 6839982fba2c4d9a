"""How deep flows and types are nested: what Python's stack could not hold is refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.resolved import MAX_DEPTH as RESOLVED_DEPTH
from flowc.ir.resolved import is_too_large
from flowc.ir.types import ArrayType, BaseType, ObjectType, Type, UnionType
from flowc.semantics.services import described

ENDLESS = Rule("FLOW703", Severity.ERROR, "a flow contains itself")
"""A flow that runs itself, directly or through others, would start again for ever: flows have no
way to stop a recursion. `loop` and `goto` repeat a part of a flow.

No example: `flowc check` finds it first, as FLOW312.
"""

TOO_DEEP = Rule("FLOW704", Severity.ERROR, "flows or types are nested too deep to run")
"""The interpreter runs flows that are nested up to 100 deep, and types up to 40. Components that
are handed to a service may be 50 levels deep with all that they refer to.

No example: the smallest one has more than a hundred lines.
"""

MAX_DEPTH = 100
MAX_TYPE_DEPTH = 40
"""How deep flows and types may be nested: each level takes a few of Python's stack frames."""


def nesting(document: Document, root: Flow) -> Iterator[Diagnostic]:
    """A finding for every flow under `root` that contains itself, and one if they nest too deep."""
    depth: dict[str, int] = {}
    on_way = {root.id: root}
    stack = [iter(_subflows(document, root))]
    while stack:
        sub = next(stack[-1], None)
        if sub is None:
            stack.pop()
            id_, flow = on_way.popitem()
            below = (depth.get(other.id, 0) for other in _subflows(document, flow))
            depth[id_] = 1 + max(below, default=0)
        elif sub.id in on_way:
            title = f"flow '{sub.name}' contains itself"
            yield ENDLESS.at(sub.origin, title, hint="A loop is made of edges back to a node.")
        elif sub.id not in depth:
            on_way[sub.id] = sub
            stack.append(iter(_subflows(document, sub)))
    if depth[root.id] > MAX_DEPTH:
        title = f"the flows under '{root.name}' are nested {depth[root.id]} deep"
        yield TOO_DEEP.at(root.origin, title, hint=f"The interpreter runs {MAX_DEPTH} levels.")


def _subflows(document: Document, flow: Flow) -> list[Flow]:
    found = (document.flow(id_) for node in flow.nodes for id_ in node.references())
    return list({sub.id: sub for sub in found if sub is not None}.values())


def large_components(document: Document, flows: Iterable[Flow]) -> Iterator[Diagnostic]:
    """A finding for every component that a service would be given and that is too large for it."""
    for component in described(document, flows):
        if is_too_large(document, component):
            title = f"{component.component_type} '{component.name}' is too large"
            hint = f"With all that it refers to it may be {RESOLVED_DEPTH} levels deep."
            yield TOO_DEEP.at(component.origin, title, hint=hint)


def deep_types(components: Iterable[Component]) -> Iterator[Diagnostic]:
    """A finding for every input or output of the components, and of the nodes in them, whose type
    is nested too deep."""
    for owner in _with_nodes(components):
        for item in (*(owner.inputs or ()), *(owner.outputs or ())):
            if _is_too_deep(item.type):
                title = f"the type of '{item.title}' of '{owner.name}' is nested too deep"
                hint = f"At most {MAX_TYPE_DEPTH} levels run."
                yield TOO_DEEP.at(owner.origin, title, hint=hint)


def _with_nodes(components: Iterable[Component]) -> Iterator[Component]:
    for component in components:
        yield component
        if isinstance(component, Flow):
            yield from component.nodes


def _is_too_deep(type_: Type) -> bool:
    level = [type_]
    for _ in range(MAX_TYPE_DEPTH):
        level = [inner for outer in level for inner in _parts(outer)]
    return bool(level)


def _parts(type_: Type) -> Iterator[Type]:
    """The types directly inside a type."""
    match type_:
        case ArrayType(items=items) if items is not None:
            yield items
        case UnionType(members=members):
            yield from members
        case ObjectType(fields=fields, additional=additional):
            yield from (field.type for field in fields or ())
            if isinstance(additional, BaseType):
                yield additional
