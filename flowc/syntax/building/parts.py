"""What the functions that build nodes share.

The parts of a rule are its words and the nodes of the rules in it, in source order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.records import dataclass
from flowc.syntax import tree
from flowc.syntax.literals import name_value, string_value
from flowc.syntax.tokens import Token
from flowc.text import Span

DOUBLE_PREFIX = Rule("FLOW015", Severity.ERROR, "two descriptions before one thing")
"""A string before a declaration, parameter or statement is its description, and there is one of
them.

Wrong:

```flow
"Looks an order up."
"Never changes it."
tool lookup(order_id: string) -> (status: string)
```

Right:

```flow
"Looks an order up. Never changes it."
tool lookup(order_id: string) -> (status: string)
```
"""

Parts = Sequence[Any]
T = TypeVar("T")


class Context(Protocol):
    """What a building function may do beside building."""

    def report(self, diagnostic: Diagnostic) -> None:
        """Take a finding."""


Build = Callable[[Context, Parts], Any]


@dataclass(frozen=True, slots=True)
class Inputs:
    """`(inputs)`."""

    span: Span
    parameters: tuple[tree.Parameter, ...]


@dataclass(frozen=True, slots=True)
class Outputs:
    """`-> (outputs)`."""

    span: Span
    parameters: tuple[tree.Parameter, ...]


@dataclass(frozen=True, slots=True)
class Arguments:
    """`(arguments)`."""

    span: Span
    arguments: tuple[tree.Argument, ...]


@dataclass(frozen=True, slots=True)
class Core:
    """A declaration or statement before what stands in front of it is known: its name,
    description, annotations."""

    span: Span
    type: type[Any]
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Prefix:
    """What stands before the thing itself."""

    description: tree.StringLiteral | None
    annotations: tuple[tree.Annotation, ...]


def start_of(part: Any) -> int:
    """Where a part begins."""
    return part.start if isinstance(part, Token) else int(part.span.start)


def end_of(part: Any) -> int:
    """Where a part ends."""
    return part.end if isinstance(part, Token) else int(part.span.end)


def span_of(parts: Parts) -> Span:
    """The place of parts that are not empty."""
    first, last = parts[0], parts[-1]
    source = first.source if isinstance(first, Token) else first.span.source
    return Span(source, start_of(first), end_of(last))


def core(parts: Parts, type_: type[Any], **fields: Any) -> Core:
    """The core of a node of this class, with these fields."""
    return Core(span_of(parts), type_, fields)


def split_prefix(context: Context, parts: Parts) -> tuple[Prefix, Parts]:
    """The description and annotations at the beginning, and the rest."""
    count = 0
    descriptions: list[tree.StringLiteral] = []
    annotations: list[tree.Annotation] = []
    for part in parts:
        if isinstance(part, tree.StringLiteral):
            descriptions.append(part)
        elif isinstance(part, tree.Annotation):
            annotations.append(part)
        else:
            break
        count += 1
    for extra in descriptions[1:]:
        context.report(
            DOUBLE_PREFIX.at(
                extra.span,
                "this has two descriptions",
                label="the second one",
                hint="Join them in one string, or make one of them a comment with #.",
            )
        )
    return Prefix(descriptions[0] if descriptions else None, tuple(annotations)), parts[count:]


def name(context: Context, token: Token) -> tree.Name:
    """The name that a word or string stands for."""
    if token.kind in ("STRING", "TEXT_BLOCK"):
        return tree.Name(span=token.span, text=string_value(token, context.report))
    return tree.Name(span=token.span, text=name_value(token, context.report))


def string(context: Context, token: Token) -> tree.StringLiteral:
    """The string that a word stands for."""
    return tree.StringLiteral(
        span=token.span,
        value=string_value(token, context.report),
        block=token.kind == "TEXT_BLOCK",
    )


def has(parts: Parts, kind: str) -> bool:
    """Whether a word of this kind is among the parts."""
    return any(isinstance(part, Token) and part.kind == kind for part in parts)


def words(parts: Parts, *kinds: str) -> list[Token]:
    """The words of these kinds."""
    return [part for part in parts if isinstance(part, Token) and part.kind in kinds]


def nodes(parts: Parts, type_: type[T]) -> tuple[T, ...]:
    """The nodes of a class."""
    return tuple(part for part in parts if isinstance(part, type_))


def node(parts: Parts, type_: type[T]) -> T | None:
    """The first node of a class."""
    return next((part for part in parts if isinstance(part, type_)), None)


def written(parts: Parts) -> list[Any]:
    """The parts that are nodes."""
    return [part for part in parts if not isinstance(part, Token)]


def inputs_of(parts: Parts) -> tuple[tree.Parameter, ...] | None:
    """The parameters of `(inputs)`, None if they are not written."""
    found = node(parts, Inputs)
    return None if found is None else found.parameters


def outputs_of(parts: Parts) -> tuple[tree.Parameter, ...] | None:
    """The parameters of `-> (outputs)`, None if they are not written."""
    found = node(parts, Outputs)
    return None if found is None else found.parameters
