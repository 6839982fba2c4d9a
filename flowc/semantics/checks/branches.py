"""FLOW304 to FLOW308, FLOW313: every branch leads to exactly one node (SEMANTICS 1 and 3)."""

from __future__ import annotations

from collections.abc import Iterator, Set

from flowc.diagnostics import Diagnostic, Related, Rule, Severity, closest, did_you_mean
from flowc.ir.flow import ControlEdge
from flowc.ir.nodes import DEFAULT, BranchingNode, EndNode, Node, OtherNode, StartNode
from flowc.semantics.checks.context import FlowContext
from flowc.semantics.checks.switch_values import left_out
from flowc.text import Span

TWO_EDGES = Rule("FLOW304", Severity.ERROR, "two edges leave one branch")
"""Control follows the one edge of the branch that a node took (SEMANTICS 1). With two it could not
tell which; nothing runs at the same time but what a parallel node runs. Where arms say the way,
this is FLOW147.

Wrong:

```flow
tool send()
tool log()

flow main() {
  send()
  log()
  done: return
  edges { send -> done }
}
```

Right:

```flow
tool send()
tool log()

flow main() {
  send()
  log()
  done: return
}
```
"""

UNKNOWN_BRANCH = Rule("FLOW305", Severity.ERROR, "an edge leaves a branch that its node lacks")
"""The branches of a node are given: `next` for most; those of its mapping and `default` for a
BranchingNode; those of the ends of its subflow for a node that runs a flow. Control never takes
another, so an edge from one is never followed. Where the arms of a call say the way, this is
FLOW146.

Wrong:

```flow
tool send()

flow main() by edges {
  send()
  done: return
  edges {
    start -> send
    send[sent] -> done
  }
}
```

Right:

```flow
tool send()

flow main() by edges {
  send()
  done: return
  edges {
    start -> send
    send -> done
  }
}
```
"""

LOOSE_BRANCH = Rule("FLOW306", Severity.ERROR, "a branch leads nowhere")
"""A node can take this branch, and then control has nowhere to go: the run stops with an error.
Each branch needs an edge, which may lead to the same node as others (SEMANTICS 3). Where the arms
of a call say the way, this is FLOW145.

Wrong:

```flow
tool send()

flow main(now: boolean) by edges {
  check: if now {}
  send()
  done: return
  edges {
    start -> check
    check[default] -> send
    send -> done
  }
}
```

Right:

```flow
tool send()

flow main(now: boolean) by edges {
  check: if now {}
  send()
  done: return
  edges {
    start -> check
    check["true"] -> done
    check[default] -> send
    send -> done
  }
}
```
"""

