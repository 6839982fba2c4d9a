"""FLOW318, FLOW319: what should not happen in flows that run at the same time (SEMANTICS 23)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from flowc.diagnostics import Diagnostic, Related, Rule, Severity
from flowc.ir.document import Document
from flowc.ir.flow import Flow
from flowc.ir.nodes import InputMessageNode, Node, ParallelFlowNode, ParallelMapNode, ToolNode
from flowc.records import dataclass
from flowc.semantics.policies import must_be_confirmed, policies

ASKS = Rule("FLOW318", Severity.WARNING, "flows that run at the same time wait for the user")
"""The subflows of a parallel node run at the same time, but there is one user, who gets the
questions in no certain order and cannot tell which run asks. That goes for an InputMessageNode, for
a ClientTool, and for a tool that must be confirmed. Ask before the parallel node, or let a MapNode
go through the items one by one.

Wrong:

```flow
flow review(text: string) -> (verdict: string) {
  answer = ask "What do you think of {{text}}?" (text = text)
  return answer.user_input
}

flow main(texts: string[]) -> (verdicts: string[]) {
  all = parallel map review(text = each texts)
  return (verdicts = all.collected_verdict)
}
```

Right:

```flow
flow review(text: string) -> (verdict: string) {
  answer = ask "What do you think of {{text}}?" (text = text)
  return answer.user_input
}

flow main(texts: string[]) -> (verdicts: string[]) {
  all = map review(text = each texts)
  return (verdicts = all.collected_verdict)
}
```
"""

SHARED_STATE = Rule("FLOW319", Severity.WARNING, "flows that run at the same time share the state")
"""A tool with `@context` can change the session state, from which inputs marked `@state` are
filled. If one runs at the same time as the other, it is open which comes first, and so is the
result. Let them run one after the other, or pass the value as an argument.

Wrong:

```flow
@context
tool sign_in(user: string) -> (ok: boolean)
tool load(@state token: string) -> (rows: integer)

flow begin(user: string) -> (ok: boolean) {
  sign_in(user)
  return sign_in.ok
}

flow fetch() -> (rows: integer) {
  load()
  return load.rows
}

flow main(user: string) -> (rows: integer) {
  both = parallel [begin, fetch](user)
  return both.rows
}
```

Right:

```flow
@context
tool sign_in(user: string) -> (ok: boolean)
tool load(@state token: string) -> (rows: integer)

flow main(user: string) -> (rows: integer) {
  sign_in(user)
  load()
  return load.rows
}
```
"""


@dataclass(frozen=True, slots=True)
class _Reason:
    """A node that does it, and in words what it does."""

    node: Node
    text: str


_Parallel: TypeAlias = ParallelFlowNode | ParallelMapNode
_OfNode: TypeAlias = Callable[[Document, Node], str]
"""What a node itself does, in words; "" if it does nothing of that kind."""
_Reasons: TypeAlias = dict[str, _Reason]
"""The first reason of each flow that has one, by the flow's id."""


def check_parallel_effects(document: Document) -> Iterator[Diagnostic]:
    """Flows that run at the same time neither ask the user nor share the session state."""
    parallel = [
        node
        for flow in document.flows
        for node in flow.nodes
        if isinstance(node, (ParallelFlowNode, ParallelMapNode))
    ]
    if not parallel:
        return
    users = _users(document)
    asking = _all_reasons(document, users, _asks)
    changing = _all_reasons(document, users, _changes_state)
    reading = _all_reasons(document, users, _reads_state)
    for node in parallel:
        yield from _waits(node, asking)
        yield from _shares(node, changing, reading)


def _users(document: Document) -> Mapping[str, list[str]]:
    """The flows that run each flow, one thing at a time; what a parallel node runs is its own
    finding."""
    users: dict[str, list[str]] = {}
    for flow in document.flows:
        for node in flow.nodes:
            if isinstance(node, (ParallelFlowNode, ParallelMapNode)):
                continue
            for id_ in node.references():
                if isinstance(document.components.get(id_), Flow):
                    users.setdefault(id_, []).append(flow.id)
    return users


def _all_reasons(document: Document, users: Mapping[str, list[str]], of_node: _OfNode) -> _Reasons:
    """The reasons of all flows, also because of what they run at any depth."""
    found: _Reasons = {}
    for flow in document.flows:
        reasons = (_Reason(node, text) for node in flow.nodes if (text := of_node(document, node)))
        first = next(reasons, None)
        if first is not None:
            found[flow.id] = first
    work = deque(found)
    while work:
        inner = work.popleft()
        for user in users.get(inner, ()):
            if user not in found:
                found[user] = found[inner]
                work.append(user)
    return found


def _asks(document: Document, node: Node) -> str:
    if isinstance(node, InputMessageNode):
        return f"InputMessageNode '{node.name}' asks the user"
    tool = document.components.get(node.tool.id) if isinstance(node, ToolNode) else None
    if tool is None:
        return ""
    if must_be_confirmed(tool):
        return f"{tool.component_type} '{tool.name}' must be confirmed by the user"
    is_client = tool.component_type == "ClientTool"
    return f"ClientTool '{tool.name}' is run by the client" if is_client else ""


def _changes_state(document: Document, node: Node) -> str:
    changes = isinstance(node, ToolNode) and policies(node, document).context
    return f"'{node.name}' can change the session state" if changes else ""


def _reads_state(document: Document, node: Node) -> str:
    reads = isinstance(node, ToolNode) and policies(node, document).state
    return f"'{node.name}' reads it" if reads else ""


def _waits(node: _Parallel, asking: _Reasons) -> Iterator[Diagnostic]:
    reason = next((asking[id_] for id_ in _run_by(node) if id_ in asking), None)
    if reason is not None:
        yield ASKS.at(
            node.origin,
            f"what node '{node.name}' runs at the same time waits for the user",
            label=reason.text,
            hint="Ask before or after it, or run one after the other.",
            related=_places(reason),
        )


def _shares(node: _Parallel, changing: _Reasons, reading: _Reasons) -> Iterator[Diagnostic]:
    subflows = _run_by(node)
    itself = isinstance(node, ParallelMapNode)
    changers = [at for at, id_ in enumerate(subflows) if id_ in changing][:2]
    readers = [at for at, id_ in enumerate(subflows) if id_ in reading][:2]
    for changer in changers:
        reader = next((at for at in readers if itself or at != changer), None)
        if reader is not None:
            change, read = changing[subflows[changer]], reading[subflows[reader]]
            yield SHARED_STATE.at(
                node.origin,
                f"what node '{node.name}' runs at the same time shares the session state",
                label=f"{change.text}, and {read.text}",
                hint="Run one after the other, or pass the value as an argument.",
                related=[*_places(change), *_places(read)],
            )
            return


def _run_by(node: _Parallel) -> list[str]:
    refs = (node.subflow,) if isinstance(node, ParallelMapNode) else node.subflows
    return [ref.id for ref in refs]


def _places(reason: _Reason) -> list[Related]:
    return [] if reason.node.origin is None else [Related(reason.node.origin, "here")]
