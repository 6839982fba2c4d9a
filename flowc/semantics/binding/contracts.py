"""What each kind of node takes and gives, from its fields and from what it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from flowc.ir.nodes import (
    CAUGHT,
    CAUGHT_INFO,
    DEFAULT,
    NEXT,
    AgentNode,
    ApiNode,
    BranchingNode,
    CatchExceptionNode,
    FlowNode,
    InputMessageNode,
    LlmNode,
    MapNode,
    Node,
    ParallelFlowNode,
    ParallelMapNode,
    ToolNode,
)
from flowc.ir.placeholders import TEXTS, placeholders
from flowc.ir.types import ANY, NULL, STRING, ArrayType, Property, UnionType, without_origins
from flowc.ir.values import FieldValue, Ref
from flowc.records import replace
from flowc.semantics.binding.drafts import Draft
from flowc.semantics.binding.signatures import Signature

ITERATED, COLLECTED = "iterated_", "collected_"
"""What a MapNode's inputs and outputs are called after (specification, "MapNode")."""

Signatures = Mapping[str, Signature]
Contract = Callable[[Draft, Signatures], None]
DEFAULT_OUTPUTS: Mapping[type[Node], Property] = {
    LlmNode: Property("generated_text", STRING),
    InputMessageNode: Property("user_input", STRING),
    ApiNode: Property("response", ANY),
}
"""The one output of these kinds if none is declared (specification)."""


def apply_contract(draft: Draft, signatures: Signatures, env: Iterable[str]) -> None:
    """Fill in the draft's slots, outputs and branches by its kind and fields.

    `branches` stays empty where only the arms say which there are.
    """
    contract = CONTRACTS.get(draft.kind)
    if contract is not None:
        contract(draft, signatures)
        draft.slots = {name: replace(item, origin=None) for name, item in draft.slots.items()}
        draft.outputs = without_origins(_once(draft.outputs).values())
        return
    draft.open_inputs = True
    texts = TEXTS.get(draft.kind.__name__)
    draft.branches = () if texts is None else (NEXT,)
    names = placeholders([draft.fields.get(name) for name in texts or ()])
    draft.slots = {name: Property(name, STRING) for name in names if name not in env}
    if draft.kind in DEFAULT_OUTPUTS:
        draft.outputs = (DEFAULT_OUTPUTS[draft.kind],)


def _runs(field: str) -> Contract:
    """The contract of a node that runs the one component which `field` names."""

    def contract(draft: Draft, signatures: Signatures) -> None:
        signature = _signature(draft.fields.get(field), signatures)
        if signature is None:
            draft.open_inputs, draft.branches = True, ()
            return
        draft.slots = _once(signature.inputs)
        draft.open_inputs = signature.is_open
        draft.outputs = signature.outputs
        draft.branches = () if signature.branches is None else signature.branches

    return contract


def _catch(draft: Draft, signatures: Signatures) -> None:
    _runs("subflow")(draft, signatures)
    info = Property(CAUGHT_INFO, UnionType(members=(STRING, NULL)), default=None)
    draft.outputs = (*draft.outputs, info)
    if draft.branches:
        draft.branches = tuple(dict.fromkeys([*draft.branches, CAUGHT]))


def _map(draft: Draft, signatures: Signatures) -> None:
    signature = _signature(draft.fields.get("subflow"), signatures)
    draft.branches = (NEXT,)
    if signature is None:
        draft.open_inputs = True
        return
    draft.slots = {
        item.title: replace(
            item,
            title=ITERATED + item.title,
            type=UnionType(members=(item.type, ArrayType(items=item.type))),
            schema=None,
        )
        for item in _once(signature.inputs).values()
    }
    reducers = draft.fields.get("reducers")
    draft.outputs = tuple(
        _collected(item, reducers)
        for item in signature.outputs
        if not isinstance(reducers, Mapping) or item.title in reducers
    )


def _collected(item: Property, reducers: FieldValue) -> Property:
    title = COLLECTED + item.title
    if not isinstance(reducers, Mapping) or reducers.get(item.title) == "append":
        return Property(title, ArrayType(items=item.type))
    return Property(title, item.type, item.description)


def _parallel(draft: Draft, signatures: Signatures) -> None:
    subflows = draft.fields.get("subflows")
    items = subflows if isinstance(subflows, (list, tuple)) else ()
    found = [_signature(item, signatures) for item in items]
    known = [signature for signature in found if signature is not None]
    draft.open_inputs = not known or len(known) < len(found)
    draft.slots = _once(item for signature in known for item in signature.inputs)
    draft.outputs = tuple(item for signature in known for item in signature.outputs)
    draft.branches = (NEXT,)


def _once(items: Iterable[Property]) -> dict[str, Property]:
    """The first of the inputs or outputs of each title."""
    found: dict[str, Property] = {}
    for item in items:
        found.setdefault(item.title, item)
    return found


def _branching(draft: Draft, signatures: Signatures) -> None:
    mapping = draft.fields.get("mapping")
    names = mapping.values() if isinstance(mapping, Mapping) else ()
    draft.open_inputs = True
    draft.branches = tuple(dict.fromkeys([*map(str, names), DEFAULT]))


def _signature(value: FieldValue, signatures: Signatures) -> Signature | None:
    return signatures.get(value.id) if isinstance(value, Ref) else None


CONTRACTS: Mapping[type[Node], Contract] = {
    ToolNode: _runs("tool"),
    FlowNode: _runs("subflow"),
    AgentNode: _runs("agent"),
    CatchExceptionNode: _catch,
    MapNode: _map,
    ParallelMapNode: _map,
    ParallelFlowNode: _parallel,
    BranchingNode: _branching,
}
"""Node kinds whose contract is more than a template's placeholders."""
