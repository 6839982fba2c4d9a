"""Flows: their nodes in order, their edges, and what is wrong with either.

A list of nodes or edges that the IR cannot hold whole is kept as an override, so that it is written
back as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flowc.agentspec.build import Parts, sorted_parts
from flowc.agentspec.hoist import RawComponent
from flowc.agentspec.keys import REFERENCE
from flowc.agentspec.rules import LISTED_TWICE, NO_NODE, Report
from flowc.diagnostics import Related
from flowc.ir.catalogue import CATALOGUE
from flowc.ir.flow import ControlEdge, DataEdge, Flow
from flowc.ir.nodes import NODE_CLASSES, Node
from flowc.ir.values import NOTHING, Ref, kind
from flowc.records import replace
from flowc.semantics.fields import BAD_SHAPE

CONTROL, DATA = "control_flow_connections", "data_flow_connections"
_OWN = frozenset(("nodes", "start_node", CONTROL, DATA))
_REQUIRED_LISTS = frozenset(("nodes", CONTROL))
_CONTROL_ENDS = frozenset(("from_node", "to_node"))
_DATA_ENDS = frozenset(("source_node", "source_output", "destination_node", "destination_input"))

Raws = Mapping[str, RawComponent]


def node_ids(flow: RawComponent, raws: Raws) -> list[str]:
    """The ids of the components that a flow lists as nodes and that can be nodes, each once."""
    listed = flow.fields.get("nodes")
    if not isinstance(listed, list):
        return []
    ids = dict.fromkeys(item.id for item in listed if isinstance(item, Ref))
    return [id_ for id_ in ids if id_ in raws and _can_be_node(raws[id_].type)]


def edge_ids(flow: RawComponent) -> set[str]:
    """The ids of the referenced components that a flow uses as edges."""
    found = (flow.fields.get(name) for name in (CONTROL, DATA))
    lists = (value for value in found if isinstance(value, list))
    return {item.id for value in lists for item in value if isinstance(item, Ref)}


def _can_be_node(type_: str) -> bool:
    return type_ in NODE_CLASSES or type_ not in CATALOGUE


def build_flow(raw: RawComponent, raws: Raws, nodes: Iterable[Node], report: Report) -> Flow:
    """A flow with the edges that it lists, and its nodes."""
    parts = sorted_parts(raw, report)
    for item in _no_nodes(parts, raws):
        what = f"a {raws[item].type}" if item in raws else "not in the document"
        title = f"{raw} lists '{item}' as a node, which is {what}"
        report(NO_NODE.at(raw.at("nodes"), title))
        parts.overrides["nodes"] = parts.good["nodes"]
    _report_listed_twice(parts, report)
    start = parts.good.get("start_node")
    edges = _Edges(parts, raws, report)
    control, data = edges.control(), edges.data()
    return Flow(
        **parts.shared(),
        inputs=parts.properties("inputs"),
        outputs=parts.properties("outputs"),
        fields=parts.rest(_OWN),
        nodes=tuple(nodes),
        start_node=start.id if isinstance(start, Ref) else "",
        control_edges=control,
        data_edges=data,
        lacks=_REQUIRED_LISTS - parts.good.keys() - parts.overrides.keys(),
    )


def _no_nodes(parts: Parts, raws: Raws) -> list[str]:
    ids = [item.id for item in parts.good.get("nodes", ())]
    return [id_ for id_ in ids if id_ not in raws or not _can_be_node(raws[id_].type)]


def _report_listed_twice(parts: Parts, report: Report) -> None:
    """Of a node that is written again, instead of referred to, it is said that it is a copy."""
    raw = parts.raw
    first: dict[str, int] = {}
    for index, item in enumerate(parts.good.get("nodes", ())):
        before = first.setdefault(item.id, index)
        if before != index and REFERENCE in raw.given["nodes"][index]:
            place = raw.at("nodes", before)
            report(
                LISTED_TWICE.at(
                    raw.at("nodes", index),
                    f"{raw} lists the node '{item.id}' twice",
                    label="again",
                    related=[] if place is None else [Related(place, "first here")],
                    hint="Remove it, or list the node that is meant.",
                )
            )


class _Edges:
    """The edges of one flow."""

    def __init__(self, parts: Parts, raws: Raws, report: Report) -> None:
        self.parts = parts
        self.raws = raws
        self.report = report

    def control(self) -> tuple[ControlEdge, ...]:
        """The control edges, in the document's order."""
        listed = self.parts.good.get(CONTROL)
        if listed and isinstance(listed[0], ControlEdge):
            return tuple(listed)
        return tuple(
            ControlEdge(
                **_shared(parts, _CONTROL_ENDS | {"from_branch"}),
                from_node=parts.good["from_node"].id,
                from_branch=parts.good.get("from_branch"),
                to_node=parts.good["to_node"].id,
            )
            for parts in self.listed(CONTROL, "ControlFlowEdge", _CONTROL_ENDS)
        )

    def data(self) -> tuple[DataEdge, ...] | None:
        """The data edges, in the document's order; None if the flow is wired by name."""
        if DATA not in self.parts.good:
            return None
        listed = self.parts.good[DATA]
        if listed and isinstance(listed[0], DataEdge):
            return tuple(listed)
        return tuple(
            DataEdge(
                **_shared(parts, _DATA_ENDS),
                source_node=parts.good["source_node"].id,
                source_output=parts.good["source_output"],
                destination_node=parts.good["destination_node"].id,
                destination_input=parts.good["destination_input"],
            )
            for parts in self.listed(DATA, "DataFlowEdge", _DATA_ENDS)
        )

    def listed(self, field: str, type_: str, needed: frozenset[str]) -> list[Parts]:
        """The usable edges of a list; if some are not, the list is kept as an override too."""
        found = []
        for index, item in enumerate(self.parts.good.get(field, ())):
            raw = self.raws.get(item.id) if isinstance(item, Ref) else item
            if not isinstance(raw, RawComponent) or raw.type != type_:
                title = f"{self.parts.raw} has no edge at '{field}.{index}', but {_what(item, raw)}"
                self.report(BAD_SHAPE.at(self.parts.raw.at(field, index), title))
                self.keep(field)
                if isinstance(item, RawComponent):
                    self.parts.raw.comments += item.take_comments()
                continue
            parts = sorted_parts(raw, self.report)
            if needed <= parts.good.keys():
                found.append(parts)
            else:
                self.keep(field)
                self.parts.raw.comments += raw.take_comments()
        return found

    def keep(self, field: str) -> None:
        if field not in self.parts.overrides:
            listed = [self.raw_edge(item) or item for item in self.parts.good[field]]
            self.parts.overrides[field] = _as_json(listed)

    def raw_edge(self, item: Any) -> RawComponent | None:
        """The edge that a reference stands for: it is no component besides the flow."""
        raw = self.raws.get(item.id) if isinstance(item, Ref) else None
        is_edge = raw is not None and raw.type in ("ControlFlowEdge", "DataFlowEdge")
        return replace(raw, given_id=True) if raw is not None and is_edge else None


def _what(item: Any, raw: RawComponent | None) -> str:
    if isinstance(raw, RawComponent):
        return f"a {raw.type}"
    return f"a reference to '{item.id}'" if isinstance(item, Ref) else kind(item)


def _shared(parts: Parts, ends: frozenset[str]) -> dict[str, Any]:
    raw, good = parts.raw, parts.good
    return {
        "id": raw.id if raw.given_id else None,
        "name": good.get("name"),
        "description": good.get("description"),
        "metadata": good.get("metadata", NOTHING),
        "fields": parts.rest(ends),
        "overrides": parts.overrides,
        "comments": raw.take_comments(),
        "origin": raw.origin,
    }


def _as_json(value: Any) -> Any:
    """A list of edges as field values: the edges in it as the objects that they were."""
    if isinstance(value, RawComponent):
        given = {"id": value.id} if value.given_id else {}
        fields = {key: _as_json(item) for key, item in value.fields.items()}
        return {"component_type": value.type, **given, **fields}
    if isinstance(value, list):
        return [_as_json(item) for item in value]
    return value
