"""Secrets of components: the fields that a document does not hold (spec, "Sensitive fields").

In their place it has ``{"$component_ref": "ID.FIELD"}``. Services that need the value look it up
at the last moment, in what they were given by the user, and keep it out of every text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flowc.runtime import faults

Secrets = Mapping[str, Any]
"""Values of sensitive fields, by ``"ID.FIELD"``."""

_REFERENCE = "$component_ref"


def revealed(value: Any, secrets: Secrets) -> Any:
    """`value` with every placeholder of a secret in it replaced, itself included.

    LookupError for a secret that is not given; it names ID.FIELD.
    """
    if isinstance(value, Mapping):
        if value.keys() == {_REFERENCE}:
            return _secret(value[_REFERENCE], secrets)
        return {key: revealed(item, secrets) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [revealed(item, secrets) for item in value]
    return value


def _secret(name: Any, secrets: Secrets) -> Any:
    if not isinstance(name, str) or name not in secrets:
        raise faults.NO_SECRET.error(secret=name)
    return secrets[name]
