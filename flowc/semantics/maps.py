"""What a MapNode goes over, and what it makes of the results (SEMANTICS 22).

Both executions ask here: it is decided by the types alone, before anything runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from flowc.ir.flow import DataEdge, Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import MapNode, ParallelMapNode
from flowc.ir.types import ArrayType, Field, ObjectType, Property, Type, UnionType
from flowc.records import dataclass, replace

AnyMap: TypeAlias = MapNode | ParallelMapNode
APPEND = "append"
"""The reducer of an output that has no other: a list of all its values."""
_NOTES = ("title", "description", "default")
"""Keywords that say nothing of what a type takes."""


@dataclass(frozen=True, slots=True)
class MapInput:
    """An input of the node, and the subflow's input that it feeds: one item of it in each run if it
    is iterated, else the whole value in all of them."""

    item: Property
    inner: Property
    iterated: bool


@dataclass(frozen=True, slots=True)
class MapOutput:
    """An output of the node, the subflow's output that it collects, and how."""

    item: Property
    inner: Property
    reducer: str


def map_inputs(node: AnyMap, subflow: Flow, graph: FlowGraph) -> tuple[MapInput, ...]:
    """The node's inputs, in its order. One is iterated if it has sources and each is an array whose
    items are exactly of the inner type. `graph` is that of the node's flow."""
    inner = {f"iterated_{item.title}": item for item in subflow.effective_inputs()}
    return tuple(
        MapInput(item, inner[item.title], _is_iterated(node, item, inner[item.title].type, graph))
        for item in node.inputs
        if item.title in inner
    )


def _is_iterated(node: AnyMap, item: Property, inner: Type, graph: FlowGraph) -> bool:
    edges = graph.sources.get((node.id, item.title), [])
    sources = [_source(edge, graph) for edge in edges]
    types = [source.type for source in sources if source is not None]
    return bool(edges) and len(types) == len(edges) and goes_over(types, inner)


def _source(edge: DataEdge, graph: FlowGraph) -> Property | None:
    node = graph.nodes.get(edge.source_node)
    return None if node is None else node.output(edge.source_output)


def map_outputs(node: AnyMap, subflow: Flow) -> tuple[MapOutput, ...]:
    """The node's outputs, in its order."""
    inner = {f"collected_{item.title}": item for item in subflow.effective_outputs()}
    reducers = node.reducers or {}
    return tuple(
        MapOutput(item, inner[item.title], reducers.get(inner[item.title].title, APPEND))
        for item in node.outputs
        if item.title in inner
    )


def goes_over(sources: Iterable[Type], inner: Type) -> bool:
    """Whether an input is gone over: every source is an array of exactly the inner type."""
    return all(
        isinstance(type_, ArrayType)
        and type_.items is not None
        and bare(type_.items) == bare(inner)
        for type_ in sources
    )


def bare(type_: Type) -> Type:
    """A type without titles, descriptions, defaults and names."""
    keywords = {key: item for key, item in type_.keywords.items() if key not in _NOTES}
    match type_:
        case ArrayType(items=items) if items is not None:
            return replace(type_, keywords=keywords, items=bare(items))
        case UnionType():
            return replace(type_, keywords=keywords, members=tuple(map(bare, type_.members)))
        case ObjectType():
            return replace(
                type_,
                keywords=keywords,
                lists_required=False,
                fields=None
                if type_.fields is None
                else tuple(
                    Field(item.name, bare(item.type), item.required) for item in type_.fields
                ),
                additional=type_.additional
                if type_.additional is None or isinstance(type_.additional, bool)
                else bare(type_.additional),
            )
        case _:
            return replace(type_, keywords=keywords)
