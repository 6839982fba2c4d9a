"""A document as a JSON object, for putting defects into it: its components and their places, and
answers about its graphs that owe nothing to the checks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from flowc.text import JsonPath

REFERENCE, TABLE = "$component_ref", "$referenced_components"
CONTROL, DATA = "control_flow_connections", "data_flow_connections"
NAMES = ("stray", "spare", "other one")
"""Ids and names of components that defects add; no random document has them."""

Object = dict[str, Any]
_SCALARS = ("string", "integer", "number", "boolean")


@dataclass(frozen=True)
class Expected:
    """What check must say: a code, at the value of a path, or at some words inside of it."""

    code: str
    path: JsonPath
    words: str = ""


def ref(id_: str) -> Object:
    """A reference to a component."""
    return {REFERENCE: id_}


class Raw:
    """A copy of a document that may be changed, with whatever is random about it."""

    def __init__(self, document: Mapping[str, Any], random: Random) -> None:
        self.document: Object = deepcopy(dict(document))
        self.random = random

    def pick(self, options: Iterable[Any]) -> Any:
        """One of the options; None if there is none."""
        items = list(options)
        return self.random.choice(items) if items else None

    # Components -------------------------------------------------------------------------------

    def path(self, wanted: Any) -> JsonPath:
        """Where an object or list stands."""
        return next(path for path, value in self._walk() if value is wanted)

    def _walk(self) -> Iterable[tuple[JsonPath, Any]]:
        work: list[tuple[JsonPath, Any]] = [((), self.document)]
        while work:
            path, value = work.pop()
            yield path, value
            items = value.items() if isinstance(value, dict) else enumerate(value)
            work += [((*path, key), it) for key, it in items if isinstance(it, dict | list)]

    def components(self, *types: str) -> list[Object]:
        """All components, or those of some types, in an order that is always the same."""
        found = [it for _, it in self._walk() if isinstance(it, dict) and "component_type" in it]
        edges = ("ControlFlowEdge", "DataFlowEdge")
        return [
            it
            for it in found
            if (it["component_type"] in types if types else it["component_type"] not in edges)
        ]

    def component(self, reference: Object) -> Object:
        """The component that a field holds or refers to."""
        if REFERENCE not in reference:
            return reference
        id_ = reference[REFERENCE]
        return next(it for it in self.components() if it.get("id") == id_)

    def add(self, component: Object) -> Object:
        """Put a component beside all others; it is given back."""
        self.document.setdefault(TABLE, {})[component["id"]] = component
        return component

    # Flows ------------------------------------------------------------------------------------

    def flow(self, has: Callable[[Object], Any] = lambda flow: True) -> Object | None:
        """A flow that has something."""
        return self.pick(flow for flow in self.components("Flow") if has(flow))

    def nodes(self, flow: Object, *types: str) -> list[Object]:
        """The nodes of a flow, or those of some types."""
        nodes = [self.component(it) for it in flow["nodes"]]
        return [it for it in nodes if not types or it["component_type"] in types]

    def some_node(self, *types: str) -> tuple[Object, Object] | tuple[None, None]:
        """A node of some types, and its flow before it."""
        pairs = [
            (flow, node) for flow in self.components("Flow") for node in self.nodes(flow, *types)
        ]
        return self.pick(pairs) or (None, None)

    def some_edge(self, kind: str = CONTROL) -> tuple[Object, Object] | tuple[None, None]:
        """A control or data edge, and its flow before it."""
        pairs = [(flow, edge) for flow in self.components("Flow") for edge in flow.get(kind) or ()]
        return self.pick(pairs) or (None, None)

    def wired(self) -> list[Object]:
        """The flows with data edges of their own."""
        return [flow for flow in self.components("Flow") if flow.get(DATA) is not None]

    def target(self, flow: Object, *, but: Object | None = None) -> Object:
        """A node that edges may lead to."""
        options = [it for it in self.nodes(flow) if it["component_type"] != "StartNode"]
        return self.pick([it for it in options if it is not but] or options)

    def add_node(self, flow: Object, type_: str, id_: str = NAMES[0], **fields: Any) -> Object:
        """Give a flow one more node; no edge leads to it or from it."""
        node = self.add({"component_type": type_, "id": id_, "name": id_, **fields})
        flow["nodes"].append(ref(id_))
        return node

    def connect(self, flow: Object, source: Object, target: Object, branch: str = "next") -> Object:
        """Give a flow one more control edge."""
        edge = {
            "component_type": "ControlFlowEdge",
            "id": f"new control edge {len(flow[CONTROL])}",
            "name": "new control edge",
            "from_node": ref(source["id"]),
            **({} if branch == "next" else {"from_branch": branch}),
            "to_node": ref(target["id"]),
        }
        flow[CONTROL].append(edge)
        return edge

    def insert(self, flow: Object, type_: str, **fields: Any) -> Object:
        """Give a flow one more node, between two that an edge connects."""
        edge = self.pick(flow[CONTROL])
        node = self.add_node(flow, type_, **fields)
        self.connect(flow, node, self.component(edge["to_node"]))
        edge["to_node"] = ref(node["id"])
        return node

    def wire(self, flow: Object, source: Object, output: str, target: Object, into: str) -> Object:
        """Give a flow one more data edge."""
        edge = {
            "component_type": "DataFlowEdge",
            "id": f"new data edge {len(flow[DATA])}",
            "name": "new data edge",
            "source_node": ref(source["id"]),
            "source_output": output,
            "destination_node": ref(target["id"]),
            "destination_input": into,
        }
        flow[DATA].append(edge)
        return edge

    # Graphs -----------------------------------------------------------------------------------

    def next_ids(self, flow: Object) -> dict[str, list[str]]:
        """The ids of the nodes that follow each node."""
        following: dict[str, list[str]] = {node["id"]: [] for node in self.nodes(flow)}
        for edge in flow[CONTROL]:
            following[edge["from_node"][REFERENCE]].append(edge["to_node"][REFERENCE])
        return following

    def reached(self, flow: Object, *, without: Collection[str] = ()) -> set[str]:
        """The nodes that a run can come to without running some nodes first."""
        following = self.next_ids(flow)
        seen: set[str] = set()
        work = [flow["start_node"][REFERENCE]]
        while work:
            id_ = work.pop()
            if id_ not in seen:
                seen.add(id_)
                work += [] if id_ in without else following[id_]
        return seen

    def onward(self, flow: Object, id_: str) -> set[str]:
        """The nodes that may run after a node has run."""
        following = self.next_ids(flow)
        seen: set[str] = set()
        work = list(following[id_])
        while work:
            id_ = work.pop()
            if id_ not in seen:
                seen.add(id_)
                work += following[id_]
        return seen

    def sources(self, flow: Object, node: Object, title: str) -> list[Object]:
        """The data edges into an input."""
        return [
            edge
            for edge in flow.get(DATA) or ()
            if edge["destination_node"][REFERENCE] == node["id"]
            and edge["destination_input"] == title
        ]

    def source(self, edge: Object) -> Object:
        """The output that a data edge carries."""
        return outputs(self.component(edge["source_node"]))[edge["source_output"]]


def inputs(node: Object) -> dict[str, Object]:
    """The inputs of a node by title."""
    return _listed(node, "inputs", "outputs")


def outputs(node: Object) -> dict[str, Object]:
    """The outputs of a node by title."""
    return _listed(node, "outputs", "inputs")


def _listed(node: Object, field: str, other: str) -> dict[str, Object]:
    """Inputs or outputs: one list in a StartNode or EndNode, which may be absent from one side."""
    is_one = node["component_type"] in ("StartNode", "EndNode")
    items = node.get(field) or (node.get(other) if is_one else None) or []
    return {item["title"]: item for item in items}


def plain_type(item: Mapping[str, Any]) -> str | None:
    """The type of an input or output if it is one word and nothing more is said of it."""
    type_ = item.get("type")
    return type_ if isinstance(type_, str) and "enum" not in item else None


def is_scalar(item: Mapping[str, Any], *types: str) -> bool:
    """Whether an input or output has a plain scalar type: one of these, if some are given."""
    return plain_type(item) in (types or _SCALARS)


def allows_null(item: Mapping[str, Any]) -> bool:
    """Whether null is among the types of an input or output at its top."""
    alternatives: Sequence[Any] = item.get("anyOf") or ()
    return any(plain_type(it) == "null" for it in alternatives)
