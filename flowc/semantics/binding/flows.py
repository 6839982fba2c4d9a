"""Flows: from statements to nodes and edges, in passes.

1. :func:`collect_flow`: find and name the nodes, link them by control, and say what the flow takes,
   gives and ends in. All flows go through this before the next pass, so that they can call each
   other in any order.
2. :func:`bind_flow`: find out what each node runs, bind its arguments, and turn links into edges.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flowc.diagnostics import Related, Rule, Severity
from flowc.ir.flow import ControlEdge, DataEdge, Flow
from flowc.ir.ids import derived_id
from flowc.ir.nodes import NEXT, EndNode, StartNode
from flowc.ir.types import Property
from flowc.ir.values import ABSENT, Absent, OverrideValue, Ref
from flowc.records import dataclass, replace
from flowc.semantics.binding.annotations import (
    read_annotations,
    refuse_prefix,
)
from flowc.semantics.binding.arguments import Wiring
from flowc.semantics.binding.build import build_node
from flowc.semantics.binding.collect import Collected, collect
from flowc.semantics.binding.control import (
    ControlPass,
    Link,
    Unreachable,
    refuse_control,
    report_unreachable,
)
from flowc.semantics.binding.drafts import THROUGH, Draft, bodies
from flowc.semantics.binding.edges import apply_entries, fed_inputs
from flowc.semantics.binding.nodes.branching import shape_branching, wire_branching
from flowc.semantics.binding.nodes.calls import shape_call, wire_call
from flowc.semantics.binding.nodes.messages import shape_message, wire_message
from flowc.semantics.binding.nodes.returns import shape_return, wire_return
from flowc.semantics.binding.overrides import overridden
from flowc.semantics.binding.places import places_of
from flowc.semantics.binding.policies import stated_inputs, with_stated
from flowc.semantics.binding.properties import bind_parameters
from flowc.semantics.binding.references import References
from flowc.semantics.binding.report import Report
from flowc.semantics.binding.secrets import with_hidden
from flowc.semantics.binding.signatures import Signature
from flowc.semantics.binding.values import Owner
from flowc.syntax.tree import (
    Ask,
    Block,
    Break,
    Call,
    Continue,
    Edges,
    FlowDeclaration,
    Goto,
    If,
    Loop,
    Match,
    Return,
    Say,
)
from flowc.text import Span

FALLS_OFF = Rule("FLOW156", Severity.ERROR, "a flow with outputs ends without a return")
"""A flow with outputs has to return them on every way through it. Only a flow without outputs may
end by running off its last line. (Below a `match` with an arm for each value of its enum or boolean
no value gets, so there is no way on if all its arms return.)

Wrong:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
}
```

Right:

```flow
tool lookup(order_id: string) -> (status: string)

flow main(order_id: string) -> (status: string) {
  lookup(order_id)
  return lookup.status
}
```
"""

_DATA = "data_flow_connections"
"""A flow without this field is wired by name; `@with` can take it away where `by name` cannot stand
because the flow is already `by edges`."""

SAME_NAME_IN_ARMS = Rule("FLOW157", Severity.ERROR, "one name stands in two arms")
"""Blocks have no names of their own: a node's name is good in the whole flow. To read whichever of
two nodes ran, name both and write `a.x | b.x`.

Wrong:

```flow
tool lookup(order_id: string, archive: boolean) -> (status: string)

flow main(order_id: string, old: boolean) -> (status: string) {
  if old {
    found = lookup(order_id, archive = true)
  } else {
    found = lookup(order_id, archive = false)
  }
  return found.status
}
```

Right:

```flow
tool lookup(order_id: string, archive: boolean) -> (status: string)

