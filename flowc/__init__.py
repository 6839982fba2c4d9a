"""flowc: a compiler for a compact flow language.

One source, two targets: Agent Spec JSON that every Agent Spec runtime loads, and a typed Python
module in which each ToolNode is a plain function call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flowc.version import __version__

if TYPE_CHECKING:
    from flowc.api import Program, Result, compile, from_json, from_yaml, load, parse, run
    from flowc.diagnostics import Diagnostic, FlowcError
    from flowc.steps import as_node, sequence

__all__ = [
    "Diagnostic",
    "FlowcError",
    "Program",
    "Result",
    "__version__",
    "as_node",
    "compile",
    "from_json",
    "from_yaml",
    "load",
    "parse",
    "run",
    "sequence",
]

_HOMES = {
    "Diagnostic": "flowc.diagnostics",
    "FlowcError": "flowc.diagnostics",
    "as_node": "flowc.steps",
    "sequence": "flowc.steps",
}
"""The modules of names that are not in `flowc.api`."""


def __getattr__(name: str) -> Any:
    # Imported when first asked for, so that `import flowc` alone costs nothing.
    if name in __all__:
        from importlib import import_module

        return getattr(import_module(_HOMES.get(name, "flowc.api")), name)
    raise AttributeError(f"module 'flowc' has no attribute {name!r}")
