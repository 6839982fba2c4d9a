"""What the written form of a name, string, text block or number stands for (LANGUAGE, "Lexical
form")."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from flowc.diagnostics import Diagnostic, Rule, Severity
from flowc.ir.values import MAX_DIGITS
from flowc.patterns import pattern
from flowc.syntax.tokens import Token
from flowc.syntax.tree import Number
from flowc.text import Span

Report = Callable[[Diagnostic], None]

BAD_ESCAPE = Rule("FLOW005", Severity.ERROR, "a backslash in a string begins no known escape")
r"""Strings have the escapes of JSON: `\" \\ \/ \b \f \n \r \t` and `\u` with four hexadecimal
digits. A backslash that is meant as itself is written twice.

Wrong:

```flow
flow ask_for_file() {
  say "The file is in C:\data."
}
```

Right:

```flow
flow ask_for_file() {
  say "The file is in C:\\data."
}
```
"""

BAD_NUMBER = Rule("FLOW006", Severity.ERROR, "a number that JSON cannot hold")
"""Numbers are written as in JSON: digits without leading zeros or `_`, with digits on both sides
of a point. A name that begins with a digit stands in backticks.

Wrong:

```flow
tool wait(seconds: number = .5)
```

Right:

```flow
tool wait(seconds: number = 0.5)
```
"""

BAD_MARGIN = Rule("FLOW010", Severity.ERROR, "a line of a text block begins left of its margin")
'''The column of the closing `"""` is the left margin of a text block: what stands left of it is
layout, not text. So no line of the text can begin further left, and no margin may mix tabs and
spaces.

Wrong:

```flow
flow greet() {
  say """
    Good morning,
  and welcome.
    """
}
```

Right:

```flow
flow greet() {
  say """
    Good morning,
    and welcome.
    """
}
```
'''

_ESCAPE = pattern(
    r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"
    r"|\\u([0-9a-fA-F]{4})"
    r"|\\([\s\S]?)"
)
_PLAIN_ESCAPES = {
    '"': '"',
    "\\": "\\",
    "/": "/",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
}


def name_value(token: Token, report: Report) -> str:
    """The name that a word stands for: without its backticks, in which `\\`` is a backtick."""
    if not token.text.startswith("`") or token.flawed:
        return token.text
    return _unescaped(token, token.text[1:-1], 1, _PLAIN_ESCAPES | {"`": "`"}, report)


def string_value(token: Token, report: Report) -> str:
    """The text that a string or text block stands for."""
    if token.flawed:
        return ""
    if token.kind == "TEXT_BLOCK":
        return _block_value(token, report)
    return _unescaped(token, token.text[1:-1], 1, _PLAIN_ESCAPES, report)


def number_value(token: Token, report: Report) -> Number:
    """The number; 0 and a diagnostic if it is out of range."""
    text = token.text
    if token.flawed:
        return 0
    if not any(char in text for char in ".eE"):
        if len(text.lstrip("-")) <= MAX_DIGITS:
            return int(text)
        value = math.inf
    else:
        value = float(text)
    if math.isinf(value):
        shown = text if len(text) <= 40 else text[:40] + "…"
        report(
            BAD_NUMBER.at(
                token.span,
                f"the number {shown} is out of range",
                hint="Write it as a string, or use a smaller number.",
            )
        )
        return 0
    return value


def _unescaped(
    token: Token, text: str, offset: int, escapes: dict[str, str], report: Report
) -> str:
    """`text`, which begins at `offset` in the token, with its escapes replaced."""
    if "\\" not in text:
        return text

    def replaced(match: re.Match[str]) -> str:
        high, low, unit, char = match.groups()
        if high is not None:
            pair = bytes.fromhex(high + low)
            return pair.decode("utf-16-be")
        if unit is not None:
            return chr(int(unit, 16))
        if char in escapes:
            return escapes[char]
        start = token.start + offset + match.start()
        _report_escape(Span(token.source, start, start + len(match[0])), char, report)
        return match[0]

    return _ESCAPE.sub(replaced, text)


def _report_escape(place: Span, char: str, report: Report) -> None:
    hint = (
        "After \\u stand four hexadecimal digits, as in \\u00e9."
        if char == "u"
        else 'Write \\\\ for a backslash; escapes are \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u00e9.'
    )
    report(BAD_ESCAPE.at(place, f"'\\{char}' is no escape", label="in this string", hint=hint))


def _block_value(token: Token, report: Report) -> str:
    """A text block: the margin goes first, then escapes are replaced, because a line that ends in
    `\\` joins the next one without that line's margin."""
    lines = token.text[3:-3].split("\n")
    margin = lines[-1] if len(lines) > 1 and not lines[-1].strip() else ""
    closed_alone = len(lines) > 1 and not lines[-1].strip()
    first_line_empty = lines[0] == ""
    offset = token.start + 3
    parts: list[str] = []
    starts: list[int] = []
    for number, line in enumerate(lines):
        start = offset
        offset += len(line) + 1
        if (number == 0 and first_line_empty and len(lines) > 1) or (
            number == len(lines) - 1 and closed_alone
        ):
            continue
        if number > 0:
            kept = _without_margin(line, margin)
            if kept is None:
                _report_margin(token, start, line, report)
                kept = line.lstrip()
            start += len(line) - len(kept)
            line = kept
        parts.append(line)
        starts.append(start)
    return _joined(token, parts, starts, report)


def _without_margin(line: str, margin: str) -> str | None:
    """The line after the margin; None if the text begins left of it."""
    if line.startswith(margin):
        return line[len(margin) :]
    return line[len(margin) :] if not line.strip() else None


def _report_margin(token: Token, start: int, line: str, report: Report) -> None:
    indent = len(line) - len(line.lstrip())
    report(
        BAD_MARGIN.at(
            Span(token.source, start, start + max(indent, 1)),
            "this line begins left of the text block's margin",
            label="the closing quotes set the margin",
            hint='Indent the line at least as far as the closing """, with the same characters.',
        )
    )


def _joined(token: Token, parts: list[str], starts: list[int], report: Report) -> str:
    """The lines as one text, each with its escapes replaced; `\\` at a line's end joins lines."""
    out: list[str] = []
    for number, (line, start) in enumerate(zip(parts, starts, strict=True)):
        slashes = len(line) - len(line.rstrip("\\"))
        joins = slashes % 2 == 1
        text = line[:-1] if joins else line
        out.append(_unescaped(token, text, start - token.start, _PLAIN_ESCAPES, report))
        if number < len(parts) - 1 and not joins:
            out.append("\n")
    return "".join(out)
