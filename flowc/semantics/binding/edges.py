"""`edges { … }`: entries that annotate derived edges, or add edges."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from flowc.diagnostics import Rule, Severity
from flowc.ir.flow import ControlEdge, DataEdge
from flowc.ir.ids import derived_id
from flowc.ir.nodes import NEXT
from flowc.ir.notation import identifier_text
from flowc.ir.values import Ref
from flowc.records import replace
from flowc.semantics.binding.annotations import read_annotations
from flowc.semantics.binding.arguments import WIRED_BY_NAME
from flowc.semantics.binding.collect import Collected
from flowc.semantics.binding.drafts import Draft
from flowc.semantics.binding.report import Report, suggestion
from flowc.semantics.binding.secrets import with_hidden
from flowc.semantics.binding.values import Owner
from flowc.syntax.tree import EdgeEntry, Name

UNKNOWN_NODE = Rule("FLOW154", Severity.ERROR, "an edge goes to or from no node")
"""The ends of an edge are nodes of this flow, `start` among them. Flow inputs, tools and loops are
no nodes. In JSON and YAML this is FLOW302.

Wrong:

```flow
flow greet() by edges {
  hello = say "hello"
  done: return
  edges {
    start -> helo
    hello -> done
  }
}
```

Right:

```flow
flow greet() by edges {
  hello = say "hello"
  done: return
  edges {
    start -> hello
    hello -> done
  }
}
```
"""

HALF_EDGE = Rule("FLOW155", Severity.ERROR, "an edge is half a control and half a data edge")
"""A control edge goes from node to node, `a -> b`; a data edge from an output to an input,
`a.out -> b.in`.

Wrong:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) {
  lookup(order_id: string)
  edges { start.order_id -> lookup }
}
```

Right:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) {
  lookup(order_id: string)
  edges { start.order_id -> lookup.order_id }
}
```
"""

_NODES = ("from_node", "to_node", "source_node", "destination_node")
"""The fields by which `@with` lets an edge go to what is no node of the flow."""

_E = TypeVar("_E", ControlEdge, DataEdge)


def entries_of(nodes: Collected) -> list[EdgeEntry]:
    """All entries of a flow's `edges` blocks, in order."""
    return [entry for block in nodes.edges for entry in block.entries]


def fed_inputs(nodes: Collected) -> frozenset[tuple[str, str]]:
    """The inputs, by label and title, that entries feed."""
    return frozenset(
        (entry.destination.text, entry.destination_input.text)
        for entry in entries_of(nodes)
        if entry.destination_input is not None
    )


def apply_entries(
    nodes: Collected,
    control: list[ControlEdge],
    data: list[DataEdge],
    *,
    by_name: bool,
    owner: Owner,
) -> None:
    """Let every entry annotate the derived edge with its ends, or else add an edge.

    Of several equal derived edges, the first entry annotates the first, and so on.
    """
    report = owner.scope.report
    controls: _Unclaimed[ControlEdge] = _Unclaimed(control, _control_key)
    datas: _Unclaimed[DataEdge] = _Unclaimed(data, _data_key)
    for index, entry in enumerate(entries_of(nodes)):
        source = _node(entry.source, nodes, report)
        target = _node(entry.destination, nodes, report)
        if source is None or target is None or _is_half(entry, report):
            continue
        place = Owner(derived_id(owner.id, "edges", index), owner.scope, owner.bind_inline)
        if entry.source_output is None or entry.destination_input is None:
            branch = None if entry.branch is None else entry.branch.text
            edge = ControlEdge(
                from_node=source.id,
                from_branch=None if branch == NEXT else branch,
                to_node=target.id,
            )
            controls.claim(_annotated(edge, entry, place))
        elif by_name:
            report.add(
                WIRED_BY_NAME,
                entry.span,
                "a flow wired by name has no data edges",
                label="a data edge",
                hint="Remove it, or take `by name` away.",
            )
        else:
            data_edge = DataEdge(
                source_node=source.id,
                source_output=entry.source_output.text,
                destination_node=target.id,
                destination_input=entry.destination_input.text,
            )
            datas.claim(_annotated(data_edge, entry, place))


def _control_key(edge: ControlEdge) -> Hashable:
    return (edge.from_node, edge.branch, edge.to_node)


def _data_key(edge: DataEdge) -> Hashable:
    return (edge.source_node, edge.source_output, edge.destination_node, edge.destination_input)


class _Unclaimed(Generic[_E]):
    """The derived edges that no entry has annotated yet, by their ends."""

    def __init__(self, edges: list[_E], key: Callable[[_E], Hashable]) -> None:
        self._edges: list[_E] = edges
        self._key: Callable[[_E], Hashable] = key
        self._places: dict[Hashable, deque[int]] = {}
        for index, edge in enumerate(edges):
            self._places.setdefault(key(edge), deque()).append(index)

    def claim(self, edge: _E) -> None:
        """Put the edge in the place of an equal derived one, or at the end."""
        places = self._places.get(self._key(edge))
        if places:
            self._edges[places.popleft()] = edge
        else:
            self._edges.append(edge)


def _annotated(edge: _E, entry: EdgeEntry, owner: Owner) -> _E:
    annotated = read_annotations(entry.annotations, owner)
    type_name = "ControlFlowEdge" if isinstance(edge, ControlEdge) else "DataFlowEdge"
    annotated = with_hidden(annotated, type_name, owner.id, entry.annotations, owner.scope.report)
    ends: dict[str, Any] = {
        name: value.id
        for name, value in annotated.overrides.items()
        if name in _NODES and hasattr(edge, name) and isinstance(value, Ref)
    }
    rest = {name: value for name, value in annotated.overrides.items() if name not in ends}
    return replace(
        edge,
        **ends,
        id=annotated.id,
        name=annotated.name,
        description=None if entry.description is None else entry.description.value,
        metadata=annotated.metadata,
        overrides=rest,
        origin=entry.span,
    )


def _node(name: Name, nodes: Collected, report: Report) -> Draft | None:
    found = nodes.by_label.get(name.text)
    if found is None:
        is_loop = name.text in nodes.loops
        report.add(
            UNKNOWN_NODE,
            name.span,
            f"'{name.text}' is a loop, not a node"
            if is_loop
            else f"no node of this flow is called '{name.text}'",
            label="not a node",
            hint="Name the first node inside it."
            if is_loop
            else suggestion(name.text, nodes.by_label),
        )
    return found


def _is_half(entry: EdgeEntry, report: Report) -> bool:
    source, destination = map(identifier_text, (entry.source.text, entry.destination.text))
    output = _port(entry.source_output, "OUTPUT")
    input_ = _port(entry.destination_input, "INPUT")
    if (entry.source_output is None) == (entry.destination_input is None):
        return False
    report.add(
        HALF_EDGE,
        entry.span,
        "an edge carries either control or data",
        label="only one end names a value",
        hint=f"Write `{source} -> {destination}` or `{source}.{output} -> {destination}.{input_}`.",
    )
    return True


def _port(name: Name | None, unknown: str) -> str:
    return unknown if name is None else identifier_text(name.text)
