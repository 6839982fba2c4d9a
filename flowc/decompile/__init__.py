"""From the IR back to a syntax tree: convert, then ordered rewriters."""

from flowc.decompile.documents import decompile

__all__ = ["decompile"]
