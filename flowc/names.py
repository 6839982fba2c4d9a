"""The one authority on names in Python (SEMANTICS 12; USERS, "Names and text").

Both executions find a tool's implementation by :func:`function_name`; the Python target takes all
its names from here too, so no text of a document ever becomes code unmangled.
"""

from __future__ import annotations

import keyword
import sys
from collections.abc import Iterable

from flowc.runtime.names import (
    BUILTINS,
    KEYWORDS,
    SERVICES,
    function_name,
    identifier,
    parameter_name,
)

__all__ = [
    "BUILTINS",
    "KEYWORDS",
    "SERVICES",
    "Namer",
    "clashes",
    "function_name",
    "identifier",
    "module_name",
    "parameter_name",
]


def clashes(names: Iterable[str]) -> dict[str, list[str]]:
    """The names that become one function name, by that name."""
    found: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        found.setdefault(function_name(name), []).append(name)
    return {key: group for key, group in found.items() if len(group) > 1}


class Namer:
    """Gives out unique names in one scope, stable in the order of asking."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)
        self._last: dict[str, int] = {}

    def reserve(self, *names: str) -> None:
        """Take names out of circulation."""
        self._taken.update(names)

    def unique(self, wanted: str) -> str:
        """`wanted` as an identifier that nothing else in this scope has; `_2`, `_3` on a clash."""
        base = function_name(wanted)
        name, number = base, self._last.get(base, 1)
        while name in self._taken:
            number += 1
            name = f"{base}_{number}" if not base.endswith("_") else f"{base}{number}"
        self._taken.add(name)
        self._last[base] = number
        return name


def module_name(stem: str) -> str:
    """The module name for a generated file: an identifier that hides no standard module."""
    out = identifier(stem)
    hidden = keyword.iskeyword(out) or out in sys.stdlib_module_names
    return out + "_" if hidden else out
