"""Control flow: order of lines, arms, loops and jumps become links between nodes.

This needs the syntax alone: a link leaves an *arm* of a node (or goes *through*), and which
branches that means is known only when the callee is (LANGUAGE, "Ways on").
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import chain, islice

from flowc.diagnostics import Rule, Severity
from flowc.records import dataclass, field
from flowc.semantics.binding.collect import Collected
from flowc.semantics.binding.drafts import THROUGH, Draft, bodies, goes_through, head
from flowc.semantics.binding.report import Report, rename, suggestion
from flowc.syntax.tree import (
    Block,
    Break,
    Continue,
    Edges,
    Goto,
    Loop,
    Match,
    Name,
    Start,
    Statement,
)
from flowc.text import Span

UNKNOWN_LABEL = Rule("FLOW140", Severity.ERROR, "a jump goes to a label that does not exist")
"""`goto` goes to a node of this flow or to a loop's first node, by name; `break` and `continue`
take the label of a loop around them. To end a flow, write `return`.

Wrong:

```flow
tool poll() -> (ready: boolean)

flow wait() {
  poll()
  if poll.ready { return } else { goto pol }
}
```

Right:

```flow
tool poll() -> (ready: boolean)

flow wait() {
  poll()
  if poll.ready { return } else { goto poll }
}
```
"""

NO_LOOP = Rule("FLOW141", Severity.ERROR, "`break` or `continue` stands outside a loop")
"""`break` leaves the loop around it and `continue` starts it again. Where there is none, `return`
ends the flow and `goto` goes to a node.

Wrong:

```flow
tool poll() -> (ready: boolean)

flow wait() {
  poll()
  if poll.ready { break }
  say "Not ready."
}
```

Right:

```flow
tool poll() -> (ready: boolean)

flow wait() {
  poll()
  if poll.ready { return }
  say "Not ready."
}
```
"""

EMPTY_LOOP = Rule("FLOW142", Severity.ERROR, "a loop has no node")
"""A loop is an edge that goes back to its first node. A loop in which no node runs has nothing to
go back to.

Wrong:

```flow
flow wait() {
  say "Waiting."
  loop {
    break
  }
}
```

Right:

```flow
tool poll() -> (ready: boolean)

flow wait() {
  say "Waiting."
  loop {
    poll()
    if poll.ready { break }
  }
}
```
"""

UNREACHABLE = Rule("FLOW143", Severity.ERROR, "no way leads to a statement")
"""Control goes from line to line. Behind a `return`, `break`, `continue` or `goto`, or a loop that
is never left, a statement runs only if some `goto` names it. Where edges say the way, as in JSON
and YAML, this is FLOW309.

Wrong:

```flow
flow greet() {
  return
  say "hello"
}
```

Right:

```flow
flow greet() {
  say "hello"
  return
}
```
"""

CONTROL_BY_EDGES = Rule("FLOW144", Severity.ERROR, "a line carries control in a flow by edges")
"""In a flow `by edges` the order of lines means nothing: every way stands in `edges { … }`.
`loop`, `break`, `continue` and `goto` would be ways too.

Wrong:

```flow
flow greet() by edges {
  hello = say "hello"
  goto done
  done: return
  edges { start -> hello }
}
```

Right:

