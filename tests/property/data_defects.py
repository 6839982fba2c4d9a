"""Defects of data: each puts one into a document and says what check must find, and where. One
that the document has no place for gives None."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from raw_flows import (
    DATA,
    Expected,
    Object,
    Raw,
    allows_null,
    inputs,
    is_scalar,
    outputs,
    plain_type,
)

Port = tuple[Object, Object, Object]
"""A flow, one of its nodes, and an input or output of it."""


def _takers(raw: Raw) -> Iterator[Port]:
    """The inputs that data edges may lead to."""
    for flow in raw.wired():
        for node in raw.nodes(flow):
            if node["component_type"] != "StartNode":
                yield from ((flow, node, item) for item in inputs(node).values())


def _givers(raw: Raw, flow: Object) -> Iterator[Port]:
    """The outputs of a flow's nodes that data edges may begin at."""
    for node in raw.nodes(flow):
        if node["component_type"] != "EndNode":
            yield from ((flow, node, item) for item in outputs(node).values())


def _needy(raw: Raw) -> list[Port]:
    """The inputs that have sources and no default, and do not fall back to the state."""
    return [
        (flow, node, item)
        for flow, node, item in _takers(raw)
        if "default" not in item
        and raw.sources(flow, node, item["title"])
        and not _has_state(raw, node)
    ]


def _has_state(raw: Raw, node: Object) -> bool:
    parts = [node, raw.component(node["tool"])] if "tool" in node else [node]
    return any("state" in it.get("metadata", {}).get("flowc", {}) for it in parts)


def lost_source(raw: Raw) -> Expected | None:
    """An input that needs a value has no data edge any more."""
    flow, node, item = raw.pick(_needy(raw)) or (None, None, None)
    if flow is None or node is None or item is None:
        return None
    lost = raw.sources(flow, node, item["title"])
    flow[DATA] = [edge for edge in flow[DATA] if not any(edge is it for it in lost)]
    return Expected("FLOW402", raw.path(item))


def unsure_source(raw: Raw) -> Expected | None:
    """An input that needs a value gets it from a node that runs on some paths, or only later."""
    for flow, node, item in _shuffled(raw, _needy(raw)):
        for _, source, output in _shuffled(raw, _givers(raw, flow)):
            if source is node or plain_type(output) is None:
                continue
            if plain_type(item) not in ("string", plain_type(output)):
                continue
            code = _fed_by(raw, flow, node, source)
            if code:
                lost = raw.sources(flow, node, item["title"])
                flow[DATA] = [edge for edge in flow[DATA] if not any(edge is it for it in lost)]
                raw.wire(flow, source, output["title"], node, item["title"])
                return Expected(code, raw.path(item))
    return None


def _shuffled(raw: Raw, ports: Iterable[Port]) -> list[Port]:
    found = list(ports)
    return raw.random.sample(found, len(found))


def _fed_by(raw: Raw, flow: Object, node: Object, source: Object) -> str:
    """What is wrong with an input that only one other node feeds: FLOW402 if that cannot run before
    the node first does, FLOW403 if it may not have run; nothing if it always has."""
    before = source["id"] in raw.reached(flow, without={node["id"]})
    if not before or node["id"] not in raw.onward(flow, source["id"]):
        return "FLOW402"
    return "FLOW403" if node["id"] in raw.reached(flow, without={source["id"]}) else ""


def late_source(raw: Raw) -> Expected | None:
    """One more source of an input that can only run when the node has run."""
    for flow, node, item in _shuffled(raw, _takers(raw)):
        if not is_scalar(item, "string"):
            continue
        for _, source, output in _shuffled(raw, _givers(raw, flow)):
            late = source is not node and node["id"] not in raw.onward(flow, source["id"])
            if late and plain_type(output):
                edge = raw.wire(flow, source, output["title"], node, item["title"])
                return Expected("FLOW404", raw.path(edge))
    return None


_NEVER = {
    ("string", "integer"),
    ("string", "number"),
    ("string", "boolean"),
    ("string", "array"),
    ("string", "object"),
    ("array", "integer"),
    ("array", "object"),
    ("object", "array"),
    ("object", "boolean"),
    ("integer", "array"),
    ("boolean", "object"),
}
"""Plain types that values of the first never become values of the second."""


def _new_edge(raw: Raw, code: str, goes: set[tuple[str | None, str | None]]) -> Expected | None:
    """One more data edge, between two plain types."""
    for flow, node, item in _shuffled(raw, _takers(raw)):
        for _, source, output in _shuffled(raw, _givers(raw, flow)):
            if (plain_type(output), plain_type(item)) in goes:
                edge = raw.wire(flow, source, output["title"], node, item["title"])
                return Expected(code, raw.path(edge))
    return None


def wrong_types(raw: Raw) -> Expected | None:
    """A data edge carries what never becomes what its input takes."""
    return _new_edge(raw, "FLOW220", {*_NEVER})


def lost_digits(raw: Raw) -> Expected | None:
    """A data edge carries numbers to an integer."""
    return _new_edge(raw, "FLOW221", {("number", "integer")})


def null_into_text(raw: Raw) -> Expected | None:
    """A data edge carries null to a string."""
    for flow, node, item in _shuffled(raw, _takers(raw)):
        if not is_scalar(item, "string") or node["component_type"] == "BranchingNode":
            continue
        for _, source, output in _shuffled(raw, _givers(raw, flow)):
            if allows_null(output) and source["component_type"] != "CatchExceptionNode":
                edge = raw.wire(flow, source, output["title"], node, item["title"])
                return Expected("FLOW222", raw.path(edge))
    return None


