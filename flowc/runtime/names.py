"""How names of documents become names in Python (SEMANTICS 12; USERS, "Names and text").

`flowc.names` has the rest. These are here because ready services look for functions at run time.
"""

from __future__ import annotations

import builtins
import keyword
import unicodedata
from functools import lru_cache

SERVICES = (
    "tools",
    "llm",
    "http",
    "mcp",
    "agents",
    "user",
    "confirm",
    "state",
    "clock",
    "max_steps",
)
"""Parameters that generated functions have or may get; a flow input of that name gets a `_`."""

KEYWORDS = frozenset(keyword.kwlist) | frozenset(keyword.softkwlist)
BUILTINS = frozenset(name for name in dir(builtins)) | {"self", "cls"}


@lru_cache(maxsize=1024)  # the interpreter asks again each time that a node runs
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
