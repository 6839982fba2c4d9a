"""FLOW590: the document uses what its Agent Spec version does not have (SEMANTICS 8)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Edit, Fix, Related, Rule, Severity
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.versions import Requirement, is_lower, requirements, version_key
from flowc.text import Pointer, Span

TOO_LOW = Rule("FLOW590", Severity.WARNING, "a component needs a later version than the document's")


def check_version(document: Document) -> Iterator[Diagnostic]:
    """Each component type and field appeared in some version; a document that says an earlier one
    is refused by the official SDK. flowc reads, runs and writes it as it is.

    Wrong: `agentspec "25.4.1"` above a BuiltinTool, which came with 25.4.2.
    Right: `agentspec "25.4.2"`, or no `agentspec` line at all: flowc then writes the lowest version
    that all components allow.
    """
    if document.version is None:
        return
    found = [
        (requirement, component)
        for component in _parts(document)
        for requirement in requirements(component)
        if is_lower(document.version, requirement.version)
    ]
    if not found:
        return
    needed, component = max(found, key=lambda pair: version_key(pair[0].version) or ())
    others = [pair for pair in found if pair[1] is not component]
    yield TOO_LOW.at(
        component.origin or document.origin,
        f"{component.component_type} '{component.name}' needs Agent Spec {needed.version}, but the "
        f"document says {document.version}",
        label=f"{needed.reason} came with {needed.version}",
        hint=f"Write {_version_line(document, needed.version)}: the lowest that all its components "
        "allow.",
        related=_related(others),
        fix=_fix(document, needed.version),
    )


def _parts(document: Document) -> Iterator[Component]:
    for component in document.components.values():
        if not component.extern:
            yield component
    for flow in document.flows:
        yield from flow.nodes


def _version_line(document: Document, version: str) -> str:
    if _is_document(document):
        return f'"agentspec_version": "{version}"'
    return f'agentspec "{version}"'


def _is_document(document: Document) -> bool:
    return document.source is not None and document.source.locate is not None


def _related(others: list[tuple[Requirement, Component]]) -> Iterator[Related]:
    for requirement, component in others[:5]:
        if component.origin is not None:
            yield Related(
                component.origin,
                f"{component.component_type} '{component.name}' needs {requirement.version}",
            )


def _fix(document: Document, version: str) -> Fix | None:
    span = _version_span(document)
    if span is None:
        return None
    quote = span.text[:1] if span.text[:1] in ('"', "'") else ""
    edit = Edit(span, f"{quote}{version}{quote}")
    return Fix(f"say Agent Spec {version}", (edit,))


def _version_span(document: Document) -> Span | None:
    """Where the version stands in the source, quotes included, if it can be found for certain."""
    source, version = document.source, document.version
    if source is None or version is None:
        return None
    if _is_document(document):
        span = Pointer(source, ("agentspec_version",)).span()
        return span if span.text.strip("\"'") == version else None
    lines = re.finditer(rf'^[ \t]*agentspec[ \t]+("{re.escape(version)}")', source.text, re.M)
    found = [Span(source, *line.span(1)) for line in lines]
    return found[0] if len(found) == 1 else None
