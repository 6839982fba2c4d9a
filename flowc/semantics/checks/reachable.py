"""FLOW309, FLOW310, FLOW315: control reaches all nodes, and from there an end (SEMANTICS 3)."""

from __future__ import annotations

from collections.abc import Iterator

from flowc.diagnostics import Diagnostic, Related, Rule, Severity
from flowc.ir.graph import FlowGraph
from flowc.ir.nodes import EndNode, StartNode
from flowc.semantics.checks.context import FlowContext

UNREACHABLE = Rule("FLOW309", Severity.ERROR, "no path leads to a node")
"""No way from the start leads to the node, so it never runs. Most often an edge is missing or leads
to another node than was meant; if not, the node can go. Where statements say the way, this is
FLOW143.

Wrong:

```flow
tool send()
tool log()

flow main() by edges {
  send()
  log()
  done: return
  edges {
    start -> send
    send -> done
    log -> done
  }
}
```

Right:

```flow
tool send()
tool log()

flow main() by edges {
  send()
  log()
  done: return
  edges {
    start -> send
    send -> log
    log -> done
  }
}
```
"""

NO_END = Rule("FLOW310", Severity.ERROR, "a flow has no EndNode")
"""A run is over when it reaches an EndNode, and only an EndNode gives the flow its outputs and its
branch (SEMANTICS 1 and 20). A flow without one can never end.

Wrong:

```flow
tool poll() -> (ready: boolean)

flow main() {
  loop {
    poll()
  }
}
```

Right:

```flow
tool poll() -> (ready: boolean)

flow main() {
  loop {
    poll()
    if poll.ready { break }
  }
}
```
"""

_WAY_OUT = "Give one of its nodes a branch that leads out of the loop, in the end to an EndNode."


ENDLESS = Rule("FLOW315", Severity.ERROR, "nothing leaves a loop")
"""Control that gets into the loop goes round for ever: none of the branches in it leads out, so the
run never comes to an EndNode. Which branch of a loop is the way out does not matter, nor which node
has it.

Wrong:

```flow
tool poll() -> (state: string)

flow wait(now: boolean) {
  if now { return }
  loop {
    poll()
  }
}
```

Right:

```flow
tool poll() -> (state: string)

flow wait(now: boolean) {
  if now { return }
  loop {
    poll()
    match poll.state {
      "ready" => break
    }
  }
}
```
"""


def check_reachable(context: FlowContext) -> Iterator[Diagnostic]:
    """Every node lies on some path from the start, and from each a path leads to an EndNode."""
    if not context.has_sound_control:
        return
    graph = context.graph
    if not graph.out_edges[context.flow.start_node]:
        return  # reported as a dead end, and nothing can be reached from it
    endless = context.endless_loops
    # A branch that leads nowhere is reported; what its edge should lead to only seems unreachable.
    is_whole = context.flow.start_node not in context.unfinished
    for head, others in _unreachable_groups(graph) if is_whole else ():
        if isinstance(graph.nodes[head], StartNode):
            continue  # a second StartNode is reported as that
        if endless and isinstance(graph.nodes[head], EndNode):
            continue  # what should lead there is most likely the way out of the loop
        more = f", and with it {_listed(context, others)}" if others else ""
        yield UNREACHABLE.at(
            context.place(graph.nodes[head]),
            f"node {context.name(head)} is never reached",
            label="no path from the start leads here" + more,
            hint="Add an edge to it, or remove it.",
        )
    if context.flow.ends:
        for group in endless:
            yield _endless(context, group)
    else:
        yield NO_END.at(
            context.flow.origin,
            f"flow '{context.flow.name}' has no EndNode",
            label=f"it goes round {_listed(context, endless[0])} for ever"
            if endless
            else "it can never end",
            hint=_WAY_OUT if endless else "Lead each last node to an EndNode.",
        )


def _endless(context: FlowContext, group: list[str]) -> Diagnostic:
    head, members = group[0], set(group)
    back = [edge for edge in context.graph.in_edges[head] if edge.from_node in members]
    return ENDLESS.at(
        context.place(context.graph.nodes[head]),
        f"nothing leaves the loop of {_listed(context, group)}",
        label="once here, control goes round for ever",
        hint=_WAY_OUT,
        related=[Related(edge.origin, "leads back") for edge in back if edge.origin is not None],
    )


def _unreachable_groups(graph: FlowGraph) -> Iterator[tuple[str, list[str]]]:
    """Each unreachable node that explains others, with those: nodes without a predecessor first,
    then, in document order, one of each loop that nothing leads to."""
    left = [id_ for id_ in graph.nodes if id_ not in graph.reachable]
    explained: set[str] = set()
    heads = [id_ for id_ in left if not graph.predecessors(id_)]
    for head in (*heads, *left):
        if head in explained:
            continue
        yield head, _onward(graph, head, explained)


def _onward(graph: FlowGraph, head: str, explained: set[str]) -> list[str]:
    """The other unreachable nodes that `head` leads to and that no head explained before."""
    explained.add(head)
    found: list[str] = []
    work = [head]
    while work:
        for after in graph.successors(work.pop()):
            if after not in graph.reachable and after not in explained:
                explained.add(after)
                found.append(after)
                work.append(after)
    return found


def _listed(context: FlowContext, ids: list[str]) -> str:
    shown = ", ".join(context.name(id_) for id_ in ids[:5])
    return shown + (", …" if len(ids) > 5 else "")
