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

__all__ = [
    "Diagnostic",
    "FlowcError",
    "Program",
    "Result",
    "__version__",
    "compile",
    "from_json",
    "from_yaml",
    "load",
    "parse",
    "run",
]


def __getattr__(name: str) -> Any:
    # Imported when first asked for, so that `import flowc` alone costs nothing.
    if name in __all__:
        from importlib import import_module

        home = "flowc.diagnostics" if name in ("Diagnostic", "FlowcError") else "flowc.api"
        return getattr(import_module(home), name)
    raise AttributeError(f"module 'flowc' has no attribute {name!r}")
