"""The nodes of a flow and their names (LANGUAGE, "Names")."""

from __future__ import annotations

from flowc.diagnostics import Related, Rule, Severity
from flowc.ir.ids import derived_id
from flowc.records import dataclass, field
from flowc.semantics.binding.annotations import written_id
from flowc.semantics.binding.drafts import ArmPath, Draft, bodies, head
from flowc.semantics.binding.report import Report
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
    Name,
    Return,
    Say,
    Start,
    Statement,
)
from flowc.text import Span

NAME_CLASH = Rule("FLOW120", Severity.ERROR, "two things in one flow have one name")
"""The nodes, labels and inputs of a flow are known by one set of names, blocks or not: a reference
or a `goto` must mean one of them.

Wrong:

```flow
tool lookup(order: string) -> (status: string)

flow main(order: string) -> (status: string) {
  order = lookup(order)
  return order.status
}
```

Right:

```flow
tool lookup(order: string) -> (status: string)

flow main(order: string) -> (status: string) {
  found = lookup(order)
  return found.status
}
```
"""

INVENTED_NAME = Rule("FLOW121", Severity.NOTE, "a node's name had to be made up")
"""A call without a name is called like its callee; the second such call gets `_2`. Such a name
changes when another call is added above it, and with it the node's id in the document. A name that
you give stays.

Wrong:

```flow
tool lookup(order_id: string) -> (status: string)

flow compare(a: string, b: string) -> (first: string, second: string) {
  lookup(order_id = a)
  lookup(order_id = b)
  return (first = lookup.status, second = lookup_2.status)
}
```

Right:

```flow
tool lookup(order_id: string) -> (status: string)

flow compare(a: string, b: string) -> (first: string, second: string) {
  one = lookup(order_id = a)
  other = lookup(order_id = b)
  return (first = one.status, second = other.status)
}
```
"""

START_TWICE = Rule("FLOW122", Severity.ERROR, "`start` stands twice in one flow")
"""A flow has one StartNode, which flowc makes by itself. `start` stands in a flow only to annotate
it, so once is enough.

Wrong:

```flow
flow greet() {
  @name("Begin")
  start
  @meta({ x: 10, y: 20 })
  start
  say "hello"
}
```

Right:

```flow
flow greet() {
  @name("Begin")
  @meta({ x: 10, y: 20 })
  start
  say "hello"
}
```
"""

START = "start"
"""The StartNode's name."""
UNMENTIONABLE = (Return, If, Match, Say)
"""Statements whose node nothing in the flow can read from: an invented name does no harm."""


@dataclass(eq=False)
class Collected:
    """The nodes of a flow in source order, the StartNode first, and the names in it."""

    drafts: list[Draft]
    by_statement: dict[int, Draft] = field(default_factory=dict)
    by_label: dict[str, Draft] = field(default_factory=dict)
    loops: dict[str, Loop] = field(default_factory=dict)
    edges: list[Edges] = field(default_factory=list)
    start: Start | None = None
    targets: set[str] = field(default_factory=set)
    written: list[Draft | Loop] = field(default_factory=list)
    """What has a written name, in source order."""
    arm_clashes: list[tuple[Draft, Draft]] = field(default_factory=list)
    """Pairs of nodes that have one name in two arms of one construct."""
    hidden: set[str] = field(default_factory=set)
    """The written names of nodes that inputs of the flow have too."""
    places: dict[str, Span] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def add(self, label: str, id_: str, span: Span, statement: Statement | None = None) -> Draft:
        """A new node at the end."""
        draft = Draft(len(self.drafts), label, id_, span, statement)
        self.drafts.append(draft)
        if statement is not None:
            self.by_statement[id(statement)] = draft
        return draft

    def free(self, wanted: str, taken: frozenset[str]) -> str:
        """`wanted`, or with the first number from 2 on that makes it a name nothing else has."""
        label, number = wanted, self.counts.get(wanted, 1)
        while label in self.places or label in taken:
            number += 1
            label = f"{wanted}_{number}"
        self.counts[wanted] = number
        return label


