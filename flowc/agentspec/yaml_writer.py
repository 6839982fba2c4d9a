"""Plain data as YAML in block style, which readers of YAML 1.1 and of 1.2 read alike.

A text stands bare only if no version of YAML could read it as something else; a text of several
lines stands as a literal block where that keeps every character; all others are in double quotes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z_$](?:[^:#]*[^:#\s])?\Z")
_WORDS = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})
_LONGEST_KEY = 500
"""Keys whose text may be longer stand alone after a `?`; YAML ends plain ones at 1024."""


def yaml_text(value: Any) -> str:
    """The YAML document of a JSON value, with a newline at the end."""
    return "\n".join(_block(value, "")) + "\n"


def _block(value: Any, indent: str) -> list[str]:
    """The lines of a value that begins on a line of its own."""
    if isinstance(value, Mapping) and value:
        return [line for key, item in value.items() for line in _entry(key, item, indent)]
    if isinstance(value, list) and value:
        return [line for item in value for line in _item(item, indent)]
    first, *rest = _scalar(value)
    return [indent + first, *(f"{indent}  {line}" if line else line for line in rest)]


def _entry(key: str, value: Any, indent: str) -> Iterator[str]:
    if key == "type" and value is None:
        yield f"{indent}type: ~"  # `null` would be read as the name of a type
        return
    text = _quoted_or_bare(key)
    if len(text) > _LONGEST_KEY:
        yield f"{indent}? {text}"
        text = ""
    yield from _after(f"{indent}{text}:", value, indent)


def _after(head: str, value: Any, indent: str) -> Iterator[str]:
    """A key with its value: on the same line if it is a scalar."""
    if isinstance(value, (Mapping, list)) and value:
        yield head
        yield from _block(value, indent if isinstance(value, list) else indent + "  ")
        return
    first, *rest = _scalar(value)
    yield f"{head} {first}"
    yield from (f"{indent}  {line}" if line else line for line in rest)


def _item(value: Any, indent: str) -> Iterator[str]:
    if not isinstance(value, (Mapping, list)) or not value:
        yield from _after(f"{indent}-", value, indent)
        return
    inner = indent + "  "
    first, *rest = _block(value, inner)
    yield f"{indent}- {first[len(inner) :]}"
    yield from rest


def _scalar(value: Any) -> list[str]:
    """The lines of a scalar or an empty collection, without indentation."""
    if isinstance(value, str):
        return _literal(value) or [_quoted_or_bare(value)]
    if isinstance(value, float):
        text = repr(value)
        return [text if "." in text else text.replace("e", ".0e")]
    if isinstance(value, (Mapping, list)):
        return ["{}" if isinstance(value, Mapping) else "[]"]
    return [json.dumps(value)]


def _literal(text: str) -> list[str] | None:
    """The text as a literal block, if it has several lines and none that a block would change."""
    if "\n" not in text or text[0] in "\n ":
        return None
    lines = text.split("\n")
    if not all(line.isprintable() and (not line or line.strip()) for line in lines):
        return None
    if lines[-1]:
        return ["|-", *lines]
    return ["|" if lines[-2] else "|+", *lines[:-1]]


def _quoted_or_bare(text: str) -> str:
    if _BARE.match(text) and text.isprintable() and text.lower() not in _WORDS:
        return text
    return "".join(map(_printable, json.dumps(text, ensure_ascii=False)))


def _printable(char: str) -> str:
    if char.isprintable():
        return char
    code = ord(char)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