flow main(order_id: string, old: boolean) -> (status: string) {
  if old {
    found1 = lookup(order_id, archive = true)
  } else {
    found2 = lookup(order_id, archive = false)
  }
  return found1.status | found2.status
}
```
"""


@dataclass(eq=False)
class FlowDraft:
    """A flow after the first pass."""

    declaration: FlowDeclaration
    owner: Owner
    nodes: Collected
    links: list[Link]
    inputs: tuple[Property, ...]
    outputs: tuple[Property, ...] | None
    unreachable: list[Unreachable]
    unended: list[Draft]
    """Each `match` below which the flow ends without returning its outputs: right if no value gets
    there, which is known when their subjects are bound."""

    @property
    def signature(self) -> Signature:
        """What a node that runs the flow takes and gives."""
        ends = [draft for draft in self.nodes.drafts if draft.kind is EndNode]
        outputs = self.outputs
        if outputs is None:
            outputs = ends[0].outputs if ends else ()
            outputs = tuple(item for item in outputs if all(end.output(item.title) for end in ends))
        branches = dict.fromkeys(str(end.fields.get("branch_name") or NEXT) for end in ends)
        return Signature(self.inputs, outputs, tuple(branches))


# The first pass ----------------------------------------------------------------------------------


def collect_flow(declaration: FlowDeclaration, owner: Owner) -> FlowDraft:
    """The flow's nodes, names, control links and signature."""
    report = owner.scope.report
    inputs = bind_parameters(declaration.inputs, owner, "input") or ()
    outputs = bind_parameters(declaration.outputs, owner, "output")
    nodes = collect(declaration, owner.id, report)
    start = nodes.drafts[0]
    start.kind, start.component_type = StartNode, "StartNode"
    start.inputs = {item.title: item for item in inputs}
    start.outputs = inputs
    start.routes[THROUGH] = start.branches
    links: list[Link] = []
    unreachable: list[Unreachable] = []
    unended: list[Draft] = []
    if declaration.wiring == "edges":
        refuse_control(declaration.body, report)
    else:
        control = ControlPass(nodes, report)
        control.run(declaration.body)
        if declaration.outputs and control.ends_below_matches:
            unended = [way.source for way in control.open_end.exits]
        elif control.open_end.live:
            if declaration.outputs and not control.unreachable:
                _report_falls_off(declaration, report)
            control.link_end(_implicit_end(declaration, nodes, owner))
        links, unreachable = control.links, control.unreachable
    for draft in nodes.drafts:
        if draft.kind is EndNode or isinstance(draft.statement, Return):
            statement = draft.statement if isinstance(draft.statement, Return) else None
            node_owner = Owner(draft.id, owner.scope, owner.bind_inline)
            shape_return(draft, statement, outputs or (), node_owner)
    return FlowDraft(declaration, owner, nodes, links, inputs, outputs, unreachable, unended)


def _report_falls_off(declaration: FlowDeclaration, report: Report) -> None:
    names = [parameter.name.text for parameter in declaration.outputs or ()]
    example = "VALUE" if len(names) == 1 else "(" + ", ".join(f"{n} = VALUE" for n in names) + ")"
    report.add(
        FALLS_OFF,
        _closing_brace(declaration),
        f"the flow '{declaration.name.text}' ends here without returning "
        + ", ".join(f"'{name}'" for name in names),
        label="control gets here",
        hint=f"Write `return {example}`.",
    )


def _closing_brace(declaration: FlowDeclaration) -> Span:
    body = declaration.body.span
    return Span(body.source, max(body.start, body.end - 1), body.end)


def _implicit_end(declaration: FlowDeclaration, nodes: Collected, owner: Owner) -> Draft:
    """The end that control falls into below the last line."""
    place = _closing_brace(declaration)
    label = nodes.free("end", frozenset(parameter.name.text for parameter in declaration.inputs))
    end = nodes.add(label, derived_id(owner.id, label), place)
    nodes.by_label[label] = end
    nodes.places[label] = place
    end.kind = EndNode
    return end


# The second pass ---------------------------------------------------------------------------------


def bind_flow(flow: FlowDraft) -> Flow:
    """The whole flow. Findings are reported; the flow is then as complete as can be."""
    declaration, owner, nodes = flow.declaration, flow.owner, flow.nodes
    annotated = read_annotations(declaration.annotations, owner)
    annotations, report = declaration.annotations, owner.scope.report
    annotated = with_hidden(annotated, "Flow", owner.id, annotations, report)
    overrides = dict(annotated.overrides)
    by_name = declaration.wiring == "name" or overrides.get(_DATA, _DATA) in (None, ABSENT)
    if overrides.get(_DATA) is ABSENT:
        del overrides[_DATA]
    starts_elsewhere = "start_node" in overrides
    if starts_elsewhere:
        nodes.drafts[0].id = _stated_id(overrides["start_node"])
        if isinstance(overrides["start_node"], (Ref, Absent)):
            del overrides["start_node"]
    owners = [Owner(draft.id, owner.scope, owner.bind_inline) for draft in nodes.drafts]
    for draft, node_owner in zip(nodes.drafts, owners, strict=True):
        _shape(draft, node_owner, by_edges=declaration.wiring == "edges")
    report_unreachable(flow.unreachable, nodes.drafts, report)
    _report_arm_clashes(nodes, owner)
    _refuse_on_no_node(declaration.body, owner)
    references = References(
        nodes, {item.title: item for item in flow.inputs}, owner.scope, declaration.name.text
    )
    data: list[DataEdge] = []
    wiring = Wiring(references, by_name, fed_inputs(nodes), data)
    for draft, node_owner in zip(nodes.drafts, owners, strict=True):
        _wire(draft, wiring, node_owner)
    if not all(draft.covered for draft in flow.unended):
        _report_falls_off(declaration, report)
    control = _control_edges(flow.links)
    apply_entries(nodes, control, data, by_name=by_name, owner=owner)
    inputs, outputs = overridden(overrides, "inputs"), overridden(overrides, "outputs")
    described = declaration.description
    return Flow(
        id=owner.id,
        name=declaration.name.text if annotated.name is None else annotated.name,
        description=None if described is None else described.value,
        metadata=annotated.metadata,
        inputs=flow.inputs if inputs is None else inputs,
        outputs=flow.outputs if outputs is None else outputs,
        overrides=overrides,
        nodes=tuple(map(build_node, nodes.drafts[1 if starts_elsewhere else 0 :])),
        start_node=nodes.drafts[0].id,
        control_edges=tuple(control),
        data_edges=None if by_name else tuple(data),
        origin=declaration.name.span,
        places=places_of((), declaration.annotations),
    )


def _stated_id(start: OverrideValue) -> str:
    """The id of the node that `@with` makes the start instead of a StartNode of the flow's own."""
    return start.id if isinstance(start, Ref) else ""


def _shape(draft: Draft, owner: Owner, *, by_edges: bool) -> None:
    statement = draft.statement
    env: Mapping[str, Any] = owner.scope.env
    if statement is not None and not isinstance(statement, Return):
        policies = isinstance(statement, Call)
        draft.annotated = read_annotations(statement.annotations, owner, policies=policies)
    match statement:
        case Call():
            metadata = with_stated(draft.annotated.metadata, stated_inputs(statement.arguments))
            draft.annotated = replace(draft.annotated, metadata=metadata)
            shape_call(draft, statement, owner, env, by_edges=by_edges)
        case Say() | Ask():
            shape_message(draft, statement, owner, env)
        case Match() | If():
            shape_branching(draft, statement, owner)
    if statement is not None:
        draft.annotated = with_hidden(
            draft.annotated,
            draft.component_type,
            draft.id,
            statement.annotations,
            owner.scope.report,
        )


def _wire(draft: Draft, wiring: Wiring, owner: Owner) -> None:
    match draft.statement:
        case Call() as statement:
            wire_call(draft, statement, wiring, owner)
        case Say() | Ask() as statement:
            wire_message(draft, statement, wiring, owner)
        case Match() | If() as statement:
            wire_branching(draft, statement, wiring, owner)
        case Return() as statement:
            wire_return(draft, statement, wiring, owner)
        case _:
            if draft.kind is EndNode:
                wire_return(draft, None, wiring, owner)


def _control_edges(links: list[Link]) -> list[ControlEdge]:
    """The links as edges, by the order of their nodes and of the nodes' branches."""
    edges = [
        (link.source.index, link.source.branches.index(branch), link, branch)
        for link in links
        for branch in link.source.routes.get(link.selector, ())
        if branch in link.source.branches
    ]
    edges.sort(key=lambda edge: edge[:2])
    return [
        ControlEdge(
            from_node=link.source.id,
            from_branch=None if branch == NEXT else branch,
            to_node=link.target.id,
            origin=link.span,
        )
        for _, _, link, branch in edges
    ]


def _report_arm_clashes(nodes: Collected, owner: Owner) -> None:
    for first, second in nodes.arm_clashes:
        assert second.statement is not None
        name = second.statement.name
        assert name is not None
        outputs = [item.title for item in second.outputs if first.output(item.title) is not None]
        out = outputs[0] if outputs else "out"
        owner.scope.report.add(
            SAME_NAME_IN_ARMS,
            name.span,
            f"'{name.text}' names a node in two arms",
            label="the same name again",
            hint=f"Call them '{name.text}1' and '{name.text}2', and read whichever ran as "
            f"`{name.text}1.{out} | {name.text}2.{out}`.",
            related=[Related(first.span, "the other one")],
        )


def _refuse_on_no_node(block: Block, owner: Owner) -> None:
    """Report descriptions and annotations of statements that are no node."""
    for statement in block.statements:
        if isinstance(statement, (Loop, Break, Continue, Goto, Edges)):
            what = f"a `{type(statement).__name__.lower()}`"
            refuse_prefix(statement, owner.scope.report, what)
        if isinstance(statement, Loop):
            _refuse_on_no_node(statement.body, owner)
        for _, body, _, _ in bodies(statement):
            _refuse_on_no_node(body, owner)
