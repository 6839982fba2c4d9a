"""Secrets that stand in a source are not compiled (spec, "Sensitive fields")."""

from __future__ import annotations

from typing import Any

from flowc.ir.secrets import is_secret, without_secrets, written_types
from flowc.records import replace
from flowc.semantics.binding.annotations import Annotated
from flowc.semantics.binding.places import with_entries
from flowc.semantics.binding.report import Report
from flowc.semantics.secrets import left_out
from flowc.syntax.tree import Annotation, Entry


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
        hint = f"Write {name}: secret, and give the value when the document is loaded."
        owner = f"{type_name} '{id_}'"
        report.include([left_out(owner, name, entry.key.span, entry.value.span, hint)])
    return without_secrets(fields, id_, types)


def with_hidden(
    annotated: Annotated,
    type_name: str,
    id_: str,
    annotations: tuple[Annotation, ...],
    report: Report,
) -> Annotated:
    """What the annotations before a component say, without the secrets that `@with` sets."""
    entries = with_entries(annotations)
    overrides = dict(annotated.overrides)
    hidden = hide_secrets(overrides, type_name, annotated, id_, entries, report)
    return replace(annotated, overrides=hidden)
