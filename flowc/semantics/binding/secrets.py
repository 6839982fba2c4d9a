"""Secrets that stand in a source are not compiled (spec, "Sensitive fields")."""

from __future__ import annotations

from typing import Any

from flowc.diagnostics import Rule, Severity
from flowc.ir.catalogue import CATALOGUE
from flowc.ir.secrets import is_harmless
from flowc.ir.values import ABSENT, secret
from flowc.semantics.binding.report import Report
from flowc.syntax.tree import Annotation, Entry, ObjectLiteral

WRITTEN_SECRET = Rule("FLOW164", Severity.WARNING, "a secret stands in the source")


def without_secrets(
    fields: dict[str, Any], type_name: str, id_: str, entries: tuple[Entry, ...], report: Report
) -> dict[str, Any]:
    """The fields of a component, the placeholder in the place of every secret. `entries` are what
    was written for them; each secret is reported, and its value never shown."""
    known = CATALOGUE.get(type_name)
    if known is None:
        return fields
    found = dict(fields)
    for entry in entries:
        name = entry.key.text
        value = fields.get(name)
        if name not in known.sensitive or value in (None, ABSENT) or is_harmless(value):
            continue
        found[name] = secret(id_, name)
        entry.value.span.source.secrets.append(entry.value.span)
        report.add(
            WRITTEN_SECRET,
            entry.key.span,
            f"the value of '{name}' is a secret; it is left out",
            label="a sensitive field",
            hint=f"Write {name}: secret, and give the value when the document is loaded.",
        )
    return found


def with_entries(annotations: tuple[Annotation, ...]) -> tuple[Entry, ...]:
    """What `@with` sets, as it was written."""
    return tuple(
        entry
        for annotation in annotations
        for argument in annotation.arguments
        if annotation.name.text == "with" and isinstance(argument.value, ObjectLiteral)
        for entry in argument.value.entries
    )
