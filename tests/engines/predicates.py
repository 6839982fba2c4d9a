"""What a case has in it that an engine may treat differently: seen in what goes in, never in what
comes out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from comparison import mapping
from dialects import parts, wayflow_feeds

from flowc.interpreter.convert import convert, fits
from flowc.ir.flow import Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import (
    EndNode,
    LlmNode,
    MapNode,
    Node,
    ParallelFlowNode,
    ParallelMapNode,
    ToolNode,
)
from flowc.ir.types import (
    BOOLEAN,
    INTEGER,
    NULL,
    NUMBER,
    STRING,
    AnyType,
    ObjectType,
    Property,
    Scalar,
    Type,
    UnionType,
    allows_null,
    members_of,
)
from flowc.semantics import check
from flowc.testing import Case, Return

Predicate = Callable[[Case], bool]
Kind = TypeVar("Kind", bound=Node)


def warned(code: str) -> Predicate:
    """`check` has a finding of that code."""

    def applies(case: Case) -> bool:
        return any(found.code == code for found in check(case.document))

    return applies


# Flows --------------------------------------------------------------------------------------------


def titles_meet_the_start(feeds: Callable[[Property, Property], bool]) -> Predicate:
    """A flow wired by name, with an output that does not feed the StartNode's input of its
    title."""

    def applies(case: Case) -> bool:
        by_name = (flow for flow in case.document.flows if flow.data_edges is None)
        return any(
            output.title == item.title and not feeds(output, item)
            for flow in by_name
            for node in flow.nodes
            for output in node.outputs or ()
            for item in _start(flow).inputs or ()
        )

    return applies


def _start(flow: Flow) -> Node:
    return next(node for node in flow.nodes if node.id == flow.start_node)


def titles_meet_without_edges(case: Case) -> bool:
    """A flow with an empty list of data edges, in which an output is titled like an input, or two
    inputs of one title differ in type. An EndNode's output counts only where WayFlow would refuse
    the edge, the StartNode's not for itself."""
    return any(
        _titles_meet(flow) or _titles_differ(flow)
        for flow in case.document.flows
        if flow.data_edges == ()
    )


def _titles_differ(flow: Flow) -> bool:
    inputs = [item for node in flow.nodes for item in node.inputs or ()]
    return any(a.title == b.title and a.type != b.type for a in inputs for b in inputs)


def _titles_meet(flow: Flow) -> bool:
    start = _start(flow)
    return any(
        output.title == item.title
        and not (isinstance(writer, EndNode) and wayflow_feeds(output.type, item.type))
        for writer in flow.nodes
        for reader in flow.nodes
        if not writer is reader is start
        for output in writer.outputs or ()
        for item in reader.inputs or ()
    )


def parallel_flow_again(case: Case) -> bool:
    """A ParallelFlowNode that may run twice in one run of its flow."""
    return any(
        isinstance(node, ParallelFlowNode) and node.id in graph.closure(graph.successors(node.id))
        for flow in case.document.flows
        for graph in (FlowGraph(flow),)
        for node in flow.nodes
    )


def null_to_a_text(case: Case) -> bool:
    """An edge that may bring null to a string."""
    for flow in case.document.flows:
        graph = FlowGraph(flow)
        for (node, title), edges in graph.sources.items():
            taker = graph.nodes[node].input(title)
            sources = [graph.nodes[it.source_node].output(it.source_output) for it in edges]
            may_be_null = any(it is not None and allows_null(it.type) for it in sources)
            if may_be_null and taker is not None and taker.type == STRING:
                return True
    return False


def numbers_beside_booleans(case: Case) -> bool:
    """A union of booleans and of certain numbers, one of which is 0 or 1, where a ToolNode may get
    a boolean."""
    items = (item for node in _nodes(case, ToolNode) for item in node.inputs)
    return any(
        isinstance(part, UnionType) and _has_booleans_and_certain_numbers(part)
        for item in items
        for part in parts(item.type)
    )


def _has_booleans_and_certain_numbers(union: UnionType) -> bool:
    members = [it for it in members_of(union) if isinstance(it, Scalar)]
    return any(it.name == BOOLEAN.name for it in members) and any(
        it.name in (INTEGER.name, NUMBER.name) and not {0, 1}.isdisjoint(it.enum or ())
        for it in members
    )


# Inputs of the root flow --------------------------------------------------------------------------


def unknown_inputs(case: Case) -> bool:
    """An input that the flow does not have."""
    given = mapping(case.inputs)
    known = {item.title for item in case.flow.effective_inputs()}
    return isinstance(given, dict) and not given.keys() <= known


def null_for_a_text_input(case: Case) -> bool:
    """Null for an input that takes it only as the text `null`."""
    return any(value is None and not allows_null(it.type) for it, value in _inputs(case))


def misfit_inputs(case: Case) -> bool:
    """An input that cannot become a value of its type, or only inside of something."""
    return any(
        not _converts(value, it.type) or not (isinstance(it.type, Scalar) or fits(value, it.type))
        for it, value in _inputs(case)
    )


def input_without_json(case: Case) -> bool:
    """An input that JSON has no form for, where a string is wanted."""
    return any(_is_text_without_json(it.type, value) for it, value in _inputs(case))


def _inputs(case: Case) -> Iterator[tuple[Property, Any]]:
    given = mapping(case.inputs)
    if isinstance(given, dict):
        for item in case.flow.effective_inputs():
            if item.title in given:
                yield item, given[item.title]


