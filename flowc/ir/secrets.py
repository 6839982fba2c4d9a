"""Which values of sensitive fields may be written (spec, "Sensitive fields")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from flowc.ir.catalogue import CATALOGUE
from flowc.ir.values import ABSENT, OverrideValue, Ref, secret
from flowc.patterns import pattern

_PLACEHOLDER = pattern(r"\{\{\s*\w+\s*\}\}\Z")


def is_harmless(value: object) -> bool:
    """Whether nothing secret is in a value: only references, and texts that are one `{{NAME}}`."""
    if isinstance(value, Mapping):
        return all(map(is_harmless, value.values()))
    if isinstance(value, str):
        return _PLACEHOLDER.match(value) is not None
    return isinstance(value, Ref)


def is_secret(name: str, value: object, types: frozenset[str]) -> bool:
    """Whether a field holds a secret in a component of one of these types: the one it has, and the
    one that `@with` gives it. Null, and a field that is taken away, are none."""
    entries = [CATALOGUE[type_] for type_ in types if type_ in CATALOGUE]
    sensitive = any(name in entry.sensitive for entry in entries)
    return sensitive and value is not None and value is not ABSENT and not is_harmless(value)


def written_types(component_type: str, overrides: Mapping[str, OverrideValue]) -> frozenset[str]:
    """The type of a component, and the one that its overrides give it."""
    other = overrides.get("component_type")
    return frozenset((component_type, other) if isinstance(other, str) else (component_type,))


V = TypeVar("V")


def without_secrets(fields: Mapping[str, V], id_: str, types: frozenset[str]) -> dict[str, V | Ref]:
    """The fields of the component `id_` with the placeholder for each secret."""
    return {
        name: secret(id_, name) if is_secret(name, value, types) else value
        for name, value in fields.items()
    }
