"""What a program means: names bound to declarations, and everything that can be wrong with it.

:func:`bind` turns the syntax tree of a `.flow` file into the IR; :func:`check` finds what is wrong
with any document of the IR, wherever it was read from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flowc.semantics.assign import assignable
from flowc.semantics.check import check

if TYPE_CHECKING:
    from flowc.semantics.binding import Bound, bind

__all__ = ["Bound", "assignable", "bind", "check"]


def __getattr__(name: str) -> Any:
    # Imported when first asked for: a document is checked without the syntax of `.flow`.
    if name in ("Bound", "bind"):
        from flowc.semantics import binding

        return getattr(binding, name)
    raise AttributeError(f"module 'flowc.semantics' has no attribute {name!r}")
