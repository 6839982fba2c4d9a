"""FLOW119: component types that nobody knows, but that look like known ones."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic
from flowc.ir.catalogue import CATALOGUE
from flowc.ir.components import Component
from flowc.ir.document import Document
from flowc.semantics.likely_types import LIKELY_TYPO, likely_type
from flowc.semantics.parts import parts_of
from flowc.text import Span


def check_unknown_types(document: Document) -> Iterator[Diagnostic]:
    """A type that is almost one of the specification's, or a keyword, is misspelt."""
    known: dict[tuple[str, bool], str | None] = {}
    for part in parts_of(document):
        if part.component_type in CATALOGUE:
            continue
        key = (part.component_type, isinstance(part.origin, Span))
        if key not in known:
            known[key] = _meant(*key)
        meant = known[key]
        if meant is not None:
            yield _finding(part, meant)


def _meant(type_: str, in_flow_text: bool) -> str | None:
    return (_misspelt_keyword(type_) if in_flow_text else None) or likely_type(type_)


def _misspelt_keyword(type_: str) -> str | None:
    # Only a check of `.flow` text, for which it is loaded anyway, loads the parser.
    from flowc.syntax.misspelt import DECLARING, misspelt

    return misspelt(type_, DECLARING)


def _finding(part: Component, meant: str) -> Diagnostic:
    return LIKELY_TYPO.at(
        part.place("component_type"),
        f"'{part.component_type}' is taken for a component type that flowc does not know",
        label="unknown type",
        hint=f"Did you mean '{meant}'?",
    )
