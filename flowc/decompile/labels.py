"""The identifiers of a flow's nodes."""

from __future__ import annotations

from collections.abc import Mapping

from flowc.decompile.readable import Identifiers
from flowc.ir.flow import Flow
from flowc.ir.nodes import NEXT, EndNode
from flowc.semantics.binding.collect import START


def node_labels(flow: Flow) -> Mapping[str, str]:
    """The identifier of every node of a flow, by id. They share one name space with the flow's
    inputs; ends come last, because their names mean nothing."""
    given = Identifiers({START, *(item.title for item in flow.effective_inputs())})
    nodes = [node for node in flow.nodes if node.id != flow.start_node]
    found = {flow.start_node: START}
    for node in nodes:
        if not isinstance(node, EndNode):
            found[node.id] = given.give(node.name, otherwise="node")
    for node in nodes:
        if isinstance(node, EndNode):
            branch = node.branch_name or NEXT
            found[node.id] = given.give(
                "end" if branch == NEXT else branch, node.name, otherwise="end"
            )
    return found
