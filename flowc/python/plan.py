"""The plan of a module: what the templates print, as finished strings.

Nothing here is decided any more: names are unique, types are annotations, statements are lines in
black's style. `flowc debug plan` shows it; templates/README.md lists it.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from flowc.records import dataclass

Lines: TypeAlias = "tuple[str, ...]"
Checks: TypeAlias = Literal["full", "none"]
"""Whether inputs and results from outside are converted to their types (SEMANTICS 9), or
taken to be of them."""


@dataclass(frozen=True, slots=True)
class FunctionPlan:
    """A function: the lines of its signature, docstring and body, indented."""

    signature: Lines
    docstring: Lines
    body: Lines


@dataclass(frozen=True, slots=True)
class ModulePlan:
    """A module, in the order in which it is printed.

    `imports` are whole lines. `types` are definitions of named types, `constants` whole statements.
    `tools` are the methods of the Protocol `Tools`, `served_tools` those that the Protocol called
    `all_tools` has besides: of tools that services run ("": there are none). `helpers` are the
    names of the helper macros to call, `names` and `texts` what these print. A body's line ends
    with NUL and a number if it belongs to the node of that number in `places`: name and place of
    each, from which the table of lines is made when all line numbers are known. `excuses` are rules
    of ruff that names of the document make the module break. `seems_unbound`: type checkers may
    think of a local that it is read before it is written.
    """

    docstring: Lines
    imports: Lines
    types: tuple[Lines, ...]
    tools: tuple[FunctionPlan, ...]
    all_tools: str
    served_tools: tuple[FunctionPlan, ...]
    constants: tuple[Lines, ...]
    flows: tuple[FunctionPlan, ...]
    converters: tuple[FunctionPlan, ...]
    helpers: tuple[str, ...]
    step_limit: bool
    names: dict[str, str]
    texts: dict[str, str]
    places: tuple[tuple[str, str], ...]
    excuses: Lines
    seems_unbound: bool


@dataclass(frozen=True, slots=True)
class StubPlan:
    """A skeleton of tools: `tools` are its functions, the rest is as in a module."""

    docstring: Lines
    imports: Lines
    types: tuple[Lines, ...]
    tools: tuple[FunctionPlan, ...]
    excuses: Lines
