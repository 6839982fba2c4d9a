"""Which values of sensitive fields may be written (spec, "Sensitive fields")."""

from __future__ import annotations

import re
from collections.abc import Mapping

from flowc.ir.values import Ref

_PLACEHOLDER = re.compile(r"\{\{\s*\w+\s*\}\}\Z")


def is_harmless(value: object) -> bool:
    """Whether nothing secret is in a value: only references, and texts that are one `{{NAME}}`."""
    if isinstance(value, Mapping):
        return all(map(is_harmless, value.values()))
    if isinstance(value, str):
        return _PLACEHOLDER.match(value) is not None
    return isinstance(value, Ref)
