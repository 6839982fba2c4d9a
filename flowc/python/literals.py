"""Texts and values of a document as Python source: the only ways for them into a module.

A text becomes a string literal, a docstring or a comment, each so escaped that it cannot end early
(USERS, "Names and text").
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Mapping, Sequence

from flowc.ir.values import Json
from flowc.python.layout import INDENT, LINE_LENGTH, Expr, Group, width

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_WORD = re.compile(r"\S*\s+|\S+")
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def text_literal(text: str) -> str:
    """A string literal in the quotes that black prefers: double, unless single need fewer
    escapes."""
    quote = "'" if text.count('"') > text.count("'") else '"'
    if text.isprintable() and quote not in text and "\\" not in text:
        return quote + text + quote
    return quote + "".join(_escaped(char, quote) for char in text) + quote


def _escaped(char: str, quote: str) -> str:
    if char == quote:
        return "\\" + char
    if char in _ESCAPES:
        return _ESCAPES[char]
    if char.isprintable():
        return char
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def text_parts(text: str, room: int) -> list[str]:
    """The text in parts whose literals are at most `room` wide where words allow it: a part ends
    after a newline, or between words."""
    parts: list[str] = []
    for line in _LINE.findall(text):
        part = ""
        for word in _WORD.findall(line):
            if part and width(text_literal(part + word)) > room:
                parts.append(part)
                part = ""
            part += word
        parts.append(part)
    return parts


def literal(value: Json) -> Expr:
    """A JSON value as a Python display; each evaluation makes new lists and dicts."""
    if isinstance(value, str):
        return text_literal(value)
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return f'float("{value}")'
    if isinstance(value, Mapping):
        entries = tuple((f"{text_literal(key)}: ", literal(item)) for key, item in value.items())
        return Group("", entries, "{}")
    if isinstance(value, Sequence):
        return Group("", tuple(("", literal(item)) for item in value), "[]")
    return repr(value).replace("e+", "e")


def tuple_of(items: Sequence[Json]) -> Group:
    """A tuple display of JSON values."""
    return Group("", tuple(("", literal(item)) for item in items))


def is_display(value: Expr) -> bool:
    """Whether the value is a list or an object, written out."""
    return isinstance(value, Group) and value.is_display


def one_comment_line(text: str) -> str:
    """A text for a comment or the middle of a docstring's line: printable, on one line."""
    return "".join(char if char.isprintable() else " " for char in text)


def docstring(text: str | None, depth: int) -> tuple[str, ...]:
    """The lines of a docstring, as black leaves them; none for no text or a blank one."""
    lines = _docstring_lines(text or "", LINE_LENGTH - len(INDENT) * depth)
    if not lines:
        return ()
    pad = INDENT * depth
    first = (" " if lines[0].startswith('"') else "") + lines[0]
    if len(lines) == 1:
        end = " " if first.endswith('"') else ""
        return (f'{pad}"""{first}{end}"""',)
    return (
        f'{pad}"""{first}',
        *(pad + line if line else "" for line in lines[1:]),
        f'{pad}"""',
    )


def _docstring_lines(text: str, room: int) -> list[str]:
    """The text in lines of at most `room` where words allow it, escaped, none of them blank at the
    beginning or the end; indentation that all but the first have is gone (black takes it away)"""
    lines: list[str] = []
    for line in inspect.cleandoc(text.replace("\r\n", "\n").replace("\r", "\n")).split("\n"):
        safe = "".join(char if char == '"' else _escaped(char, "") for char in line.expandtabs(4))
        safe = safe.rstrip().replace('"""', '\\"\\"\\"')
        lead = safe[: len(safe) - len(safe.lstrip())]
        wrapped = textwrap.wrap(
            safe.lstrip(),
            max(room - len(lead) - (0 if lines else 6), 20),
            break_long_words=False,
            break_on_hyphens=False,
        )
        lines += [lead + part for part in wrapped] or [""]
    while lines and not lines[-1]:
        lines.pop()
    return lines