```flow
flow greet() by edges {
  hello = say "hello"
  done: return
  edges {
    start -> hello
    hello -> done
  }
}
```
"""


@dataclass(frozen=True, slots=True)
class Exit:
    """A way out of a node that has not arrived anywhere yet."""

    source: Draft
    selector: int
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """Control goes from an arm of one node to another node."""

    source: Draft
    selector: int
    target: Draft
    span: Span


@dataclass(slots=True)
class Frontier:
    """Where control stands between two statements: the open exits, and the loops whose first node
    is yet to come. Without either, nothing gets here."""

    exits: list[Exit] = field(default_factory=list)
    loops: list[LoopFrame] = field(default_factory=list)

    @property
    def live(self) -> bool:
        """Whether control can get here."""
        return bool(self.exits or self.loops)

    def join(self, other: Frontier) -> None:
        """Control gets here on the ways of `other` too."""
        self.exits += other.exits
        self.loops += other.loops


@dataclass(eq=False, slots=True)
class LoopFrame:
    """A loop: its first node, once known, and the ways that leave it or start it again."""

    label: str | None
    head: Draft | None = None
    breaks: Frontier = field(default_factory=Frontier)
    backs: list[Exit] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Unreachable:
    """A statement to which nothing leads, and the one above it, which always goes elsewhere; unless
    a call in that lacks an arm, which is known only when its callee is."""

    statement: Statement
    above: Statement


class ControlPass:
    """Links the nodes of one flow. `open_end` says how control falls off the flow's end;
    `unreachable`, to which statements nothing leads."""

    def __init__(self, nodes: Collected, report: Report) -> None:
        self.nodes = nodes
        self.report = report
        self.links: list[Link] = []
        self.open_end = Frontier()
        self.unreachable: list[Unreachable] = []
        self._stack: list[LoopFrame] = []
        self._labelled: dict[str, LoopFrame] = {}
        self._gotos: list[tuple[Frontier, Goto]] = []

    def run(self, body: Block) -> None:
        """Link all statements of the flow's body."""
        self.open_end = self._block(body, Frontier([Exit(self.nodes.drafts[0], THROUGH)]))
        for frontier, goto in self._gotos:
            target = self._target(goto.target)
            if target is not None:
                self._arrive(frontier.exits, target, head(goto))

    @property
    def ends_below_matches(self) -> bool:
        """Whether only values for which a `match` has no arm get to the flow's end."""
        exits = self.open_end.exits
        return (
            bool(exits)
            and not self.open_end.loops
            and all(
                isinstance(way.source.statement, Match) and way.selector == THROUGH for way in exits
            )
        )

    def link_end(self, end: Draft) -> None:
        """Let what falls off the flow's end arrive at an implicit `return`."""
        self._arrive(self.open_end.exits, end, end.span)

    def _arrive(self, exits: list[Exit], target: Draft, span: Span) -> None:
        self.links += [
            Link(exit_.source, exit_.selector, target, exit_.span or span) for exit_ in exits
        ]

    def _block(self, block: Block, frontier: Frontier) -> Frontier:
        above: Statement | None = None
        found: Unreachable | None = None
        for statement in block.statements:
            if isinstance(statement, (Edges, Start)):
                continue
            if not frontier.live and found is None and not self._is_target(statement):
                assert above is not None  # control gets to the first one
                found = Unreachable(statement, above)
                self.unreachable.append(found)
            frontier = self._statement(statement, frontier)
            above = statement
        return frontier

    def _is_target(self, statement: Statement) -> bool:
        """Whether a jump may go to the statement, or into a loop through its first node."""
        targets = self.nodes.targets
        while isinstance(statement, Loop):
            if statement.name is not None and statement.name.text in targets:
                return True
            if not statement.body.statements:
                return False
            statement = statement.body.statements[0]
        draft = self.nodes.by_statement.get(id(statement))
        return draft is not None and draft.label in targets

    def _statement(self, statement: Statement, frontier: Frontier) -> Frontier:
        match statement:
            case Loop():
                return self._loop(statement, frontier)
            case Break():
                frame = self._frame(statement.target, statement)
                if frame is not None:
                    frame.breaks.join(frontier)
                return Frontier()
            case Continue():
                frame = self._frame(statement.target, statement)
                if frame is not None:
                    frame.backs += frontier.exits
                return Frontier()
            case Goto():
                self._gotos.append((frontier, statement))
                return Frontier()
            case _:
                return self._node(self.nodes.by_statement[id(statement)], statement, frontier)

    def _node(self, draft: Draft, statement: Statement, frontier: Frontier) -> Frontier:
        self._arrive(frontier.exits, draft, draft.span)
        for frame in frontier.loops:
            frame.head = draft
        after = Frontier()
        for selector, body, span, is_error in bodies(statement):
            if not is_error:
                after.join(self._block(body, Frontier([Exit(draft, selector, span)])))
        if goes_through(statement):
            after.exits.append(Exit(draft, THROUGH))
        return after

    def _loop(self, loop: Loop, frontier: Frontier) -> Frontier:
        frame = LoopFrame(None if loop.name is None else loop.name.text)
        if frame.label is not None:
            self._labelled.setdefault(frame.label, frame)
        self._stack.append(frame)
        end = self._block(loop.body, Frontier(frontier.exits, [*frontier.loops, frame]))
        self._stack.pop()
        if frame.head is None:
            self.report.add(
                EMPTY_LOOP,
                head(loop),
                "this loop has no node to begin with",
                label="nothing runs here",
                hint="A loop needs a node before its first `break`, `continue`, `goto` or end.",
            )
            end.join(frame.breaks)
            return Frontier(end.exits, [other for other in end.loops if other is not frame])
        self._arrive([*frame.backs, *end.exits], frame.head, head(loop))
        return frame.breaks

    def _frame(self, target: Name | None, statement: Break | Continue) -> LoopFrame | None:
        if not self._stack:
            word = "break" if isinstance(statement, Break) else "continue"
            self.report.add(
                NO_LOOP,
                head(statement),
                f"`{word}` stands outside a loop",
                label="no loop around this",
                hint="Use `goto NAME` to go to a node, or `return` to end the flow.",
            )
            return None
        if target is None:
            return self._stack[-1]
        for frame in reversed(self._stack):
            if frame.label == target.text:
                return frame
        labels = [frame.label for frame in self._stack if frame.label]
        self.report.add(
            UNKNOWN_LABEL,
            target.span,
            f"no loop around this is called '{target.text}'",
            label="unknown label",
            hint=suggestion(target.text, labels) or "Name the loop: `NAME: loop { … }`.",
            fix=rename(target, labels),
        )
        return None

    def _target(self, name: Name) -> Draft | None:
        text = name.text
        if text in self.nodes.by_label and text != self.nodes.drafts[0].label:
            return self.nodes.by_label[text]
        if text in self._labelled:
            return self._labelled[text].head
        self.report.add(
            UNKNOWN_LABEL,
            name.span,
            "a flow cannot go back to its start"
            if text == self.nodes.drafts[0].label
            else f"no node or loop of this flow is called '{text}'",
            label="unknown label",
            hint=suggestion(text, self._labels()),
            fix=rename(name, self._labels()),
        )
        return None

    def _labels(self) -> Iterator[str]:
        """The names that a `goto` can have."""
        return chain(islice(self.nodes.by_label, 1, None), self.nodes.loops)


def refuse_control(block: Block, report: Report) -> None:
    """Report the statements that only carry control in a flow `by edges`."""
    for statement in block.statements:
        if isinstance(statement, (Loop, Break, Continue, Goto)):
            report.add(
                CONTROL_BY_EDGES,
                head(statement),
                "lines carry no control in a flow `by edges`",
                label="has no effect here",
                hint="Write the way as an entry of `edges { a -> b }`.",
            )
        if isinstance(statement, Loop):
            refuse_control(statement.body, report)
        for _, body, _, _ in bodies(statement):
            refuse_control(body, report)


def report_unreachable(found: list[Unreachable], drafts: list[Draft], report: Report) -> None:
    """Report the statements to which nothing leads, when it is known what the nodes run."""
    lacking = sorted(draft.span.start for draft in drafts if draft.lacks_arms)
    for item in found:
        span = item.above.span
        if bisect_left(lacking, span.start) < bisect_left(lacking, span.end):
            continue  # most likely the missing arm leads here
        report.add(
            UNREACHABLE,
            head(item.statement),
            "nothing leads to this statement",
            label="never reached",
            hint="The statement above always goes elsewhere. Remove this one, or give it a name "
            "and `goto` it.",
        )
