"""Secrets in texts that could not be read: found by their keys, so that no finding shows them."""

from __future__ import annotations

import re

from flowc.ir.catalogue import SENSITIVE
from flowc.text import Source, Span

_KEY = re.compile(rf"\b(?:{'|'.join(sorted(SENSITIVE))})(?:[\"'][ \t]*:?|[ \t]*:)")
_QUOTED = re.compile(r"\s*(?:\"(?:[^\"\\]|\\.)*\"?|'(?:[^'\\]|\\.|'')*'?)", re.DOTALL)
_BLANKS = re.compile(r"[ \t]*")


def hide_secrets(source: Source) -> None:
    """Note the values of sensitive fields as places that must not be shown.

    The text has faults, so this guesses, and rather hides too much: a quoted text whole; else the
    rest of the line, and the lines below it that are indented more.
    """
    at = 0
    text = source.text
    while (found := _KEY.search(text, at)) is not None:
        value = _QUOTED.match(text, found.end())
        end = value.end() if value is not None else _block_end(text, found)
        source.secrets.append(Span(source, found.end(), end))
        at = max(end, found.end())


def _block_end(text: str, found: re.Match[str]) -> int:
    """The end of the line, and of the lines after it that are indented more than the key's line."""
    line = text.rfind("\n", 0, found.start()) + 1
    indent = _indent(text, line)
    end = _line_end(text, found.end())
    while end < len(text):
        following = _line_end(text, end + 1)
        if text[end + 1 : following].strip() and _indent(text, end + 1) <= indent:
            break
        end = following
    return end


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _indent(text: str, start: int) -> int:
    found = _BLANKS.match(text, start)
    return 0 if found is None else found.end() - start
