"""How deep flows and types are nested: what Python's stack could not hold is refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.resolved import MAX_DEPTH as RESOLVED_DEPTH
from flowc.ir.resolved import is_too_large
from flowc.semantics.nesting import is_deeper, nesting
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


def too_nested(document: Document, flows: Sequence[Flow]) -> Iterator[Diagnostic]:
    """A finding for every flow that contains itself, and one if the flows nest too deep."""
    found = nesting(document, flows)
    for looped in found.endless:
        title = f"flow '{looped.name}' contains itself"
        yield ENDLESS.at(looped.origin, title, hint="A loop is made of edges back to a node.")
    if found.depth > MAX_DEPTH:
        title = f"the flows under '{found.deepest.name}' are nested {found.depth} deep"
        hint = f"The interpreter runs {MAX_DEPTH} levels."
        yield TOO_DEEP.at(found.deepest.origin, title, hint=hint)


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
            if is_deeper(item.type, MAX_TYPE_DEPTH):
                title = f"the type of '{item.title}' of '{owner.name}' is nested too deep"
                hint = f"At most {MAX_TYPE_DEPTH} levels run."
                yield TOO_DEEP.at(owner.origin, title, hint=hint)


def _with_nodes(components: Iterable[Component]) -> Iterator[Component]:
    for component in components:
        yield component
        if isinstance(component, Flow):
            yield from component.nodes
