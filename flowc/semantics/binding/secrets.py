"""Secrets that stand in a source are not compiled (spec, "Sensitive fields")."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flowc.diagnostics import Rule, Severity
from flowc.ir.secrets import is_secret, without_secrets, written_types
from flowc.semantics.binding.annotations import Annotated
from flowc.semantics.binding.report import Report
from flowc.syntax.tree import Annotation, Entry, ObjectLiteral

WRITTEN_SECRET = Rule("FLOW164", Severity.WARNING, "a secret stands in the source")


def hide_secrets(
    fields: dict[str, Any],
    type_name: str,
    annotated: Annotated,
    id_: str,
    entries: tuple[Entry, ...],
    report: Report,
) -> dict[str, Any]:
    """The fields of a component, the placeholder in the place of every secret. `entries` are what
    was written for them; each secret is reported, and its value never shown."""
    types = written_types(type_name, annotated.overrides)
    for entry in entries:
        name = entry.key.text
        if not is_secret(name, fields.get(name), types):
            continue
        entry.value.span.source.secrets.append(entry.value.span)
        report.add(
            WRITTEN_SECRET,
            entry.key.span,
            f"the value of '{name}' is a secret; it is left out",
            label="a sensitive field",
            hint=f"Write {name}: secret, and give the value when the document is loaded.",
        )
    return without_secrets(fields, id_, types)


def with_hidden(
    annotated: Annotated,
    type_name: str,
    id_: str,
    annotations: tuple[Annotation, ...],
    report: Report,
) -> Annotated:
    """What the annotations before a component say, without the secrets that `@with` sets."""
    entries = tuple(
        entry
        for annotation in annotations
        for argument in annotation.arguments
        if annotation.name.text == "with" and isinstance(argument.value, ObjectLiteral)
        for entry in argument.value.entries
    )
    overrides = dict(annotated.overrides)
    hidden = hide_secrets(overrides, type_name, annotated, id_, entries, report)
    return replace(annotated, overrides=hidden)
