"""Text as a terminal shows it: unsafe characters made visible, and widths in columns.

Sources are hostile. A control character could move the cursor, a bidirectional override could show
a line in another order than it is read, a lone surrogate cannot be written at all: all of them are
shown as escapes. Nothing that came from a source reaches a terminal in any other way.
"""

from __future__ import annotations

import unicodedata

TAB_STOP = 4
_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def visible(text: str, *, keep: str = "") -> str:
    """`text` with control, format, bidirectional and surrogate characters as escapes.

    Characters in `keep` (such as a newline) stay as they are.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if char in keep else _shown(char) for char in text)


def cells(line: str) -> list[str]:
    """What each character of a line is shown as, tabs as spaces up to the next stop."""
    shown: list[str] = []
    column = 0
    for char in line:
        cell = " " * (TAB_STOP - column % TAB_STOP) if char == "\t" else _shown(char)
        shown.append(cell)
        column += width(cell)
    return shown


def width(text: str) -> int:
    """The columns that text takes: wide characters two, combining and invisible ones none."""
    if text.isascii():
        return len(text)
    return sum(map(_char_width, text))


def _shown(char: str) -> str:
    if unicodedata.category(char) not in _UNSAFE:
        return char
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _char_width(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