NO_DEFAULT = Rule("FLOW307", Severity.WARNING, "a BranchingNode has no edge for other values")
"""A BranchingNode takes the branch `default` for each value that is not in its mapping. Without an
edge from it, a run that comes to such a value stops with an error here; another engine may end the
flow quietly (SEMANTICS 3). Say what is to happen, or write `else => error` in a `.flow` text if it
is an error.

Wrong:

```json
{
  "component_type": "Flow",
  "agentspec_version": "25.4.1",
  "id": "main",
  "name": "main",
  "start_node": {"$component_ref": "start"},
  "nodes": [
    {
      "component_type": "StartNode",
      "id": "start",
      "name": "start",
      "outputs": [{"title": "state", "type": "string"}]
    },
    {
      "component_type": "BranchingNode",
      "id": "check",
      "name": "check",
      "inputs": [{"title": "state", "type": "string"}],
      "mapping": {"paid": "paid"}
    },
    {"component_type": "EndNode", "id": "done", "name": "done"}
  ],
  "control_flow_connections": [
    {
      "component_type": "ControlFlowEdge",
      "name": "start_to_check",
      "from_node": {"$component_ref": "start"},
      "to_node": {"$component_ref": "check"}
    },
    {
      "component_type": "ControlFlowEdge",
      "name": "check_to_done",
      "from_node": {"$component_ref": "check"},
      "from_branch": "paid",
      "to_node": {"$component_ref": "done"}
    }
  ],
  "data_flow_connections": [
    {
      "component_type": "DataFlowEdge",
      "name": "start_state",
      "source_node": {"$component_ref": "start"},
      "source_output": "state",
      "destination_node": {"$component_ref": "check"},
      "destination_input": "state"
    }
  ]
}
```

Right:

```json
{
  "component_type": "Flow",
  "agentspec_version": "25.4.1",
  "id": "main",
  "name": "main",
  "start_node": {"$component_ref": "start"},
  "nodes": [
    {
      "component_type": "StartNode",
      "id": "start",
      "name": "start",
      "outputs": [{"title": "state", "type": "string"}]
    },
    {
      "component_type": "BranchingNode",
      "id": "check",
      "name": "check",
      "inputs": [{"title": "state", "type": "string"}],
      "mapping": {"paid": "paid"}
    },
    {"component_type": "EndNode", "id": "done", "name": "done"}
  ],
  "control_flow_connections": [
    {
      "component_type": "ControlFlowEdge",
      "name": "start_to_check",
      "from_node": {"$component_ref": "start"},
      "to_node": {"$component_ref": "check"}
    },
    {
      "component_type": "ControlFlowEdge",
      "name": "check_to_done",
      "from_node": {"$component_ref": "check"},
      "from_branch": "paid",
      "to_node": {"$component_ref": "done"}
    },
    {
      "component_type": "ControlFlowEdge",
      "name": "check_to_done",
      "from_node": {"$component_ref": "check"},
      "from_branch": "default",
      "to_node": {"$component_ref": "done"}
    }
  ],
  "data_flow_connections": [
    {
      "component_type": "DataFlowEdge",
      "name": "start_state",
      "source_node": {"$component_ref": "start"},
      "source_output": "state",
      "destination_node": {"$component_ref": "check"},
      "destination_input": "state"
    }
  ]
}
```
"""

DEAD_END = Rule("FLOW308", Severity.ERROR, "control stops at a node that is no EndNode")
"""A run is over at an EndNode and nowhere else (SEMANTICS 1). At a node that no edge leaves it can
only stop with an error.

Wrong:

```flow
tool send()

flow main(now: boolean) by edges {
  check: if now {}
  send()
  done: return
  edges {
    start -> check
    check["true"] -> send
    check[default] -> done
  }
}
```

Right:

```flow
tool send()

flow main(now: boolean) by edges {
  check: if now {}
  send()
  done: return
  edges {
    start -> check
    check["true"] -> send
    check[default] -> done
    send -> done
  }
}
```
"""

LISTED = Rule("FLOW313", Severity.WARNING, "a node lists branches that it does not have")
"""The branches of a node follow from what it is: its mapping, or the ends of the flow that it runs.
The list `branches` only repeats them. One that says something else is not obeyed, and the official
SDK refuses it. In a `.flow` text it is written for you.

Wrong:

```flow
tool send()

flow main() by edges {
  @with({ branches: ["next", "sent"] })
  send()
  done: return
  edges {
    start -> send
    send -> done
  }
}
```

Right:

```flow
tool send()

flow main() {
  send()
}
```
"""


def check_branches(context: FlowContext) -> Iterator[Diagnostic]:
    """When a node has run, control follows the one edge of the branch it took."""
    for node in context.flow.nodes:
        if isinstance(node, EndNode):
            continue
        branches = context.branches[node.id]
        edges = context.graph.out_edges[node.id]
        if _is_whole(context, node, branches, edges):
            continue
        yield from _one_edge_each(context, node, edges)
        yield from _listed_branches(context, node, branches)
        yield from _known_branches(context, node, branches, edges)
        yield from _all_branches(context, node, branches, edges)


def _is_whole(
    context: FlowContext, node: Node, branches: tuple[str, ...], edges: list[ControlEdge]
) -> bool:
    """Whether one edge leaves each branch and the node lists just these: of most nodes there is
    nothing to say."""
    if len(branches) == len(edges) == 1 and node.branches == branches:
        return edges[0].branch == branches[0]
    left = context.left[node.id]
    return (
        len(left) == len(edges) > 0
        and left == set(branches)
        and (not node.branches or left == set(node.branches))
    )


