"""Binding: from the syntax tree of a `.flow` file to the IR.

Names find what they stand for, statements become nodes, lines and arguments become edges.
:func:`bind` is the way in; it never raises on a tree, and reports everything in one run.
"""

from flowc.semantics.binding.program import Bound, bind

__all__ = ["Bound", "bind"]
