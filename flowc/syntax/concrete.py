"""The concrete syntax tree: every word in its place in the grammar, for tools that work on how a
text is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from flowc.records import dataclass
from flowc.syntax.cache import tables
from flowc.syntax.engine import Engine
from flowc.syntax.layout import lay_out
from flowc.syntax.lexer import scan
from flowc.syntax.tokens import END, Token
from flowc.text import Source, Span


@dataclass(frozen=True, slots=True)
class Concrete:
    """A rule of the grammar as it was applied. `parts` are its words and the rules inside it, in
    source order; rules whose names begin with `_` give their parts to their parent."""

    rule: str
    parts: tuple[ConcretePart, ...]
    span: Span

    def words(self) -> Iterator[Token]:
        """The words in it, in source order."""
        work: list[ConcretePart] = [self]
        while work:
            part = work.pop()
            if isinstance(part, Token):
                yield part
            else:
                work.extend(reversed(part.parts))


ConcretePart: TypeAlias = Token | Concrete


class _Concreter:
    """The reducer that keeps everything."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def reduce(self, rule: str, parts: list[Any]) -> Concrete:
        first = parts[0] if parts else None
        last = parts[-1] if parts else None
        return Concrete(rule, tuple(parts), Span(self._source, _start(first), _end(last)))

    def stopped(self, states: Sequence[int], tokens: Sequence[Token], index: int) -> None:
        """What is wrong is no business of this tree; `parse` says it."""

    def too_deep(self, parts: list[Any]) -> None:
        """As with `stopped`."""


def concrete(source: Source) -> Concrete:
    """The concrete tree of the sound declarations of a source. Never raises."""
    layout = lay_out(source, scan(source).tokens)
    tree: Concrete = Engine(tables(), _Concreter(source)).run(layout.tokens)
    return tree


def lex(source: Source) -> tuple[Token, ...]:
    """The words that count, and comments (kind `COMMENT`), in source order. Never raises.

    Words are keywords where the grammar takes them as such, else names. Newlines that say nothing
    are left out.
    """
    words = scan(source)
    layout = lay_out(source, words.tokens)
    Engine(tables(), _Concreter(source)).run(layout.tokens)
    shown = [token for token in layout.tokens if token.kind != END and token.text]
    for comment in words.comments:
        span = comment.span
        shown.append(Token(source, "COMMENT", comment.text, span.start, span.end))
    return tuple(sorted(shown, key=lambda token: token.start))


def _start(part: ConcretePart | None) -> int:
    if part is None:
        return 0
    return part.start if isinstance(part, Token) else part.span.start


def _end(part: ConcretePart | None) -> int:
    if part is None:
        return 0
    return part.end if isinstance(part, Token) else part.span.end
