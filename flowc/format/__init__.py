"""The formatter: one layout for every program, and never another program."""

from flowc.format.formatter import WIDTH, Formatted, format_parsed, format_sound, format_source

__all__ = ["WIDTH", "Formatted", "format_parsed", "format_sound", "format_source"]
