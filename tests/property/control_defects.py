"""Defects of control: each puts one into a document and says what check must find, and where. One
that the document has no place for gives None."""

from __future__ import annotations

from raw_flows import CONTROL, NAMES, Expected, Raw, is_scalar, ref


def lost_edge(raw: Raw) -> Expected | None:
    """An edge is gone: its node leads nowhere, or one of its branches does."""
    flow, edge = raw.some_edge()
    if flow is None or edge is None:
        return None
    node = raw.component(edge["from_node"])
    branch = edge.get("from_branch") or "next"
    others = [it for it in flow[CONTROL] if it["from_node"] == edge["from_node"] and it is not edge]
    is_default = branch == "default" and node["component_type"] == "BranchingNode"
    if is_default and "default" not in node["mapping"].values():
        return None  # that is another defect
    flow[CONTROL] = [it for it in flow[CONTROL] if it is not edge]
    return Expected("FLOW306" if others else "FLOW308", raw.path(node))


def lost_default_edge(raw: Raw) -> Expected | None:
    """A BranchingNode that compares text has no edge for all other texts."""
    pairs = [
        (flow, edge, node)
        for flow in raw.wired()
        for edge in flow[CONTROL]
        if edge.get("from_branch") == "default"
        and (node := raw.component(edge["from_node"]))["component_type"] == "BranchingNode"
        and "default" not in node["mapping"].values()
        and len(node["mapping"]) > 0
        and all(
            is_scalar(raw.source(it), "string", "integer", "number")
            for it in raw.sources(flow, node, node["inputs"][0]["title"])
        )
    ]
    flow, edge, node = raw.pick(pairs) or (None, None, None)
    if flow is None or edge is None or node is None:
        return None
    flow[CONTROL] = [it for it in flow[CONTROL] if it is not edge]
    return Expected("FLOW307", (*raw.path(node), "mapping"))


def second_edge(raw: Raw) -> Expected | None:
    """Two edges leave one branch."""
    flow, edge = raw.some_edge()
    if flow is None or edge is None:
        return None
    target = raw.target(flow, but=raw.component(edge["to_node"]))
    source, branch = raw.component(edge["from_node"]), edge.get("from_branch") or "next"
    return Expected("FLOW304", raw.path(raw.connect(flow, source, target, branch)))


def unknown_branch(raw: Raw) -> Expected | None:
    """An edge leaves a branch that its node does not have."""
    _, edge = raw.some_edge()
    if edge is None:
        return None
    edge["from_branch"] = "nowhere"
    return Expected("FLOW305", (*raw.path(edge), "from_branch"))


def unknown_node(raw: Raw) -> Expected | None:
    """An edge leads to a node that its flow does not have."""
    _, edge = raw.some_edge()
    if edge is None:
        return None
    end = raw.pick(("to_node", "from_node"))
    edge[end] = ref("no such node")
    return Expected("FLOW302", (*raw.path(edge), end))


def unreachable_node(raw: Raw) -> Expected | None:
    """A node that no edge leads to."""
    flow = raw.flow()
    if flow is None:
        return None
    node = raw.add_node(flow, "OutputMessageNode", message="hello")
    raw.connect(flow, node, raw.target(flow, but=node))
    return Expected("FLOW309", raw.path(node))


def dead_end(raw: Raw) -> Expected | None:
    """A node that is no EndNode, and from which no edge leads on."""
    flow, edge = raw.some_edge()
    if flow is None or edge is None:
        return None
    node = raw.add_node(flow, "OutputMessageNode", message="hello")
    edge["to_node"] = ref(node["id"])
    return Expected("FLOW308", raw.path(node))


def edge_into_start(raw: Raw) -> Expected | None:
    """An edge leads to the StartNode."""
    flow, edge = raw.some_edge()
    if flow is None or edge is None or edge["from_node"] == flow["start_node"]:
        return None
    edge["to_node"] = flow["start_node"]
    return Expected("FLOW303", raw.path(edge))


def edge_out_of_end(raw: Raw) -> Expected | None:
    """An edge leaves an EndNode."""
    flow, node = raw.some_node("EndNode")
    if flow is None or node is None:
        return None
    return Expected("FLOW303", raw.path(raw.connect(flow, node, raw.target(flow))))


def endless_loop(raw: Raw) -> Expected | None:
    """An edge leads to two nodes that lead to each other alone."""
    flow, edge = raw.some_edge()
    if flow is None or edge is None:
        return None
    one = raw.add_node(flow, "OutputMessageNode", message="one")
    other = raw.add_node(flow, "OutputMessageNode", NAMES[1], message="other")
    raw.connect(flow, one, other)
    raw.connect(flow, other, one)
    edge["to_node"] = ref(one["id"])
    return Expected("FLOW315", raw.path(one))


def wrong_start(raw: Raw) -> Expected | None:
    """The flow begins at a node that is no StartNode."""
    flow, node = raw.some_node()
    if flow is None or node is None or node["component_type"] == "StartNode":
        return None
    flow["start_node"] = ref(node["id"])
    return Expected("FLOW301", raw.path(node))


def second_start(raw: Raw) -> Expected | None:
    """A flow has two StartNodes."""
    flow = raw.flow()
    if flow is None:
        return None
    node = raw.add_node(flow, "StartNode")
    raw.connect(flow, node, raw.target(flow))
    return Expected("FLOW301", raw.path(node))


def wrong_branches(raw: Raw) -> Expected | None:
    """A node lists branches that are not its own."""
    _, node = raw.some_node()
    if node is None or node["component_type"] == "EndNode":
        return None
    node["branches"] = ["another"]
    return Expected("FLOW313", (*raw.path(node), "branches"))


def same_name(raw: Raw) -> Expected | None:
    """Two nodes of one flow have one name."""
    flow = raw.flow(lambda it: len(it["nodes"]) > 1)
    if flow is None:
        return None
    nodes = raw.nodes(flow)
    later = raw.random.randrange(1, len(nodes))
    nodes[later]["name"] = nodes[raw.random.randrange(later)]["name"]
    return Expected("FLOW311", (*raw.path(nodes[later]), "name"))


def circular_flow(raw: Raw) -> Expected | None:
    """A flow runs itself."""
    flow, node = raw.some_node("FlowNode")
    if flow is None or node is None:
        return None
    node["subflow"] = ref(flow["id"])
    return Expected("FLOW312", raw.path(node))


def dead_key(raw: Raw) -> Expected | None:
    """A BranchingNode has a key that no value of its input can equal."""
    found = []
    for flow in raw.wired():
        for node in raw.nodes(flow, "BranchingNode"):
            input_ = node["inputs"][0]
            sources = [raw.source(it) for it in raw.sources(flow, node, input_["title"])]
            fed = sources and all(is_scalar(it, "boolean", "integer", "number") for it in sources)
            if is_scalar(input_, "boolean", "integer", "number"):
                found.append(("FLOW229", node))
            elif fed and is_scalar(input_, "string") and "default" not in input_:
                found.append(("FLOW234", node))
    code, node = raw.pick(found) or ("", None)
    if node is None or not node["mapping"]:
        return None
    node["mapping"] = {"perhaps": next(iter(node["mapping"].values())), **node["mapping"]}
    return Expected(code, (*raw.path(node), "mapping", "perhaps"))


DEFECTS = (
    lost_edge,
    lost_default_edge,
    second_edge,
    unknown_branch,
    unknown_node,
    unreachable_node,
    dead_end,
    edge_into_start,
    edge_out_of_end,
    endless_loop,
    wrong_start,
    second_start,
    wrong_branches,
    same_name,
    circular_flow,
    dead_key,
)
