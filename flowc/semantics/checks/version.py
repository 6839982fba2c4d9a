"""FLOW526, FLOW590: the document's Agent Spec version (SEMANTICS 8)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Edit, Fix, Related, Rule, Severity
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.ir.versions import (
    KNOWN_VERSIONS,
    Requirement,
    is_lower,
    lowest_version,
    requirements,
    version_key,
)
from flowc.text import Pointer, Span

TOO_LOW = Rule("FLOW590", Severity.WARNING, "a component needs a later version than the document's")
"""Each component type and each field appeared in some version of Agent Spec. The official SDK
refuses a document that says an earlier one; flowc reads, runs and writes it as it is (SEMANTICS 8).

Raise the version, or leave the `agentspec` line out: flowc then writes the lowest version that all
components allow.

Wrong:

```flow
agentspec "25.4.1"

BuiltinTool status(id: string) -> (text: string) {
  tool_type: "plsql_exec"
}
```

Right:

```flow
agentspec "25.4.2"

BuiltinTool status(id: string) -> (text: string) {
  tool_type: "plsql_exec"
}
```
"""

UNKNOWN_VERSION = Rule("FLOW526", Severity.WARNING, "an Agent Spec version that is not known")
"""The official SDK refuses documents of versions that it does not know, misspelt and later ones
alike. flowc reads them all, keeps what the file says, and takes the components for what they are in
the latest version that it knows (SEMANTICS 8).

Wrong:

```flow
agentspec "25.4"

flow f() {
  say "hello"
}
```

Right:

```flow
agentspec "25.4.1"

flow f() {
  say "hello"
}
```
"""


def check_version(document: Document) -> Iterator[Diagnostic]:
    """A document says a version that has all that it uses."""
    if document.version is None:
        return
    too_low = tuple(_too_low(document, document.version))
    yield from too_low
    if not too_low and document.version not in KNOWN_VERSIONS and "{{" not in document.version:
        yield from _unknown(document, document.version)


def _unknown(document: Document, version: str) -> Iterator[Diagnostic]:
    span = version_span(document)
    yield UNKNOWN_VERSION.at(
        document.origin if span is None else span,
        f"Agent Spec version '{version}' is not known",
        label=f"known are {', '.join(KNOWN_VERSIONS)}",
        hint=f"Write {version_line(document, lowest_version(document))}: the lowest that all "
        "components of the document allow.",
    )


def _too_low(document: Document, version: str) -> Iterator[Diagnostic]:
    found = [
        (requirement, component)
        for component in _parts(document)
        for requirement in requirements(component)
        if is_lower(version, requirement.version)
    ]
    if not found:
        return
    needed, component = max(found, key=lambda pair: version_key(pair[0].version) or ())
    others = [pair for pair in found if pair[1] is not component]
    yield TOO_LOW.at(
        component.origin or document.origin,
        f"{component.component_type} '{component.name}' needs Agent Spec {needed.version}, but the "
        f"document says {version}",
        label=f"{needed.reason} came with {needed.version}",
        hint=f"Write {version_line(document, needed.version)}: the lowest that all its components "
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


def version_line(document: Document, version: str) -> str:
    """How a source of the document's kind says a version."""
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
    span = version_span(document)
    if span is None:
        return None
    quote = span.text[:1] if span.text[:1] in ('"', "'") else ""
    edit = Edit(span, f"{quote}{version}{quote}")
    return Fix(f"say Agent Spec {version}", (edit,))


def version_span(document: Document) -> Span | None:
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
