"""What a program means: names bound to declarations, and everything that can be wrong with it.

:func:`bind` turns the syntax tree of a `.flow` file into the IR; :func:`check` finds what is wrong
with any document of the IR, wherever it was read from.
"""

from flowc.semantics.assign import assignable
from flowc.semantics.binding import Bound, bind
from flowc.semantics.check import check

__all__ = ["Bound", "assignable", "bind", "check"]