def collect(declaration: FlowDeclaration, flow_id: str, report: Report) -> Collected:
    """Find the nodes of a flow and name them: written names first, then the derived ones."""
    found = Collected([])
    name = declaration.name
    start = found.add(START, derived_id(flow_id, START), name.span)
    found.by_label[START] = start
    found.places[START] = name.span
    _walk(declaration.body, None, found, report)
    if found.start is not None:
        start.statement, start.span = found.start, head(found.start)
    inputs = {parameter.name.text: parameter.name.span for parameter in declaration.inputs}
    for named in found.written:
        _take_written(named, found, inputs, report)
    taken = frozenset(inputs)
    for draft in found.drafts[1:]:
        if not draft.label:
            _take_derived(draft, found, taken, report)
        assert draft.statement is not None
        draft.id = written_id(draft.statement.annotations, derived_id(flow_id, draft.label))
    if start.statement is not None:
        start.id = written_id(start.statement.annotations, start.id)
    return found


def _walk(block: Block, arm: ArmPath | None, found: Collected, report: Report) -> None:
    for statement in block.statements:
        match statement:
            case Loop():
                if statement.name is not None:
                    found.written.append(statement)
                _walk(statement.body, arm, found, report)
            case Goto():
                found.targets.add(statement.target.text)
            case Edges():
                found.edges.append(statement)
            case Start():
                if found.start is not None:
                    report.add(
                        START_TWICE,
                        head(statement),
                        "`start` stands twice in this flow",
                        label="again",
                        hint="Put all annotations of the StartNode before one `start`.",
                        related=[Related(head(found.start), "first here")],
                    )
                else:
                    found.start = statement
            case Break() | Continue():
                pass
            case _:
                draft = found.add("", "", head(statement), statement)
                draft.arm = arm
                if statement.name is not None:
                    found.written.append(draft)
                for selector, body, _, _ in bodies(statement):
                    _walk(body, ArmPath(draft.index, selector, arm), found, report)


def _take_written(
    named: Draft | Loop, found: Collected, inputs: dict[str, Span], report: Report
) -> None:
    statement = named.statement if isinstance(named, Draft) else named
    assert statement is not None and statement.name is not None
    name, label = statement.name, statement.name.text
    if label in inputs:
        found.hidden.add(label)
        _clash(name, inputs[label], report, f"'{label}' is already an input of this flow")
    elif label == START:
        _clash(name, found.places[label], report, "'start' is the name of the StartNode")
    elif isinstance(named, Draft) and _in_another_arm(named, found.by_label.get(label)):
        found.arm_clashes.append((found.by_label[label], named))
    elif label in found.places:
        _clash(name, found.places[label], report)
    else:
        found.places[label] = name.span
        if isinstance(named, Draft):
            named.label = label
            found.by_label[label] = named
        else:
            found.loops[label] = named
        return
    if isinstance(named, Draft):
        named.label = found.free(label, frozenset(inputs))
        found.places[named.label] = name.span


def _in_another_arm(draft: Draft, before: Draft | None) -> bool:
    return before is not None and draft.arm is not None and draft.arm.excludes(before.arm)


def _clash(name: Name, first: Span, report: Report, title: str = "") -> None:
    report.add(
        NAME_CLASH,
        name.span,
        title or f"the name '{name.text}' is already taken in this flow",
        label="the same name again",
        hint="Nodes, labels and inputs of a flow share one name space; choose another name.",
        related=[Related(first, "first used here")],
    )


def _take_derived(draft: Draft, found: Collected, taken: frozenset[str], report: Report) -> None:
    assert draft.statement is not None
    wanted = derived_name(draft.statement)
    draft.label = found.free(wanted, taken)
    found.by_label[draft.label] = draft
    found.places[draft.label] = draft.span
    if draft.label != wanted and not isinstance(draft.statement, UNMENTIONABLE):
        report.add(
            INVENTED_NAME,
            draft.span,
            f"this node is called '{draft.label}', because '{wanted}' is taken",
            label="has no name of its own",
            hint="Give it one that says what it is for: `NAME = …`.",
        )


def derived_name(statement: Statement) -> str:
    """The name that a node has if none is written."""
    match statement:
        case Call(form="parallel"):
            return "parallel"
        case Call():
            return statement.callees[0].text
        case Say():
            return "say"
        case Ask():
            return "ask"
        case Match():
            return "match"
        case If():
            return "if"
        case Return(branch=Name() as branch):
            return branch.text if branch.text != "next" else "end"
        case _:
            return "end"
