"""What a flow's body consists of before it is written: nodes, loops and jumps, nested as lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

from flowc.records import dataclass

Word: TypeAlias = Literal["goto", "break", "continue"]


@dataclass(frozen=True, slots=True)
class Visit:
    """The statement of a node, and what follows each of its branches. A branch without an entry
    leads nowhere; `arms` None: the node has one way on, which is the next line."""

    node: str
    arms: Mapping[str, tuple[Step, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Repeat:
    """A loop, known by its first node; below its last line that node follows."""

    head: str
    body: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Jump:
    """Control goes on at a node that stands elsewhere. `loop` is the head of the loop that is left
    or begun again, where that is not the innermost one."""

    node: str
    word: Word = "goto"
    loop: str | None = None


Step: TypeAlias = Visit | Repeat | Jump


def first_node(step: Step) -> str:
    """The node that runs when control gets to the step."""
    return step.head if isinstance(step, Repeat) else step.node


def every(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps and all that stand inside them, in the order of the lines."""
    work = [iter(steps)]
    while work:
        step = next(work[-1], None)
        if step is None:
            work.pop()
            continue
        yield step
        if isinstance(step, Repeat):
            work.append(iter(step.body))
        elif isinstance(step, Visit) and step.arms is not None:
            work += [iter(arm) for arm in reversed(list(step.arms.values()))]
