"""What a node must look like because of what it runs: its inputs, outputs and branches.

The rules of the specification are in :mod:`flowc.ir.derived`; here is where they bind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flowc.ir.catalogue import CATALOGUE
from flowc.ir.components import Component
from flowc.ir.derived import Signature, signature
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.kinds import HOLDS
from flowc.ir.nodes import (
    NEXT,
    AgentNode,
    CatchExceptionNode,
    FlowNode,
    MapNode,
    Node,
    OtherNode,
    ParallelFlowNode,
    ParallelMapNode,
    ToolNode,
)
from flowc.ir.types import Property, Type
from flowc.ir.values import Ref
from flowc.records import dataclass

_LISTS_ALL = frozenset({"ServerTool", "ClientTool", "BuiltinTool", "MCPTool"})
"""Types of callees whose absent `inputs` or `outputs` mean that there are none."""
_RUN = frozenset({"tool", "agent", "subflow", "subflows"})
"""The fields of nodes that say what they run."""
_RUNNABLE: Mapping[str, frozenset[str]] = {
    type_: held.kind.types
    for type_, holds in HOLDS.items()
    for field, held in holds.items()
    if field in _RUN
}
"""The types of what a node can run, by its own."""


@dataclass(frozen=True, slots=True)
class Contract:
    """The types of the inputs and outputs that a node must have, by title; None for a side that
    the document does not tell. `callees` are the things that the node runs, `signature` is what it
    has because of them if it lists nothing."""

    callees: tuple[Component, ...]
    signature: Signature
    inputs: Mapping[str, Type] | None
    outputs: Mapping[str, Type] | None


def contract_of(document: Document, node: Node) -> Contract | None:
    """The contract of a node that runs a tool, an agent or flows of this document, else None."""
    callees = _callees(document, node)
    if not callees:
        return None
    derived = signature(node, document.components)
    return Contract(
        callees,
        derived,
        _types(derived.inputs) if all(_tells(c, "inputs") for c in callees) else None,
        _types(derived.outputs) if all(_tells(c, "outputs") for c in callees) else None,
    )


class Contracts:
    """The contracts of a document's nodes; those that run the same in the same way share one."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._known: dict[tuple[type[Node], str, str], Contract | None] = {}

    def of(self, node: Node) -> Contract | None:
        """The contract of a node, as :func:`contract_of` finds it."""
        kind = type(node)
        if kind not in _ONLY_CALLEE:
            return contract_of(self._document, node)
        key = (kind, node.component_type, getattr(node, _ONLY_CALLEE[kind]).id)
        if key not in self._known:
            self._known[key] = contract_of(self._document, node)
        return self._known[key]


def branches_of(document: Document, node: Node, contract: Contract | None) -> tuple[str, ...]:
    """The branches that a node with this contract can take, in order. Those that the document lists
    count for a node of an unknown type, for an agent, which may have branches of its own, and for a
    subflow elsewhere."""
    is_open = isinstance(node, (OtherNode, AgentNode)) or (
        isinstance(node, (FlowNode, CatchExceptionNode)) and contract is None
    )
    if is_open:
        return node.branches or (NEXT,)
    if contract is not None:
        return contract.signature.branches
    return signature(node, document.components).branches


def runs_unknown(document: Document, node: Node) -> bool:
    """Whether what the node runs is not in this document, so that its contract is not known."""
    return _callees(document, node) is None


def _callees(document: Document, node: Node) -> tuple[Component, ...] | None:
    """What the node runs, in order; None if some of it is not in this document, or is of a kind
    that the node cannot run, which is what is reported."""
    found = [document.components.get(ref.id) for ref in _called(node)]
    here = tuple(item for item in found if item is not None and not item.extern)
    if len(here) < len(found) or any(is_of_wrong_kind(node, item) for item in here):
        return None
    return here


def is_of_wrong_kind(node: Node, callee: Component) -> bool:
    """Whether the node cannot run such a component, as a ToolNode cannot run a flow."""
    runnable = _RUNNABLE.get(node.component_type)
    type_ = callee.component_type
    return runnable is not None and type_ in CATALOGUE and type_ not in runnable


def _called(node: Node) -> Iterator[Ref]:
    match node:
        case ToolNode():
            yield node.tool
        case AgentNode():
            yield node.agent
        case FlowNode() | CatchExceptionNode() | MapNode() | ParallelMapNode():
            yield node.subflow
        case ParallelFlowNode():
            yield from node.subflows


_ONLY_CALLEE: Mapping[type[Node], str] = {
    ToolNode: "tool",
    AgentNode: "agent",
    FlowNode: "subflow",
    CatchExceptionNode: "subflow",
}
"""The field for what a node runs, of the kinds whose contract hangs on that alone."""


def _tells(callee: Component, side: str) -> bool:
    """Whether its inputs (or outputs) are known; those that cannot be read are reported as such."""
    listed = callee.inputs if side == "inputs" else callee.outputs
    if listed is not None or isinstance(callee, Flow):
        return True
    return callee.component_type in _LISTS_ALL and side not in callee.overrides


def _types(properties: tuple[Property, ...]) -> Mapping[str, Type]:
    return {item.title: item.type for item in properties}
