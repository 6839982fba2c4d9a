"""The formatter: one layout for every program, and never another program."""

from flowc.format.formatter import format_source

__all__ = ["format_source"]
