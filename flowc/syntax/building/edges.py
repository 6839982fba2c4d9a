"""Explicit edges."""

from __future__ import annotations

from flowc.records import dataclass
from flowc.syntax import tree
from flowc.syntax.building.parts import (
    Build,
    Context,
    Core,
    Parts,
    core,
    name,
    node,
    nodes,
    span_of,
    split_prefix,
    words,
)
from flowc.text import Span


@dataclass(frozen=True, slots=True)
class _EdgeEnd:
    """`.output` or `[branch]` after the source of an edge."""

    span: Span
    output: tree.Name | None
    branch: tree.Name | None


def _edges(context: Context, parts: Parts) -> Core:
    return core(parts, tree.Edges, entries=nodes(parts, tree.EdgeEntry))


def _edge_output(context: Context, parts: Parts) -> _EdgeEnd:
    return _EdgeEnd(span_of(parts), name(context, parts[1]), None)


def _edge_branch(context: Context, parts: Parts) -> _EdgeEnd:
    return _EdgeEnd(span_of(parts), None, name(context, parts[1]))


def _edge(context: Context, parts: Parts) -> tree.EdgeEntry:
    prefix, rest = split_prefix(context, parts)
    end = node(rest, _EdgeEnd)
    names = words(rest, "NAME")
    return tree.EdgeEntry(
        span=span_of(rest),
        source=name(context, names[0]),
        source_output=end.output if end else None,
        branch=end.branch if end else None,
        destination=name(context, names[1]),
        destination_input=name(context, names[2]) if len(names) > 2 else None,
        description=prefix.description,
        annotations=prefix.annotations,
    )


RULES: dict[str, Build] = {
    "edges": _edges,
    "edge_output": _edge_output,
    "edge_branch": _edge_branch,
    "edge": _edge,
}
