"""FLOW591, FLOW592: the fields of components of known types (the specification's tables).

Of JSON and YAML documents the reader reports the same, at the fields themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity, did_you_mean
from flowc.ir.catalogue import CATALOGUE
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import OtherNode
from flowc.ir.values import ABSENT
from flowc.text import Span

MISSING_FIELD = Rule("FLOW591", Severity.ERROR, "a component lacks a field that its type needs")
UNKNOWN_FIELD = Rule("FLOW592", Severity.WARNING, "a component has a field that its type lacks")


def check_known_fields(document: Document) -> Iterator[Diagnostic]:
    """A component of a known type has the fields of that type.

    Wrong: a VllmConfig without `url`; `tol_type` in a BuiltinTool.
    Right: `VllmConfig llama { url: "http://localhost:8000", model_id: "llama-3.1-8b" }`. Fields of
    types that flowc does not know are never checked.
    """
    for component in document.components.values():
        if isinstance(component, Flow):
            for node in component.nodes:
                yield from _check(node)
        elif not component.extern:
            yield from _check(component)


def _check(component: Component) -> Iterator[Diagnostic]:
    known = CATALOGUE.get(component.component_type)
    if known is None or isinstance(component, OtherNode) or not isinstance(component.origin, Span):
        return
    given = {**component.own_fields(), **component.overrides}
    what = f"{component.component_type} '{component.name}'"
    for name in known.fields:
        if name in known.required and given.get(name, ABSENT) is ABSENT:
            yield MISSING_FIELD.at(
                component.origin,
                f"{what} has no field '{name}'",
                label=f"needs '{name}'",
                hint=f"Write `{name}: …` in its block.",
            )
    for name in component.fields:
        if name not in known.fields:
            yield UNKNOWN_FIELD.at(
                component.origin,
                f"{component.component_type} has no field '{name}'; it is kept as it is",
                label=f"'{name}' stands in its block",
                hint=did_you_mean(name, known.fields),
            )
