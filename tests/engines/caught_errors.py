"""Whether a case may tell of a caught error what an engine tells differently."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flowc.ir.flow import Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import (
    CAUGHT_INFO,
    DEFAULT,
    BranchingNode,
    CatchExceptionNode,
    Node,
    ToolNode,
)
from flowc.ir.types import Property, allows_null
from flowc.testing import Case, Raise, Return
from flowc.testing.tools import FAILURES


def other_error_is_told(case: Case) -> bool:
    """The text of a caught error goes somewhere, and what is caught may fail without a tool's
    error: such a text is each engine's own."""
    return any(_may_fail(flow, case) for flow in _told_of(case))


def empty_error_is_told(case: Case) -> bool:
    """The text of a caught error goes somewhere, and a tool may raise one without a text."""
    raises = (it for script in case.tools for it in script.answers if isinstance(it, Raise))
    return any(str(FAILURES[it.kind](it.text)) == "" for it in raises) and any(_told_of(case))


def _told_of(case: Case) -> Iterator[Flow]:
    """The flows of whose errors the text goes somewhere."""
    flows = {flow.id: flow for flow in case.document.flows}
    for flow in flows.values():
        told = FlowGraph(flow).destinations
        for node in flow.nodes:
            if isinstance(node, CatchExceptionNode) and (node.id, CAUGHT_INFO) in told:
                yield from (flows[id_] for id_ in _all_runs(node.subflow.id, flows))


def _all_runs(flow: str, flows: Mapping[str, Flow]) -> set[str]:
    """The ids of a flow and of all that it runs."""
    found, work = {flow}, [flow]
    while work:
        ids = {id_ for node in flows[work.pop()].nodes for id_ in node.references()}
        new = (ids & flows.keys()) - found
        found |= new
        work += new
    return found


def _may_fail(flow: Flow, case: Case) -> bool:
    """Whether a flow may fail for want of a way on, a value or an output."""
    graph = FlowGraph(flow)
    return any(
        _leads_nowhere(node, graph) or _lacks_an_output(node, case) or _lacks_a_value(node, graph)
        for node in flow.nodes
    )


def _leads_nowhere(node: Node, graph: FlowGraph) -> bool:
    return isinstance(node, BranchingNode) and graph.target(node.id, DEFAULT) is None


def _lacks_an_output(node: Node, case: Case) -> bool:
    """Whether a tool may answer without one of its outputs."""
    if not isinstance(node, ToolNode):
        return False
    answers = (it.answers for it in case.tools if it.tool == node.tool.id)
    wanted = {item.title for item in node.outputs or () if not item.has_default}
    return any(
        not isinstance(it.value, dict) or not wanted <= it.value.keys()
        for it in next(answers, ())
        if isinstance(it, Return) and len(node.outputs or ()) > 1
    )


def _lacks_a_value(node: Node, graph: FlowGraph) -> bool:
    """Whether an input may be unset, or get null that its type excludes."""
    if node.id == graph.flow.start_node:
        return False
    return any(
        not (item.has_default or _is_sure(node, item, graph))
        or any(allows_null(it.type) > allows_null(item.type) for it in _sources(node, item, graph))
        for item in node.inputs or ()
    )


def _is_sure(node: Node, item: Property, graph: FlowGraph) -> bool:
    """Whether a source has run whenever the node runs."""
    ids = {edge.source_node for edge in graph.sources.get((node.id, item.title), ())}
    return any(graph.dominates(id_, node.id) for id_ in ids - {node.id})


def _sources(node: Node, item: Property, graph: FlowGraph) -> Iterator[Property]:
    for edge in graph.sources.get((node.id, item.title), ()):
        output = graph.nodes[edge.source_node].output(edge.source_output)
        assert output is not None
        yield output
