"""flowc: a compiler for a compact flow language."""
