"""A dialect leaves out what it says, and nothing else stands in for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import pytest
import random_cases

from flowc.ir.flow import Flow
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import (
    CAUGHT_INFO,
    AgentNode,
    ApiNode,
    CatchExceptionNode,
    InputMessageNode,
    LlmNode,
    Node,
    OutputMessageNode,
    ParallelFlowNode,
    ParallelMapNode,
    ToolNode,
)
from flowc.ir.types import STRING
from flowc.testing import Case, Dialect, Raise, cases, constructs
from flowc.testing.iterating import REDUCERS

MAPS = {"map", "parallel map", "several lists", "the same for all items", "append", *REDUCERS}
MESSAGES = {"message", "question", "message of a subflow"}


def drawn(dialect: Dialect, count: int = 80) -> list[Case]:
    return random_cases.drawn(cases(dialect=dialect), 1, count)


def seen(found: Iterable[Case]) -> set[str]:
    return {name for case in found for name in constructs(case)}


@pytest.mark.parametrize(
    ("fields", "gone", "still"),
    [
        ({"maps": False}, {"map"}, {"parallel map", "append"}),
        ({"parallel_maps": False}, {"parallel map"}, {"map", "parallel flow"}),
        ({"maps": False, "parallel_maps": False}, MAPS, {"parallel flow"}),
        ({"iterated_lists": 1}, {"several lists"}, {"the same for all items"}),
        ({"reducers": False}, set(REDUCERS), {"append"}),
        ({"parallel_flows": False}, {"parallel flow"}, {"parallel map"}),
        ({"catches": False}, {"catch", "caught fault"}, {"subflow"}),
        ({"messages": False}, {"message"}, {"question"}),
        ({"questions": False}, {"question", "few replies"}, {"message"}),
        ({"inner_messages": False}, {"message of a subflow"}, {"message", "question"}),
        ({"messages": False, "questions": False}, MESSAGES, {"model"}),
        ({"models": False}, {"model", "structured answer"}, {"request", "agent"}),
        ({"structured_answers": False}, {"structured answer"}, {"model"}),
        ({"requests": False}, {"request"}, {"model", "agent", "RemoteTool"}),
        ({"agents": False}, {"agent"}, {"model", "request"}),
        ({"tool_kinds": ("MCPTool",)}, {"ClientTool", "BuiltinTool", "RemoteTool"}, {"MCPTool"}),
        ({"confirmations": False}, {"confirmation", "nobody confirms"}, {"retry"}),
        ({"retries": False}, {"retry"}, {"confirmation"}),
        ({"state": False}, {"state"}, {"context"}),
        ({"contexts": False}, {"context"}, {"state"}),
        ({"named_flows": 0}, {"by name"}, {"several sources"}),
        ({"odd_answers": False}, {"unfit answer"}, {"model", "request", "agent"}),
    ],
    ids=lambda value: ", ".join(value) if isinstance(value, dict) else None,
)
def test_what_a_dialect_leaves_out(fields: dict[str, Any], gone: set[str], still: set[str]) -> None:
    found = seen(drawn(Dialect(**fields)))
    assert found & gone == set()
    assert still <= found


def test_placeholders_are_of_types_that_the_dialect_shows() -> None:
    texts = Dialect(shows=lambda type_: type_ == STRING)
    kinds = {"OutputMessageNode", "InputMessageNode", "LlmNode", "ApiNode"}
    nodes = [node for case in drawn(texts) for flow in case.document.flows for node in flow.nodes]
    inputs = [item for node in nodes if node.component_type in kinds for item in node.inputs]
    assert len(inputs) > 50
    assert all(item.type == STRING for item in inputs)


# What there is no construct for -------------------------------------------------------------------

NodeT = TypeVar("NodeT", bound=Node)


def nodes_of(found: Iterable[Case], *kinds: type[NodeT]) -> list[NodeT]:
    nodes = (node for case in found for flow in case.document.flows for node in flow.nodes)
    seen = [node for node in nodes if isinstance(node, kinds)]
    assert len(seen) > 5
    return seen


def test_texts_begin_with_what_the_dialect_says() -> None:
    found = drawn(Dialect(texts=("Hello",)))
    texts = [node.message for node in nodes_of(found, OutputMessageNode)]
    texts += [node.prompt_template for node in nodes_of(found, LlmNode)]
    assert all(text.startswith("Hello") for text in texts)


def test_questions_without_texts() -> None:
    asked = nodes_of(drawn(Dialect(question_texts=False)), InputMessageNode)
    assert all(node.message is None and node.inputs == () for node in asked)


def test_titles_of_answers() -> None:
    found = drawn(Dialect(answered_titles=("a", "b", "c")))
    for node in nodes_of(found, LlmNode, ApiNode, AgentNode):
        assert {item.title for item in node.outputs or ()} <= {"a", "b", "c", "generated_text"}


@pytest.mark.parametrize("allowed", [True, False])
def test_values_in_paths(allowed: bool) -> None:
    asked = nodes_of(drawn(Dialect(path_values=allowed)), ApiNode)
    assert any("{{" in node.url for node in asked) is allowed
    assert any(node.data for node in asked) and any(node.query_params for node in asked)


@pytest.mark.parametrize("any_defaults", [True, False])
def test_defaults_of_what_fails(any_defaults: bool) -> None:
    found = drawn(Dialect(catch_defaults=any_defaults, maps=False, parallel_maps=False))
    own = []
    for case in found:
        flows = {flow.id: flow for flow in case.document.flows}
        for flow in flows.values():
            for node in flow.nodes:
                if isinstance(node, CatchExceptionNode):
                    outputs = flows[node.subflow.id].effective_outputs()
                    given = [item for item in node.outputs if item.title != CAUGHT_INFO]
                    own.append(given == list(outputs) and all(it.has_default for it in outputs))
    assert len(own) > 5
    assert all(own) is not any_defaults


def asks(flow: Flow, case: Case) -> bool:
    """Whether tools of a flow ask for something."""
    tools = [case.document.components[it.tool.id] for it in flow.nodes if isinstance(it, ToolNode)]
    return any(
        tool.component_type != "ServerTool" or bool(tool.fields.get("requires_confirmation"))
        for tool in tools
    )


def says(flow: Flow, case: Case) -> bool:
    return any(isinstance(node, OutputMessageNode) for node in flow.nodes)


def side_by_side(case: Case) -> set[str]:
    """The ids of the flows that Parallel nodes run, and of those that these run."""
    flows = {flow.id: flow for flow in case.document.flows}
    nodes = [node for flow in flows.values() for node in flow.nodes]
    work = [node for node in nodes if isinstance(node, (ParallelFlowNode, ParallelMapNode))]
    found: set[str] = set()
    while work:
        new = (set(work.pop().references()) & flows.keys()) - found
        found |= new
        work += [node for id_ in new for node in flows[id_].nodes]
    return found


def inner(found: Iterable[Case], *, parallel: bool | None = None) -> Iterator[tuple[Flow, Case]]:
    """The flows that others run; with `parallel`, those that Parallel nodes run, or all others."""
    for case in found:
        beside = side_by_side(case)
        for flow in case.document.flows:
            if flow is not case.flow and parallel in (None, flow.id in beside):
                yield flow, case


def test_tools_of_subflows_ask_nothing() -> None:
    found = drawn(Dialect(inner_questions=False))
    assert not any(asks(flow, case) for flow, case in inner(found))
    assert any(asks(case.flow, case) for case in found)


def test_tools_side_by_side_ask_nothing() -> None:
    found = drawn(Dialect(parallel_questions=False))
    assert not any(asks(flow, case) for flow, case in inner(found, parallel=True))
    assert any(asks(flow, case) for flow, case in inner(found, parallel=False))


def test_nothing_is_said_side_by_side() -> None:
    found = drawn(Dialect(parallel_messages=False))
    assert not any(says(flow, case) for flow, case in inner(found, parallel=True))
    assert any(says(flow, case) for flow, case in inner(found, parallel=False))


@pytest.mark.parametrize("allowed", [True, False])
def test_tools_fail_side_by_side(allowed: bool) -> None:
    found = drawn(Dialect(parallel_faults=allowed))
    keyed = [script for case in found for script in case.tools if script.keyed]
    assert len(keyed) > 20
    assert any(isinstance(it, Raise) for script in keyed for it in script.answers) is allowed


def again(found: Iterable[Case]) -> float:
    """The share of the ParallelFlowNodes that run again."""
    flows = [flow for case in found for flow in case.document.flows]
    runs = [
        node.id in graph.closure(graph.successors(node.id))
        for graph in map(FlowGraph, flows)
        for node in graph.flow.nodes
        if isinstance(node, ParallelFlowNode)
    ]
    assert len(runs) > 20
    return sum(runs) / len(runs)


def test_loops_around_parallel_flows() -> None:
    """Only a `goto` may lead back to them."""
    assert again(drawn(Dialect(parallel_loops=False), 200)) < 0.05
    assert again(drawn(Dialect(), 200)) > 0.15