def unknown_end(raw: Raw) -> Expected | None:
    """A data edge begins at or leads to what its node does not have."""
    _, edge = raw.some_edge(DATA)
    if edge is None:
        return None
    side = raw.pick(("source_output", "destination_input"))
    edge[side] = "no such title"
    return Expected("FLOW401", (*raw.path(edge), side))


def data_into_start(raw: Raw) -> Expected | None:
    """A data edge leads into the StartNode."""
    flow, edge = raw.some_edge(DATA)
    if flow is None or edge is None:
        return None
    start = raw.component(flow["start_node"])
    titles = outputs(start)
    if not titles:
        return None
    source, output = raw.component(edge["source_node"]), edge["source_output"]
    into = raw.pick(titles)
    return Expected("FLOW314", raw.path(raw.wire(flow, source, output, start, into)))


def end_without_output(raw: Raw) -> Expected | None:
    """An EndNode lacks an output of its flow."""
    found = [
        (flow, end, item["title"])
        for flow in raw.wired()
        for end in raw.nodes(flow, "EndNode")
        for item in flow.get("outputs") or ()
        if "default" not in item and len(outputs(end)) > 1
    ]
    flow, end, title = raw.pick(found) or (None, None, "")
    if flow is None or end is None:
        return None
    for field in ("inputs", "outputs"):
        if field in end:
            end[field] = [it for it in end[field] if it["title"] != title]
    lost = raw.sources(flow, end, title)
    flow[DATA] = [edge for edge in flow[DATA] if not any(edge is it for it in lost)]
    return Expected("FLOW408", raw.path(end))


def other_end_type(raw: Raw) -> Expected | None:
    """An EndNode declares an output of its flow with another type."""
    found = [
        (end, output["title"])
        for flow in raw.components("Flow")
        for end in raw.nodes(flow, "EndNode")
        for output in flow.get("outputs") or ()
        if "default" not in output and is_scalar(output) and output["title"] in outputs(end)
    ]
    end, title = raw.pick(found) or (None, "")
    if end is None:
        return None
    for field in ("inputs", "outputs"):
        for item in end.get(field) or ():
            if item["title"] == title:
                item.pop("default", None)
                item["type"] = "string" if item["type"] != "string" else "boolean"
    place = outputs(end)[title]
    return Expected("FLOW230", raw.path(place))


def literal_like_an_input(raw: Raw) -> Expected | None:
    """An argument that is fixed has the title of an input of the flow."""
    found = [
        (flow, item["title"])
        for flow in raw.wired()
        for item in outputs(raw.component(flow["start_node"])).values()
    ]
    flow, title = raw.pick(found) or (None, "")
    if flow is None:
        return None
    fixed = {"title": title, "type": "string", "default": "fixed"}
    node = raw.insert(flow, "OutputMessageNode", message="hello", inputs=[fixed])
    return Expected("FLOW406", raw.path(node["inputs"][0]))


def unread_input(raw: Raw) -> Expected | None:
    """The root flow takes an input that nothing reads."""
    flow = raw.document
    start = raw.component(flow["start_node"])
    for owner in (flow, start):
        for field in ("inputs", "outputs"):
            if (owner is start and field in owner) or (owner is flow and field == "inputs"):
                owner[field] = [*(owner.get(field) or []), {"title": "new", "type": "string"}]
    if not start.get("outputs") and not start.get("inputs"):
        return None
    return Expected("FLOW413", raw.path(outputs(start)["new"]))


def renamed_input(raw: Raw) -> Expected | None:
    """A node calls an input of its tool by another name."""
    _, node = raw.some_node("ToolNode")
    if node is None or not node.get("inputs"):
        return None
    item = raw.pick(node["inputs"])
    item["title"] = "another"
    return Expected("FLOW223", raw.path(item))


def same_title(raw: Raw) -> Expected | None:
    """A tool has two inputs of one title."""
    tool = raw.pick(it for it in raw.components("ServerTool", "ClientTool") if it.get("inputs"))
    if tool is None:
        return None
    tool["inputs"].append({"title": raw.pick(tool["inputs"])["title"], "type": "null"})
    return Expected("FLOW227", (*raw.path(tool), "inputs", len(tool["inputs"]) - 1))


def wrong_default(raw: Raw) -> Expected | None:
    """A default that its type does not take."""
    found = [
        item
        for tool in raw.components("ServerTool", "ClientTool")
        for item in tool.get("inputs") or ()
        if plain_type(item) in ("integer", "number", "boolean", "array", "object")
    ]
    item = raw.pick(found)
    if item is None:
        return None
    item["default"] = "no such value"
    return Expected("FLOW225", raw.path(item))


def unknown_reducer(raw: Raw) -> Expected | None:
    """A map reduces an output in a way that does not exist."""
    _, node = raw.some_node("MapNode", "ParallelMapNode")
    if node is None or not node.get("outputs"):
        return None
    subflow = raw.component(node["subflow"])
    title = raw.pick(item["title"] for item in subflow.get("outputs") or ())
    if title is None:
        return None
    node["reducers"] = {**(node.get("reducers") or {}), title: "median"}
    return Expected("FLOW237", (*raw.path(node), "reducers", title))


DEFECTS = (
    lost_source,
    unsure_source,
    late_source,
    wrong_types,
    lost_digits,
    null_into_text,
    unknown_end,
    data_into_start,
    end_without_output,
    other_end_type,
    literal_like_an_input,
    unread_input,
    renamed_input,
    same_title,
    wrong_default,
    unknown_reducer,
)
