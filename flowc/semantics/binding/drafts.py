"""Nodes while a flow is being bound: what is known of each so far."""

from __future__ import annotations

from collections.abc import Mapping

from flowc.ir.nodes import NEXT, Node, OtherNode
from flowc.ir.types import Property
from flowc.ir.values import FieldValue
from flowc.records import dataclass, field
from flowc.semantics.binding.annotations import Annotated
from flowc.syntax.tree import Arm, Block, Call, If, Match, Return, Statement
from flowc.text import Span

THROUGH = -1
"""The selector of the branches that go on below a construct; arms count from 0."""


@dataclass(frozen=True, slots=True)
class ArmPath:
    """The arm that a statement stands in, and the one around that."""

    construct: int
    arm: int
    outer: ArmPath | None

    def excludes(self, other: ArmPath | None) -> bool:
        """Whether control takes either this arm or the other, never both in one pass."""
        mine = {path.construct: path.arm for path in self.chain()}
        others = other.chain() if other is not None else ()
        return any(mine.get(path.construct, path.arm) != path.arm for path in others)

    def chain(self) -> list[ArmPath]:
        """This arm and those around it, the innermost first."""
        found, path = [], self
        while True:
            found.append(path)
            if path.outer is None:
                return found
            path = path.outer


@dataclass(eq=False, slots=True)
class Draft:
    """One node of a flow in the making.

    `label` is its identifier in the flow, `slots` are the inputs that its callee has, by the names
    that arguments use, `inputs` the ones that the node gets, by title. `routes` says which branches
    each arm of the statement takes. `unknown`: the callee is not known, so nothing that is said
    about its inputs, outputs and branches can be called wrong. `covered`: a `match` has an arm for
    each value that its subject can have. `lacks_arms`: some branch of a call has no arm, or may
    have none, which is reported.
    """

    index: int
    label: str
    id: str
    span: Span
    statement: Statement | None = None
    arm: ArmPath | None = None
    kind: type[Node] = OtherNode
    component_type: str = ""
    annotated: Annotated = field(default_factory=Annotated)
    fields: dict[str, FieldValue] = field(default_factory=dict)
    slots: Mapping[str, Property] = field(default_factory=dict)
    open_inputs: bool = False
    inputs: dict[str, Property] = field(default_factory=dict)
    outputs: tuple[Property, ...] = ()
    branches: tuple[str, ...] = (NEXT,)
    routes: dict[int, tuple[str, ...]] = field(default_factory=dict)
    unknown: bool = False
    covered: bool = False
    lacks_arms: bool = False

    def output(self, title: str) -> Property | None:
        """The output of that title."""
        return next((item for item in self.outputs if item.title == title), None)


def bodies(statement: Statement) -> list[tuple[int, Block, Span, bool]]:
    """The blocks that follow a node's branches: selector, block, place, and whether the arm is
    `else => error`, which leads nowhere."""
    if isinstance(statement, (Call, Match)):
        return [(index, arm.body, head(arm), arm.error) for index, arm in enumerate(statement.arms)]
    if isinstance(statement, If):
        blocks = [statement.then]
        if statement.otherwise is not None:
            blocks.append(statement.otherwise)
        return [(index, block, head(statement), False) for index, block in enumerate(blocks)]
    return []


def goes_through(statement: Statement | None) -> bool:
    """Whether some branch of the node goes on below without having an arm."""
    match statement:
        case Call():
            return not statement.arms
        case Match():
            return not any(arm.is_else for arm in statement.arms)
        case If():
            return statement.otherwise is None
        case _:
            return not isinstance(statement, Return)


def head(syntax: Statement | Arm) -> Span:
    """The part of a statement or arm that says what it is: its first line, without description,
    annotations and what follows in braces."""
    source, start, end = syntax.span.source, syntax.span.start, syntax.span.end
    if isinstance(syntax, Arm):
        return Span(source, start, _arm_end(syntax))
    prefix = [*syntax.annotations, *([syntax.description] if syntax.description else [])]
    start = _code_start(source.text, max((item.span.end for item in prefix), default=start), end)
    line_end = source.text.find("\n", start, end)
    line = source.text[start : end if line_end < 0 else line_end]
    if isinstance(syntax, (Match, If)) and syntax.subject.span.end > start:
        line = source.text[start : syntax.subject.span.end].partition("\n")[0]
    elif line.endswith("{"):
        line = line[:-1].rstrip()
    return Span(source, start, start + len(line))


def _arm_end(arm: Arm) -> int:
    if arm.branch is not None:
        return arm.branch.span.end
    return max((item.span.end for item in arm.patterns), default=arm.span.start + len("else"))


def _code_start(text: str, start: int, end: int) -> int:
    """The first character from `start` on that is neither blank nor in a comment."""
    while start < end and (text[start].isspace() or text[start] == "#"):
        start = text.find("\n", start) if text[start] == "#" else start + 1
    return start
