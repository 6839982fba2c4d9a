"""How each jump is said: not at all where control gets there anyway, else by `break` or
`continue`, and by `goto` where no loop around it says the same."""

from __future__ import annotations

from flowc.decompile.steps import Jump, Repeat, Step, Visit, first_node
from flowc.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class Around:
    """A loop around some lines: its head, what follows it, and the loop around it."""

    head: str
    after: str | None
    outer: Around | None


def settled(
    steps: tuple[Step, ...], below: str | None = None, loop: Around | None = None
) -> tuple[Step, ...]:
    """The steps with each jump as it is said; `below` is the node that follows them. The calls nest
    as deep as the arms and loops do, which the skeleton bounds."""
    found: list[Step] = []
    after = below
    for step in reversed(steps):
        match step:
            case Jump():
                if step.node != after:
                    found.append(_said(step.node, loop))
            case Repeat():
                body = settled(step.body, step.head, Around(step.head, after, loop))
                found.append(replace(step, body=body))
            case Visit(node, arms):
                inner = {branch: settled(arm, after, loop) for branch, arm in (arms or {}).items()}
                found.append(Visit(node, None if arms is None else inner))
        after = first_node(step)
    return tuple(reversed(found))


def _said(node: str, loop: Around | None) -> Jump:
    """The innermost loop says it, if one can; it needs no label then."""
    around = loop
    while around is not None:
        named = None if around is loop else around.head
        if node == around.head:
            return Jump(node, "continue", named)
        if node == around.after:
            return Jump(node, "break", named)
        around = around.outer
    return Jump(node)
