"""What an engine can do: random cases have nothing in them that it cannot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flowc.ir.types import Type

TITLES = ("a", "b", "type", "x-y", "c", "self", "é", "1d", "class")
FAULTS = ("enum violation", "missing key", "None", "wrong type", "raise")
"""What can be wrong with a tool's answer, beside nothing."""


def any_type(_: Type) -> bool:
    """Every type."""
    return True


def any_types(_: Type, __: Type) -> bool:
    """Every pair of types."""
    return True


@dataclass(frozen=True, slots=True)
class Dialect:
    """Bounds of random cases. As it is made without arguments, it leaves nothing out.

    `titles` and `faults` are what inputs and outputs are called, and what can be wrong with tools'
    answers. `holds` says which types properties may have, `feeds` which types edges may join (of
    those that the checks allow), `converts` to which types tools' answers and inputs of the flow
    may be ones that fit only when converted.
    """

    titles: tuple[str, ...] = TITLES
    faults: tuple[str, ...] = FAULTS
    holds: Callable[[Type], bool] = any_type
    feeds: Callable[[Type, Type], bool] = any_types
    converts: Callable[[Type], bool] = any_type
    shared_titles: bool = True
    """Inputs of a flow may be titled like inputs of its nodes."""
    typed_keys: bool = True
    """What a BranchingNode looks at may be no string."""
    missing_edges: bool = True
    """A BranchingNode may have no edge for other values."""
    unset_inputs: bool = True
    """On some way, an input may be read before anything is written to it."""
    missing_outputs: bool = True
    """An EndNode may lack outputs of the flow that have defaults."""
    retyped_inputs: bool = True
    """A node's input may have another type than its tool's."""
    null_outputs: bool = True
    """Outputs of flows may be null."""
    silent_tools: bool = True
    """Tools may have no outputs."""


EVERYTHING = Dialect()
