"""The comments of a file, each with the first of the lines that it can speak for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from flowc.diagnostics.suppression import Remark
from flowc.files import KINDS
from flowc.text import Source, Span

_OPEN, _CLOSED = frozenset("([{"), frozenset(")]}")
_DEEP = 128
"""Deeper brackets are not followed: no program has them."""


def remarks(source: Source) -> Iterator[Remark]:
    """The comments of a `.flow`, JSON5 or YAML text; none of a text that cannot be read, because
    then there are only errors."""
    kind = KINDS.get(Path(source.name).suffix.lower(), "flow")
    if kind == "flow":
        return _in_flow(source)
    return _in_document(source, kind)


def _in_flow(source: Source) -> Iterator[Remark]:
    """The comments of a `.flow` text. One behind a closing bracket speaks for the lines from the
    opening one on: a statement that the formatter broke is still one statement. Not so with the
    braces of a block."""
    from flowc.syntax.lexer import scan

    words = scan(source)
    first: dict[int, int] = {}
    around: list[tuple[str, int]] = []
    for token in words.tokens:
        if token.text in _OPEN:
            around.append((token.text, token.span.line))
        elif token.text in _CLOSED and around:
            bracket, opened = around.pop()
            line = token.span.line
            if bracket != "{" and opened < line and len(around) < _DEEP:
                first[line] = min(first.get(opened, opened), first.get(line, line))
    for comment in words.comments:
        line = comment.span.line
        yield Remark(comment.span, first.get(line, line))


def _in_document(source: Source, kind: str) -> Iterator[Remark]:
    """The comments of a document up to the ends of their lines."""
    for start in _starts(source.text, kind):
        end = source.text.find("\n", start)
        span = Span(source, start, len(source.text) if end < 0 else end)
        yield Remark(span, span.line)


def _starts(text: str, kind: str) -> list[int]:
    if kind == "json":
        from flowc.agentspec.json5_text import Malformed, scan

        try:
            return [comment.start for comment in scan(text).comments]
        except Malformed:
            return []
    import yaml

    from flowc.agentspec.yaml_places import comments

    try:
        return [text.rindex("#", 0, comment.start + 1) for comment in comments(text)]
    except (yaml.YAMLError, UnicodeEncodeError):
        return []
