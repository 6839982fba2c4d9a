"""A dialect leaves out what it says, and nothing else stands in for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from flowc.ir.types import STRING
from flowc.testing import Case, Dialect, cases, constructs
from flowc.testing.iterating import REDUCERS

MAPS = {"map", "parallel map", "several lists", "the same for all items", "append", *REDUCERS}
MESSAGES = {"message", "question", "message of a subflow"}


def drawn(dialect: Dialect, count: int = 80) -> list[Case]:
    found: list[Case] = []
    profile = settings(
        max_examples=count,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    collect = given(cases(dialect=dialect))(lambda case: found.append(case))
    profile(seed(1)(collect))()
    return found


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
