"""FLOW511, FLOW512, FLOW525: the fields of components of known types, in `.flow` sources.

Of a document its reader says the same, because it alone sees which fields were written.
"""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic
from flowc.ir.catalogue import CATALOGUE
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.values import ABSENT
from flowc.semantics.fields import Given, field_findings
from flowc.semantics.parts import parts_of
from flowc.text import Span

_SAID_ELSEWHERE = frozenset({"branches", "component_type"})


def check_known_fields(document: Document) -> Iterator[Diagnostic]:
    """A component of a known type has the fields of that type."""
    for part in parts_of(document):
        if isinstance(part.origin, Span):
            yield from field_findings(_given(part))


def _given(component: Component) -> Given:
    """The component. Null says nothing; but what a flow must have, its text always says, and what
    was written with an error, and became null or was left out for it, is not missing too."""
    own = component.fields if isinstance(component, Flow) else component.own_fields()
    given = {**own, **component.overrides}
    said = {name for name, value in given.items() if value is not None}
    entry = CATALOGUE.get(component.component_type)
    for name in () if entry is None else entry.required:
        if isinstance(component, Flow) or (name,) in component.places:
            said.add(name)
    return Given(
        component.component_type,
        component.name,
        sorted(name for name in said - _SAID_ELSEWHERE if given.get(name) is not ABSENT),
        component.origin,
        component.key_place,
    )
