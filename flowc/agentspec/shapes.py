"""The shapes that the fields of components must have, and what to say of those that have not.

The models see a component after hoisting, so that a component in a field is a reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, InstanceOf, ValidationError

from flowc.agentspec.hoist import RawComponent
from flowc.agentspec.rules import BAD_SHAPE, kind
from flowc.diagnostics import Diagnostic
from flowc.ir.values import Ref

Reference = InstanceOf[Ref]


class ComponentShape(BaseModel):
    """What every component may have. Own fields of unknown types are of any shape."""

    model_config = ConfigDict(strict=True, extra="ignore")

    name: str | None = None
    description: str | None = None
    metadata: dict[str, Any] | None = None
    inputs: list[dict[str, Any]] | None = None
    outputs: list[dict[str, Any]] | None = None


class NodeShape(ComponentShape):
    """What every node may have."""

    branches: list[str] | None = None


class EndNodeShape(NodeShape):
    branch_name: str | None = None


class ToolNodeShape(NodeShape):
    tool: Reference | None = None


class BranchingNodeShape(NodeShape):
    mapping: dict[str, str] | None = None


class SubflowShape(NodeShape):
    subflow: Reference | None = None
    reducers: dict[str, str] | None = None


class AgentNodeShape(NodeShape):
    agent: Reference | None = None


class LlmNodeShape(NodeShape):
    llm_config: Reference | None = None
    prompt_template: str | None = None


class ApiNodeShape(NodeShape):
    url: str | None = None
    http_method: str | None = None
    allow_insecure_http: bool | None = None
    allow_fragments: bool | None = None
    allow_credentials: bool | None = None


class MessageNodeShape(NodeShape):
    message: str | None = None


class ParallelFlowNodeShape(NodeShape):
    subflows: list[Reference] | None = None


class FlowShape(ComponentShape):
    nodes: list[Reference] | None = None
    start_node: Reference | None = None
    control_flow_connections: list[Any] | None = None
    data_flow_connections: list[Any] | None = None


class ControlEdgeShape(ComponentShape):
    from_node: Reference | None = None
    from_branch: str | None = None
    to_node: Reference | None = None


class DataEdgeShape(ComponentShape):
    source_node: Reference | None = None
    source_output: str | None = None
    destination_node: Reference | None = None
    destination_input: str | None = None


_SHAPES: Mapping[str, type[ComponentShape]] = {
    "Flow": FlowShape,
    "ControlFlowEdge": ControlEdgeShape,
    "DataFlowEdge": DataEdgeShape,
    "StartNode": NodeShape,
    "EndNode": EndNodeShape,
    "ToolNode": ToolNodeShape,
    "BranchingNode": BranchingNodeShape,
    "FlowNode": SubflowShape,
    "MapNode": SubflowShape,
    "ParallelMapNode": SubflowShape,
    "CatchExceptionNode": SubflowShape,
    "AgentNode": AgentNodeShape,
    "LlmNode": LlmNodeShape,
    "ApiNode": ApiNodeShape,
    "InputMessageNode": MessageNodeShape,
    "OutputMessageNode": MessageNodeShape,
    "ParallelFlowNode": ParallelFlowNodeShape,
}

_EXPECTED: Mapping[str, str] = {
    "string_type": "text",
    "list_type": "a list",
    "dict_type": "an object",
    "bool_type": "true or false",
    "is_instance_of": "a component or a reference to one",
}
_HINTS: Mapping[str, str] = {
    "a component or a reference to one": 'Refer to it by its id: {"$component_ref": "…"}.',
}


def shape_problems(raw: RawComponent, *, as_node: bool) -> dict[str, list[Diagnostic]]:
    """What is wrong with the shapes of the component's fields, by field; nothing if all is well."""
    shape = _SHAPES.get(raw.type, NodeShape if as_node else ComponentShape)
    try:
        shape.model_validate(raw.fields)
    except ValidationError as error:
        found: dict[str, list[Diagnostic]] = {}
        for item in error.errors(include_url=False, include_context=False):
            place = item["loc"]
            expected = _EXPECTED.get(item["type"], "of another shape")
            problem = _problem(raw, place, expected, item["input"])
            found.setdefault(str(place[0]), []).append(problem)
        return found
    return {}


def _problem(
    raw: RawComponent, place: tuple[str | int, ...], expected: str, value: object
) -> Diagnostic:
    field = ".".join(map(str, place))
    return BAD_SHAPE.at(
        raw.at(*place),
        f"field '{field}' of {raw} must be {expected}, not {kind(value)}",
        hint=_HINTS.get(expected, ""),
    )
