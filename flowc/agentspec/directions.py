"""Texts of a document that are not shown as they stand (FLOW534)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flowc.agentspec.json_text import Loaded
from flowc.diagnostics import Diagnostic
from flowc.diagnostics.directions import turned_text, turning
from flowc.text import JsonPath, Pointer, Span


def turned_texts(loaded: Loaded) -> Iterator[Diagnostic]:
    """The findings on the keys, texts and comments of a document, one for each."""
    source = loaded.source
    if source is not None and source.text.isascii() and "\\u20" not in source.text:
        return
    for path, text in _texts(loaded.value):
        at = turning(text)
        if at is not None:
            yield turned_text(None if source is None else Pointer(source, path), text[at])
    for comment in loaded.comments if source is not None else ():
        text = "\n".join(comment.lines)
        at = turning(text)
        if source is not None and at is not None:
            start = source.text.find(text[at], comment.start)
            yield turned_text(Span(source, start, start + 1), text[at])


def _texts(value: Any) -> Iterator[tuple[JsonPath, str]]:
    """All keys and texts that are not ASCII alone, each with the path of the value at it."""
    work: list[tuple[JsonPath, Any]] = [((), value)]
    while work:
        path, item = work.pop()
        if isinstance(item, str):
            if not item.isascii():
                yield path, item
        elif isinstance(item, Mapping):
            yield from (((*path, key), key) for key in item if not key.isascii())
            work += [((*path, key), inner) for key, inner in item.items()]
        elif isinstance(item, (list, tuple)):
            work += [((*path, index), inner) for index, inner in enumerate(item)]
