"""The version of flowc, also written into generated modules."""

__version__ = "0.1.0"
