"""The node kinds of Agent Spec, one class each.

A class's own attributes are the fields of that node kind, under their Agent Spec names; that is all
the reader, the writer and the comparison need to know of it. Add a node kind by adding its class to
:data:`NODE_KINDS` and an entry to every back end (CONTRIBUTING.md).
"""

from __future__ import annotations

from collections.abc import Mapping

from flowc.ir.components import Component
from flowc.ir.types import Property
from flowc.ir.values import FieldValue, Ref
from flowc.records import dataclass, field

NEXT = "next"
"""The branch of a node that has only one (SEMANTICS 2)."""
DEFAULT = "default"
"""The branch that a BranchingNode takes for a value without a mapping (SEMANTICS 19)."""
CAUGHT = "caught_exception_branch"
"""The branch that a CatchExceptionNode takes when its subflow failed (SEMANTICS 24)."""
CAUGHT_INFO = "caught_exception_info"
"""The output of a CatchExceptionNode that says why its subflow failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node(Component):
    """A node of a flow. `branches` are the ways on, in the document's order; empty for an end."""

    inputs: tuple[Property, ...] = ()
    outputs: tuple[Property, ...] = ()
    branches: tuple[str, ...] = (NEXT,)


@dataclass(frozen=True, slots=True, kw_only=True)
class StartNode(Node):
    """Where a flow begins; its outputs are the flow's inputs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndNode(Node):
    """Where a flow ends; `branch_name` (None: `next`) is the branch of the flow it ends."""

    branches: tuple[str, ...] = ()
    branch_name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolNode(Node):
    """One fixed tool call."""

    tool: Ref


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchingNode(Node):
    """A switch: `mapping` maps the text of its one input to a branch."""

    mapping: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowNode(Node):
    """A subflow; its branches are the branch names of the subflow's ends."""

    subflow: Ref


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentNode(Node):
    """A conversation with an agentic component."""

    agent: Ref


@dataclass(frozen=True, slots=True, kw_only=True)
class LlmNode(Node):
    """One prompt to a model."""

    llm_config: Ref | None = None
    prompt_template: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiNode(Node):
    """One HTTP request."""

    url: str | None = None
    http_method: str | None = None
    api_spec_uri: FieldValue = None
    data: FieldValue = None
    query_params: FieldValue = None
    headers: FieldValue = None
    sensitive_headers: FieldValue = None
    url_allow_list: FieldValue = None
    allow_insecure_http: bool | None = None
    allow_fragments: bool | None = None
    allow_credentials: bool | None = None
    retry_policy: FieldValue = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InputMessageNode(Node):
    """Asks the user for one string."""

    message: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputMessageNode(Node):
    """Says something to the user."""

    message: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MapNode(Node):
    """A subflow for every item of one or more lists, one after the other."""

    subflow: Ref
    reducers: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ParallelMapNode(Node):
    """A subflow for every item of one or more lists, at the same time."""

    subflow: Ref
    reducers: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ParallelFlowNode(Node):
    """Several subflows at the same time."""

    subflows: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CatchExceptionNode(Node):
    """A subflow whose failure is a branch."""

    subflow: Ref


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherNode(Node):
    """A node of a type that flowc does not know; checked, converted and drawn, never run."""


NODE_KINDS: tuple[type[Node], ...] = (
    StartNode,
    EndNode,
    ToolNode,
    BranchingNode,
    FlowNode,
    AgentNode,
    LlmNode,
    ApiNode,
    InputMessageNode,
    OutputMessageNode,
    MapNode,
    ParallelMapNode,
    ParallelFlowNode,
    CatchExceptionNode,
)
"""Every node kind of the specification; each must have an entry in every back end."""

NODE_CLASSES: Mapping[str, type[Node]] = {kind.__name__: kind for kind in NODE_KINDS}
"""Node classes by `component_type`."""