# Answers of tools ---------------------------------------------------------------------------------


def nothing_answered(case: Case) -> bool:
    """None for an output whose type excludes null."""
    return any(value is None and not allows_null(it.type) for it, value in _answers(case))


def answer_without_json(case: Case) -> bool:
    """An answer that JSON has no form for, where a string is wanted."""
    return any(_is_text_without_json(it.type, value) for it, value in _answers(case))


def no_object_given(case: Case) -> bool:
    """Something else where an object is wanted, of which no property is named."""
    return any(
        isinstance(part, ObjectType) and not part.fields and not _converts(value, it.type)
        for it, value in (*_answers(case), *_inputs(case))
        for part in parts(it.type)
    )


def converted_to_a_union(case: Case) -> bool:
    """A value that is of none of the types of a union, but can become one."""
    return any(
        not fits(value, it.type) and _converts(value, it.type)
        for it, value in (*_answers(case), *_inputs(case))
        if any(isinstance(part, UnionType) for part in parts(it.type))
    )


def wrapped_answer(case: Case) -> bool:
    """An object of one key, which is the title of the tool's one output."""
    return any(
        isinstance(value, dict) and list(value) == [it.title] and len(outputs) == 1
        for it, value, outputs in _all_answers(case)
    )


def _answers(case: Case) -> Iterator[tuple[Property, Any]]:
    return ((item, value) for item, value, _ in _all_answers(case))


def _all_answers(case: Case) -> Iterator[tuple[Property, Any, tuple[Property, ...]]]:
    """What a tool may return for an output, and all outputs of the tool."""
    for script in case.tools:
        outputs = case.document.components[script.tool].outputs or ()
        values = (it.value for it in script.answers if isinstance(it, Return))
        for value in values:
            if len(outputs) == 1:
                yield outputs[0], value, outputs
            elif isinstance(value, dict):
                for item in outputs:
                    if item.title in value:
                        yield item, value[item.title], outputs


# Answers of services -----------------------------------------------------------------------------


def word_of_a_model(case: Case) -> bool:
    """A model that is asked for one output, one of several texts."""
    nodes = (node for flow in case.document.flows for node in flow.nodes)
    outputs = (node.outputs or () for node in nodes if isinstance(node, LlmNode))
    return any(
        len(items) == 1 and isinstance(items[0].type, Scalar) and items[0].type.enum is not None
        for items in outputs
    )


def nothing_of_a_client(case: Case) -> bool:
    """A ClientTool that may give null or an empty object."""
    components = case.document.components
    return any(
        isinstance(answer, Return) and answer.value in (None, {})
        for script in case.tools
        if components[script.tool].component_type == "ClientTool"
        for answer in script.answers
    )


# Lists and answers that WayFlow reads with jq ----------------------------------------------------


def whole_float_answered(service: str, kind: type[Node]) -> Predicate:
    """A float that is a whole number in a service's answer for nodes of a kind, where it could be
    something else too."""

    def applies(case: Case) -> bool:
        answers = (
            it for script in case.services if script.service == service for it in script.answers
        )
        floats = any(isinstance(it, Return) and _has_whole_float(it.value) for it in answers)
        return floats and any(
            _may_be_else(item.type) for node in _nodes(case, kind) for item in node.outputs
        )

    return applies


def whole_float_gone_over(case: Case) -> bool:
    """A float that is a whole number inside some value, and a map that goes over what could be
    something else too."""
    values = (*_answers(case), *_inputs(case), *_defaults(case))
    floats = any(_has_whole_float(value) for it, value in values if not isinstance(it.type, Scalar))
    maps = (*_nodes(case, MapNode), *_nodes(case, ParallelMapNode))
    subflows = (case.document.flow(node.subflow.id) for node in maps)
    items = (item for flow in subflows if flow for item in flow.effective_inputs())
    return floats and any(_may_be_else(item.type) for item in items)


def _nodes(case: Case, kind: type[Kind]) -> list[Kind]:
    return [node for flow in case.document.flows for node in flow.nodes if isinstance(node, kind)]


def _defaults(case: Case) -> Iterator[tuple[Property, Any]]:
    for flow in case.document.flows:
        for node in flow.nodes:
            items = (item for item in (*node.inputs, *node.outputs) if item.has_default)
            yield from ((item, item.default) for item in items)


def _may_be_else(type_: Type) -> bool:
    """Whether a number of the type stays one that is written without a point, or becomes a value of
    another of the type's members."""
    return any(
        isinstance(part, AnyType)
        or (isinstance(part, UnionType) and NUMBER in parts(part) and _has_choice(part))
        for part in parts(type_)
    )


def _has_choice(union: UnionType) -> bool:
    return sum(member != NULL for member in members_of(union)) > 1


def _has_whole_float(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_whole_float, value.values()))
    if isinstance(value, (list, tuple)):
        return any(map(_has_whole_float, value))
    return isinstance(value, float) and value.is_integer()


# Values -------------------------------------------------------------------------------------------


def _is_text_without_json(type_: Type, value: Any) -> bool:
    strings = (isinstance(it, Scalar) and it.name == "string" for it in parts(type_))
    return any(strings) and not _has_json(value)


def _has_json(value: Any) -> bool:
    try:
        json.dumps(value)
    except (TypeError, ValueError):
        return False
    return True


def _converts(value: Any, type_: Type) -> bool:
    try:
        convert(value, type_, "")
    except (TypeError, ValueError):
        return False
    return True
