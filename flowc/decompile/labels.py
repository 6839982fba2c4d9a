"""The identifiers of a flow's nodes and loops."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from flowc.decompile.readable import Identifiers
from flowc.ir.flow import Flow
from flowc.ir.nodes import NEXT, EndNode
from flowc.semantics.binding.collect import START


def node_labels(flow: Flow, lines: Iterable[str]) -> Mapping[str, str]:
    """The identifier of every node of a flow, by id. They share one name space with the flow's
    inputs. `lines` are the ids of all nodes but the start in the order of their lines, which is the
    order of numbers; ends come last, because their names mean nothing."""
    given = Identifiers({START, *_inputs(flow)})
    by_id = {node.id: node for node in flow.nodes}
    nodes = [by_id[id_] for id_ in lines]
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


def loop_labels(flow: Flow, labels: Mapping[str, str], heads: Iterable[str]) -> Mapping[str, str]:
    """The labels of loops, by the id of the head: each is called after its first node."""
    given = Identifiers({*_inputs(flow), *labels.values()})
    return {head: given.give(f"{labels[head]}_loop", otherwise="loop") for head in heads}


def _inputs(flow: Flow) -> Collection[str]:
    return {item.title for item in flow.effective_inputs()}
