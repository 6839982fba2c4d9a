"""Grammar rules to nodes of the syntax tree: one function per rule, by subject."""

from flowc.syntax.building.builder import Builder

__all__ = ["Builder"]
