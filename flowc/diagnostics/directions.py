"""FLOW534: characters that turn text around, so that it reads in another order than it stands.

Names, texts and comments may be in any language; what marks are needed for that is closed again on
its line. A mark that is not closed, or that forces a direction upon letters, makes a reviewer see
another text than the one that runs ("Trojan Source").
"""

from __future__ import annotations

import unicodedata

from flowc.diagnostics.diagnostic import Diagnostic, Rule, Severity
from flowc.patterns import pattern
from flowc.text import Location

TURNED_TEXT = Rule("FLOW534", Severity.WARNING, "a character that turns text around")
"""Some invisible characters change the order in which text is shown: what stands after them, in the
same string or after it, reads as something else than what it is. Texts in languages that are
written from right to left need none of them, or close them on the same line.

Wrong:

```json
{
  "component_type": "ServerTool",
  "id": "pay",
  "name": "pay",
  "description": "Only for \\u202enimda\\u202c.",
  "agentspec_version": "25.4.1"
}
```

Right:

```json
{
  "component_type": "ServerTool",
  "id": "pay",
  "name": "pay",
  "description": "Only for admin.",
  "agentspec_version": "25.4.1"
}
```
"""

_EMBEDDINGS, _OVERRIDES, _ISOLATES = "\u202a\u202b", "\u202d\u202e", "\u2066\u2067\u2068"
_POP, _POP_ISOLATE = "\u202c", "\u2069"
_MARKS = pattern(f"[\n{_EMBEDDINGS}{_OVERRIDES}{_ISOLATES}{_POP}{_POP_ISOLATE}]")


def turning(text: str) -> int | None:
    """The offset of the first character that forces a direction, or sets one that is not closed on
    its line; None if there is none. Linear."""
    opened: list[tuple[str, int]] = []
    isolates = 0
    for mark in _MARKS.finditer(text):
        char = mark[0]
        if char in _OVERRIDES:
            return mark.start()
        if char == "\n" and opened:
            break
        if char in _EMBEDDINGS or char in _ISOLATES:
            opened.append((char, mark.start()))
            isolates += char in _ISOLATES
        elif char == _POP:
            if opened and opened[-1][0] in _EMBEDDINGS:
                opened.pop()
        elif char == _POP_ISOLATE and isolates:
            isolates -= 1
            while opened.pop()[0] not in _ISOLATES:
                pass  # an isolate closes what was opened inside it
    return opened[0][1] if opened else None


def turned_text(place: Location | None, char: str) -> Diagnostic:
    """The finding on such a character."""
    return TURNED_TEXT.at(
        place,
        f"{unicodedata.name(char)} (U+{ord(char):04X}) turns the text after it around",
        label="what follows is shown in another order",
        hint="Remove it. A mark that a right-to-left text needs is closed on its line.",
    )
