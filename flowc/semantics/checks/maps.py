"""FLOW236: a map goes over at least one list (SEMANTICS 22)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.nodes import MapNode, ParallelMapNode
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.maps import map_inputs

NOTHING_ITERATED = Rule("FLOW236", Severity.ERROR, "a map goes over no list")


def check_maps(context: FlowContext) -> Iterator[Diagnostic]:
    """A MapNode has an input all sources of which are lists of exactly what the subflow takes.

    Wrong: `m = map f(item = n)` where `n` is no list; or a list of integers, where `f` takes a
    number.
    Right: `m = map f(item = each xs)` where `xs` is `T[]` and `f` takes a `T`.
    """
    for node in context.flow.nodes:
        if not isinstance(node, (MapNode, ParallelMapNode)):
            continue
        subflow = context.document.flow(node.subflow.id)
        if subflow is None:
            continue
        if not any(each.iterated for each in map_inputs(node, subflow, context.graph)):
            yield NOTHING_ITERATED.at(
                context.place(node),
                f"{node.component_type} '{node.name}' goes over no list",
                label="every input gives all its runs the same",
                hint="Feed one input a list of exactly the type that the subflow takes: "
                "`item = each xs`.",
            )