def _one_edge_each(
    context: FlowContext, node: Node, edges: list[ControlEdge]
) -> Iterator[Diagnostic]:
    first: dict[str, ControlEdge] = {}
    for edge in edges:
        if isinstance(context.graph.nodes[edge.to_node], StartNode):
            continue  # reported as an edge into a StartNode
        known = first.setdefault(edge.branch, edge)
        if known is edge:
            continue
        place = context.place(known)
        again = " again" if known.to_node == edge.to_node else ""
        yield TWO_EDGES.at(
            context.place(edge),
            f"two edges leave branch '{edge.branch}' of node '{node.name}'",
            label=f"to {context.name(edge.to_node)}{again}",
            hint="One node follows; to choose between two, put a BranchingNode there.",
            related=[Related(place, f"the first, to {context.name(known.to_node)}")]
            if place is not None
            else (),
        )


def _listed_branches(
    context: FlowContext, node: Node, branches: tuple[str, ...]
) -> Iterator[Diagnostic]:
    optional = {DEFAULT} if isinstance(node, BranchingNode) else set()
    if node.branches and set(node.branches) | optional != set(branches):
        yield LISTED.at(
            node.place("branches") or context.flow.origin,
            f"node '{node.name}' lists branches that are not its own",
            label=f"its branches are {_quoted(branches)}, not {_quoted(node.branches)}",
            hint="Leave the list out: it follows from the node.",
        )


def _quoted(names: tuple[str, ...]) -> str:
    return ", ".join(f"'{name}'" for name in names)


def _known_branches(
    context: FlowContext, node: Node, branches: tuple[str, ...], edges: list[ControlEdge]
) -> Iterator[Diagnostic]:
    if isinstance(node, OtherNode):
        return
    for edge in edges:
        if edge.branch not in branches:
            yield UNKNOWN_BRANCH.at(
                context.part(edge, "from_branch"),
                f"node '{node.name}' has no branch '{edge.branch}'",
                label=f"to {context.name(edge.to_node)}",
                hint=did_you_mean(edge.branch, branches),
            )


def _all_branches(
    context: FlowContext, node: Node, branches: tuple[str, ...], edges: list[ControlEdge]
) -> Iterator[Diagnostic]:
    if node.id in context.leads_to_nowhere or context.is_partly_known("control_flow_connections"):
        return  # the edge to an unknown node is reported; the branch it serves is not loose
    if context.has_sound_control and node.id not in context.graph.reachable:
        return  # reported as unreachable
    if not edges:
        yield DEAD_END.at(
            context.place(node),
            f"control stops at node '{node.name}'",
            label="no edge leaves it",
            hint="Lead it to an EndNode or to another node.",
        )
        return
    left = context.left[node.id]
    meant = {closest(name, branches) for name in left if name not in branches}
    for branch in branches:
        if branch in left or branch in meant:  # that an edge misspells it is reported
            continue
        if isinstance(node, BranchingNode) and branch == DEFAULT:
            yield from _missing_default(context, node)
        elif not _is_misnamed(branches, left):
            yield LOOSE_BRANCH.at(
                context.place(node),
                f"branch '{branch}' of node '{node.name}' leads nowhere",
                label="no edge for this branch",
                hint=f"Add an edge from '{branch}' to the node that follows.",
            )


def _is_misnamed(branches: tuple[str, ...], left: Set[str]) -> bool:
    """Whether the node's only branch is missing because its edge leaves a wrong name, which is
    what is reported."""
    return len(branches) == 1 and not left <= set(branches)


def _missing_default(context: FlowContext, node: BranchingNode) -> Iterator[Diagnostic]:
    if DEFAULT in node.mapping.values():
        yield LOOSE_BRANCH.at(
            context.place(node),
            f"branch '{DEFAULT}' of node '{node.name}' leads nowhere",
            label="mapped, but no edge for this branch",
            hint=f"Add an edge from '{DEFAULT}' to the node that follows.",
        )
    elif not isinstance(node.origin, Span):  # a `.flow` source leaves it out only on purpose
        values = left_out(context, node)
        if values == ():
            return  # every value that can get here has a branch
        yield NO_DEFAULT.at(
            node.place("mapping") or context.flow.origin,
            f"node '{node.name}' has no edge from branch '{DEFAULT}'",
            label="a value that is not in its mapping is an error when the flow runs"
            if values is None
            else f"{_quoted(values)} is an error when the flow runs",
            hint=f"Add an edge from '{DEFAULT}' for all other values.",
        )
