"""The one authority on names in Python (SEMANTICS 12; USERS, "Names and text").

Both executions find a tool's implementation by :func:`function_name`; the Python target takes all
its names from here too, so no text of a document ever becomes code unmangled.
"""

from __future__ import annotations

import builtins
import keyword
import sys
import unicodedata
from collections.abc import Iterable

SERVICES = ("tools", "llm", "http", "mcp", "agents", "user", "confirm", "state", "max_steps")
"""Parameters that generated functions have or may get; a flow input of that name gets a `_`."""

KEYWORDS = frozenset(keyword.kwlist) | frozenset(keyword.softkwlist)
BUILTINS = frozenset(name for name in dir(builtins)) | {"self", "cls"}


def identifier(text: str) -> str:
    """`text` as a Python identifier: NFKC; what no identifier holds becomes `_`; `_` before a
    leading digit; empty becomes `_`. Two leading underscores become one, because Python rewrites
    such names inside a class."""
    text = unicodedata.normalize("NFKC", text)
    out = "".join(char if ("a" + char).isidentifier() else "_" for char in text) or "_"
    if not out.isidentifier():
        out = "_" + out
    return "_" + out.lstrip("_") if out.startswith("__") else out


def function_name(name: str) -> str:
    """The name of the function that implements the tool `name` (SEMANTICS 12)."""
    out = identifier(name)
    return out + "_" if out in KEYWORDS or out in BUILTINS or out in SERVICES else out


def parameter_name(title: str) -> str:
    """The keyword under which a tool gets the input `title`: the title itself where Python allows
    it, so that authors of tools write the names they know (`id`, `type`, `input`)."""
    out = identifier(title)
    return out + "_" if keyword.iskeyword(out) or out in ("self", "cls", "context") else out


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
